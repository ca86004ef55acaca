import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, resultsOf, runScan, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const COMPARE = `query ($from: ID!, $to: ID!) { compareScans(from: $from, to: $to) {
  from { id } to { id } newlyFailed newlyPassed isCatalogueChanged
  changes { control { controlId framework { name } } previousStatus status previousFinding finding } } }`;

interface Comparison {
  compareScans: {
    from: { id: string };
    to: { id: string };
    newlyFailed: number;
    newlyPassed: number;
    isCatalogueChanged: boolean;
    changes: {
      control: { controlId: string; framework: { name: string } };
      previousStatus: string | null;
      status: string | null;
    }[];
  };
}

let service: TestService;
let first: ScanStatusBody;
let second: ScanStatusBody;

beforeAll(async () => {
  service = await startService();
  await connect(service.a.admin, 'demo');
  first = await runScan(service.a.member);
  second = await runScan(service.a.member);
});
afterAll(() => service.stop());

describe('compareScans', () => {
  it('returns exactly the controls whose results differ', async () => {
    const [before, after] = [await resultsOf(service.a.member, first.id), await resultsOf(service.a.member, second.id)];
    const statusBefore = new Map(before.map((each) => [`${each.framework} ${each.control_id}`, each.status]));
    const differing = after.filter((each) => statusBefore.get(`${each.framework} ${each.control_id}`) !== each.status);
    const { compareScans } = await service.a.member.data<Comparison>(COMPARE, { from: first.id, to: second.id });
    expect(differing.length).toBeGreaterThan(0);
    expect(compareScans.changes.map(({ control }) => `${control.framework.name} ${control.controlId}`)).toEqual(
      differing.map((each) => `${each.framework} ${each.control_id}`),
    );
    const failed = differing.filter(({ status }) => status === 'fail').length;
    expect(compareScans).toMatchObject({
      from: { id: first.id },
      to: { id: second.id },
      newlyFailed: failed,
      isCatalogueChanged: false,
    });
  });

  it('returns the opposite change with the scans swapped', async () => {
    const forth = (await service.a.member.data<Comparison>(COMPARE, { from: first.id, to: second.id })).compareScans;
    const back = (await service.a.member.data<Comparison>(COMPARE, { from: second.id, to: first.id })).compareScans;
    expect(back.changes.map(({ previousStatus, status }) => [status, previousStatus])).toEqual(
      forth.changes.map(({ previousStatus, status }) => [previousStatus, status]),
    );
  });

  it('returns no change between a scan and itself', async () => {
    const { compareScans } = await service.a.member.data<Comparison>(COMPARE, { from: first.id, to: first.id });
    expect(compareScans).toMatchObject({ changes: [], newlyFailed: 0, newlyPassed: 0 });
  });

  it('returns CONFLICT for a scan without results', async () => {
    await connect(service.b.admin, 'demo');
    const scan = await runScan(service.b.admin);
    await service.database.query(`update scans set status = 'failed', scores = null where id = $1`, [scan.id]);
    const { body } = await service.b.admin.graphql(COMPARE, { from: scan.id, to: scan.id });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
  });
});
