import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, finished, runScan, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { allOf, TRANSPORTS, type Live, type LiveEvent } from './live.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';

interface Progress {
  scanProgress: {
    scanId: string;
    sequence: number;
    status: string;
    percent: number;
    totalControls: number;
    passedControls: number;
    failedControls: number;
    failureReason: { code: string; message: string } | null;
  };
}

const PROGRESS = `subscription ($id: ID!) { scanProgress(scanId: $id) {
  scanId sequence status percent totalControls passedControls failedControls failureReason { code message } } }`;
const CHANGES = 'subscription { scansChanged { id status completedAt } }';

interface Changes {
  scansChanged: { id: string; status: string; completedAt: string | null }[];
}

let service: TestService;

beforeAll(async () => {
  service = await startService({ settings: { demoScanSeconds: 2 } });
  await connect(service.a.admin, 'demo');
  await connect(service.a.admin, 'prowler');
  await connect(service.b.admin, 'prowler');
});
afterAll(() => service.stop());

describe.each(Object.keys(TRANSPORTS))('scans over %s', (transport) => {
  let live: Live;

  beforeAll(() => {
    live = TRANSPORTS[transport]?.(service.a.auditor) ?? never();
  });
  afterAll(() => live.close());

  const trigger = ({ member }: TestTenant, type: string) => triggerScan(member, { integration_types: [type] });

  it('begins progress with a snapshot, never decreases it, and ends with the scan', async () => {
    const id = await trigger(service.a, 'demo');
    const events = (await allOf(live.subscribe<Progress>(PROGRESS, { id }))).map(progressOf);
    const final = await finished(service.a.member, id);
    expect(events.length).toBeGreaterThan(2);
    expect(events[0]).toMatchObject({ scanId: id, totalControls: CONTROL_COUNT });
    expect(['queued', 'running']).toContain(events[0]?.status);
    for (const [index, event] of events.entries()) {
      const before = events[index - 1];
      if (!before) continue;
      expect(event.sequence).toBeGreaterThan(before.sequence);
      expect(event.percent).toBeGreaterThanOrEqual(before.percent);
      expect(before.status === 'completed').toBe(false);
    }
    expect(events.at(-1)).toMatchObject({
      status: 'completed',
      percent: 100,
      passedControls: final.passed_controls,
      failedControls: final.failed_controls,
    });
    expect(events.some(({ percent, status }) => status === 'running' && percent > 0 && percent < 100)).toBe(true);
  });

  it('sends one event for a scan that has ended, then completes', async () => {
    const { id } = await runScan(service.a.member, { integration_types: ['prowler'] });
    const events = (await allOf(live.subscribe<Progress>(PROGRESS, { id }))).map(progressOf);
    expect(events).toMatchObject([{ scanId: id, status: 'completed', percent: 100 }]);
  });

  it('completes when the scan is cancelled', async () => {
    const id = await trigger(service.a, 'demo');
    const events = live.subscribe<Progress>(PROGRESS, { id });
    const first = await events.next();
    expect(first.done).toBe(false);
    await service.a.member.data('mutation ($id: ID!) { cancelScan(input: { scanId: $id }) { scan { id } } }', { id });
    const rest = (await allOf(events)).map(progressOf);
    expect(rest.at(-1)?.status).toBe('failed');
    expect(rest.at(-1)?.percent).toBeLessThan(100);
    expect(rest.at(-1)?.failureReason).toEqual({ code: 'CANCELLED', message: 'the scan was cancelled' });
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'not-a-uuid'])(
    'returns NOT_FOUND for progress of %s',
    async (id) => {
      await expectNotFound(id);
    },
  );

  it('returns NOT_FOUND for progress of another tenant’s scan', async () => {
    await expectNotFound(await trigger(service.b, 'prowler'));
  });

  async function expectNotFound(id: string): Promise<void> {
    const answers = await allOf(live.subscribe<Progress>(PROGRESS, { id })).catch((err: unknown) => [asEvent(err)]);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.data ?? null).toBeNull();
    expect(answers[0]?.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  }

  it('sends a snapshot of the latest scans, newest first, then each change of the tenant’s scans alone', async () => {
    const known = await service.a.member.rest<{ id: string }[]>('/api/scans?limit=20');
    const events = live.subscribe<Changes>(CHANGES);
    const snapshot = await events.next();
    expect((snapshot.value as LiveEvent<Changes>).data?.scansChanged.map(({ id }) => id)).toEqual(
      known.map(({ id }) => id),
    );
    const foreign = await trigger(service.b, 'prowler');
    await finished(service.b.member, foreign);
    const id = await trigger(service.a, 'prowler');
    const seen: Changes['scansChanged'] = [];
    for await (const { data } of events) {
      seen.push(...(data?.scansChanged ?? []));
      if (seen.at(-1)?.status === 'completed') break;
    }
    expect(new Set(seen.map((scan) => scan.id))).toEqual(new Set([id]));
    expect(seen.at(-1)?.completedAt).not.toBeNull();
  });
});

function progressOf({ data, errors }: LiveEvent<Progress>): Progress['scanProgress'] {
  if (!data) throw new Error(`an event without data: ${JSON.stringify(errors)}`);
  return data.scanProgress;
}

/** Errors of a refused subscription: graphql-ws throws them, SSE returns them. */
function asEvent(err: unknown): LiveEvent<never> {
  return { errors: Array.isArray(err) ? (err as NonNullable<LiveEvent<never>['errors']>) : [] };
}

function never(): never {
  throw new Error('no such transport');
}
