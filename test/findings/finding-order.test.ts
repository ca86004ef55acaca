import { afterAll, beforeAll, expect, it } from 'vitest';
import { finding } from '../scans/tiny-catalogue.js';
import { gatedCloud, Worker } from '../scans/worker.js';
import { connect, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { allFindings, briefly } from './findings.js';

let service: TestService;
let tenant: TestTenant;
const workers: Worker[] = [];
beforeAll(async () => {
  service = await startService({ settings: { role: 'web' } });
  tenant = await service.addTenant('Orderly', 'ENTERPRISE');
  await connect(tenant.admin, 'demo');
});
afterAll(async () => {
  for (const worker of workers) await worker.close();
  await service.stop();
});

/** A worker to whom the cloud has these findings, once the gate is open. */
const hire = async (...findings: ReturnType<typeof finding>[]) => {
  const gate = gatedCloud(findings);
  const worker = await Worker.open(service, gate.cloud);
  workers.push(worker);
  return { ...gate, worker };
};
const state = async (scanId: string) => (await tenant.member.rest<{ status: string }>(`/api/scans/${scanId}`)).status;
const list = async (where: Record<string, unknown> = {}) => briefly(await allFindings(tenant.member, where)).toSorted();
const intervals = () =>
  service.database.query<{ since: number; until: number | null }>(
    'select since_scan as since, until_scan as until from findings where tenant_id = $1 order by 1, 2',
    [tenant.tenantId],
  );

it('lets a scan wait for an earlier one of its integration, so that either is known as it was', async () => {
  const first = await hire(finding('one', 'fail', 'r-1'), finding('one', 'pass', 'r-2'));
  const second = await hire(
    finding('one', 'pass', 'r-1'),
    finding('one', 'pass', 'r-2'),
    finding('one', 'fail', 'r-3'),
  );
  const [earlier, later] = [await triggerScan(tenant.member), await triggerScan(tenant.member, {})];
  expect(later).not.toBe(earlier);
  const work = first.worker.run(tenant.tenantId, earlier);
  await first.entered;
  second.open();
  await second.worker.run(tenant.tenantId, later);
  expect([await state(later), second.cloud.begun]).toEqual(['queued', 0]);
  first.open();
  await work;
  await second.worker.run(tenant.tenantId, later);

  expect(await list({ scanId: earlier })).toEqual(['fail r-1', 'pass r-2']);
  expect(await list({ scanId: later })).toEqual(['fail r-3', 'pass r-1', 'pass r-2']);
  expect(await list()).toEqual(['fail r-3', 'pass r-1', 'pass r-2']);
  expect(await intervals()).toEqual([
    { since: 1, until: 2 },
    { since: 1, until: null },
    { since: 2, until: null },
    { since: 2, until: null },
  ]);
});

it('leaves out what a scan says that ends after a later one, and refuses to list it', async () => {
  const late = await hire(finding('one', 'fail', 'r-1'), finding('one', 'fail', 'r-4'));
  const early = await hire(finding('one', 'pass', 'r-1'));
  const [earlier, later] = [await triggerScan(tenant.member), await triggerScan(tenant.member)];
  // The queue does not let it happen: the earlier scan is hidden from it.
  const mark = (status: string) =>
    service.database.query('update scans set status = $2 where id = $1', [earlier, status]);
  await mark('failed');
  early.open();
  await early.worker.run(tenant.tenantId, later);
  const [known, rows] = [await list(), await intervals()];
  await mark('queued');
  late.open();
  await late.worker.run(tenant.tenantId, earlier);

  expect([await state(earlier), await state(later)]).toEqual(['completed', 'completed']);
  expect(known).toEqual(['pass r-1']);
  expect(await list()).toEqual(known);
  expect(await intervals()).toEqual(rows);
  expect(await list({ scanId: later })).toEqual(known);
  expect((await tenant.member.get(`/api/scans/${earlier}/findings`)).status).toBe(409);
});
