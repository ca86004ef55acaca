import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { type Clock } from '../../src/platform/clock.js';
import { AppError } from '../../src/platform/errors.js';
import { AUDIT_TRAIL, failedBy, reachedBy } from '../catalogue/decided.js';
import { controlId, CONTROL_COUNT } from '../catalogue/shipped.js';
import { connect, finished, type ScanStatusBody, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { NOTHING, storedRows, scanEvents } from './terminal.js';
import { finding } from './tiny-catalogue.js';
import { Cloud, gatedCloud, Worker } from './worker.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

/** Finding of the rule of a shipped check, and the number of controls that fail by it. */
const FINDING = finding('', 'fail', 'r1', { ruleId: AUDIT_TRAIL.prowler });
const FAILED = failedBy(AUDIT_TRAIL.check).length;

/** Fake of a cloud account that yields a finding and then fails. */
function failing(err: Error): Cloud {
  return new Cloud(async function* () {
    yield { kind: 'finding', finding: FINDING };
    throw err;
  });
}

describe('the end of a scan', () => {
  let service: TestService;
  let tenant: TestTenant;
  let tenants = 0;
  const workers: Worker[] = [];

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem(), settings: { role: 'web' } });
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    tenant = await service.addTenant(`Ender${(tenants += 1)}`, 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
  });

  const trigger = () => triggerScan(tenant.member);
  const hire = async (cloud: Cloud, clock?: Clock): Promise<Worker> => {
    const worker = await Worker.open(service, cloud, clock);
    workers.push(worker);
    return worker;
  };
  const status = (scanId: string) =>
    tenant.member.rest<ScanStatusBody & { completed_at: string | null }>(`/api/scans/${scanId}`);
  const letLeaseExpire = (scanId: string) =>
    service.database.query(`update scans set lease_expires_at = now() - interval '1 second' where id = $1`, [scanId]);

  it('is failed at once with the message of the connector’s AppError, and no result is stored', async () => {
    const scanId = await trigger();
    const cloud = failing(new AppError('CONFLICT', 'the account refuses our role'));
    await (await hire(cloud)).run(tenant.tenantId, scanId);
    const scan = await status(scanId);
    const error = { code: 'CONFLICT', message: 'the account refuses our role' };
    expect(scan).toMatchObject({ status: 'failed', failure_reason: error, scores: null });
    expect(scan.completed_at).not.toBeNull();
    expect(cloud.begun).toBe(1);
    expect(await storedRows(service, tenant.tenantId)).toEqual(NOTHING);
    expect(await scanEvents(service, tenant.tenantId)).toEqual([
      { event: 'scan.failed', data: { scan_job_id: scanId, error, completed_at: scan.completed_at } },
    ]);
  });

  it('is failed after three attempts for an unexpected error, without its message', async () => {
    const scanId = await trigger();
    const cloud = failing(new Error('secret inside at /srv/app'));
    const worker = await hire(cloud);
    for (const attempt of [1, 2]) {
      await worker.run(tenant.tenantId, scanId);
      expect(cloud.begun).toBe(attempt);
      expect(await status(scanId)).toMatchObject({ status: 'running', failure_reason: null });
    }
    await worker.run(tenant.tenantId, scanId);
    const { failure_reason: reason, status: state } = await status(scanId);
    expect({ state, code: reason?.code }).toEqual({ state: 'failed', code: 'INTERNAL' });
    expect(reason?.message).not.toMatch(/secret|srv/);
    await worker.run(tenant.tenantId, scanId);
    expect(cloud.begun).toBe(3);
    expect(await scanEvents(service, tenant.tenantId)).toMatchObject([{ event: 'scan.failed' }]);
  });

  it('is completed when the second attempt succeeds, with the results of that attempt alone', async () => {
    const scanId = await trigger();
    let tries = 0;
    const cloud = new Cloud(async function* () {
      yield { kind: 'finding', finding: FINDING };
      if ((tries += 1) === 1) throw new Error('a hiccup');
    });
    const worker = await hire(cloud);
    await worker.run(tenant.tenantId, scanId);
    await worker.run(tenant.tenantId, scanId);
    expect(await status(scanId)).toMatchObject({ status: 'completed', failed_controls: FAILED });
    expect(await storedRows(service, tenant.tenantId)).toMatchObject({
      scan_results: CONTROL_COUNT,
      scan_findings: 1,
      // One artifact of the scan, with a part for each control.
      evidence: 1,
      evidence_controls: reachedBy(AUDIT_TRAIL.check).length,
    });
    expect(await scanEvents(service, tenant.tenantId)).toMatchObject([{ event: 'scan.completed' }]);
  });

  it('is failed when three workers died; their late writes change nothing', async () => {
    const scanId = await trigger();
    const clouds = [gatedCloud([FINDING]), gatedCloud([FINDING]), gatedCloud([FINDING])];
    const deaths: Promise<boolean>[] = [];
    for (const { cloud, entered } of clouds) {
      deaths.push((await hire(cloud)).run(tenant.tenantId, scanId));
      await entered;
      await letLeaseExpire(scanId);
    }
    // A worker that starts now looks for scans that nobody works on.
    const app = await createApp({
      content: service.content,
      config: { ...service.config, role: 'worker', port: 0 },
      log: createLog('silent'),
    });
    await app.start();
    const scan = await finished(tenant.member, scanId);
    expect(scan).toMatchObject({ status: 'failed', failure_reason: { code: 'INTERNAL' }, scores: null });
    for (const { open } of clouds) open();
    await Promise.all(deaths);
    expect(await status(scanId)).toMatchObject({ ...scan });
    expect(await storedRows(service, tenant.tenantId)).toEqual(NOTHING);
    expect(await scanEvents(service, tenant.tenantId)).toMatchObject([{ event: 'scan.failed' }]);
    await app.stop();
  });

  it('is published exactly once, whether the work or a cancel comes first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push(await trigger());
    const { cloud, open } = gatedCloud([FINDING]);
    open();
    const worker = await hire(cloud);
    const cancel = 'mutation ($id: ID!) { cancelScan(input: { scanId: $id }) { scan { status } } }';
    await Promise.all(ids.flatMap((id) => [worker.run(tenant.tenantId, id), tenant.member.graphql(cancel, { id })]));
    const events = await scanEvents(service, tenant.tenantId);
    expect(events.map(({ data }) => data.scan_job_id).sort()).toEqual(ids.toSorted());
    for (const id of ids) {
      const scan = await status(id);
      const [event] = events.filter(({ data }) => data.scan_job_id === id);
      expect(event?.event).toBe(`scan.${scan.status}`);
      if (scan.status === 'failed') expect(scan.failure_reason?.code).toBe('CANCELLED');
      const results = await service.database.query('select 1 from scan_results where scan_id = $1', [id]);
      expect(results).toHaveLength(scan.status === 'completed' ? CONTROL_COUNT : 0);
    }
  });

  it('is awaited by a later scan of the same integration, whose results then count', async () => {
    const [earlier, later] = [await trigger(), await trigger()];
    const passing = { ...FINDING, status: 'pass' as const };
    const [late, early] = [gatedCloud([passing]), gatedCloud([FINDING])];
    late.open();
    early.open();
    await (await hire(late.cloud)).run(tenant.tenantId, later);
    expect([late.cloud.begun, (await status(later)).status]).toEqual([0, 'queued']);
    await (await hire(early.cloud)).run(tenant.tenantId, earlier);
    expect(await status(earlier)).toMatchObject({ status: 'completed', failed_controls: FAILED });
    await (await hire(late.cloud)).run(tenant.tenantId, later);
    const control = await tenant.auditor.rest(`/api/compliance/controls/${controlId('pci-dss', '10.2.1.6')}`);
    expect(control).toMatchObject({ status: 'passed', latest_finding: { scan_job_id: later } });
  });

  it('publishes scan.completed with the counts and the score of the scan', async () => {
    const scanId = await trigger();
    const { cloud, open } = gatedCloud([FINDING]);
    open();
    await (await hire(cloud)).run(tenant.tenantId, scanId);
    const scan = await status(scanId);
    expect(await scanEvents(service, tenant.tenantId)).toEqual([
      {
        event: 'scan.completed',
        data: {
          scan_job_id: scanId,
          total_controls: CONTROL_COUNT,
          passed: 0,
          failed: FAILED,
          score: scan.scores?.overall,
          assured_score: scan.scores?.assured_overall,
        },
      },
    ]);
  });
});
