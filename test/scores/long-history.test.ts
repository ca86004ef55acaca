import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

describe('a long scoreHistory', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterAll(() => service.stop());

  const HISTORY = `query ($to: DateTimeISO) {
    scoreHistory(framework: "HIPAA", to: $to) { hasEarlier points { at passedControls } }
  }`;
  interface Series {
    hasEarlier: boolean;
    points: { at: string; passedControls: number }[];
  }

  it('has the newest 500 points, says that there are earlier ones, and has those by `to`', async () => {
    const long = await service.addTenant('Long', 'ENTERPRISE');
    await service.database.query(
      `insert into score_history
         (tenant_id, posture_version, framework, at, previous_score, score, passed_controls, total_controls)
       select $1, 1000 + n, 'hipaa', timestamptz '2026-01-01' + n * interval '1 hour', 0, 0, n, 602
       from generate_series(1, 602) n`,
      [long.tenantId],
    );
    const read = async (to?: string) =>
      (await long.member.data<{ scoreHistory: Series[] }>(HISTORY, { to })).scoreHistory;
    const [newest] = await read();
    expect(newest?.hasEarlier).toBe(true);
    expect(newest?.points.map(({ passedControls }) => passedControls)).toEqual(numbers(103, 602));
    const [earlier] = await read(newest?.points[0]?.at);
    expect(earlier?.hasEarlier).toBe(false);
    expect(earlier?.points.map(({ passedControls }) => passedControls)).toEqual(numbers(1, 102));
  });

  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
});
