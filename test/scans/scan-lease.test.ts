import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connector } from '../../src/connectors/connector.js';
import type { FindingStatus } from '../../src/connectors/finding.js';
import type { Clock } from '../../src/platform/clock.js';
import { AUDIT_TRAIL, elementsOf, passedBy, reachedBy, supportedBeside } from '../catalogue/decided.js';
import { connect, resultsOf, type ScanStatusBody, storedBytes, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { NOTHING, storedRows, scanEvents } from './terminal.js';
import { finding } from './tiny-catalogue.js';
import { gatedCloud, Worker } from './worker.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

/** Finding of the rule of a shipped check. */
const verdict = (status: FindingStatus) => finding('', status, 'r1', { ruleId: AUDIT_TRAIL.prowler });
/** Number of controls that pass where it passes. */
const PASSED = passedBy(AUDIT_TRAIL.check).length;

describe('the lease of a scan', () => {
  let service: TestService;
  let tenant: TestTenant;
  let scanId = '';
  let tenants = 0;
  const workers: Worker[] = [];

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem(), settings: { role: 'web' } });
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    tenant = await service.addTenant(`Lessee${(tenants += 1)}`, 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
    scanId = await triggerScan(tenant.member);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
  });

  const hire = async (cloud: Connector, clock?: Clock): Promise<Worker> => {
    const worker = await Worker.open(service, cloud, clock);
    workers.push(worker);
    return worker;
  };
  const status = () => tenant.member.rest<ScanStatusBody>(`/api/scans/${scanId}`);
  const letLeaseExpire = () =>
    service.database.query(`update scans set lease_expires_at = now() - interval '1 second' where id = $1`, [scanId]);
  const rowOf = async () => {
    const [row] = await service.database.query<{ attempts: number; lease_number: number; free: boolean }>(
      `select attempts, lease_number, lease_expires_at < now() as free from scans where id = $1`,
      [scanId],
    );
    return row;
  };

  it('is claimed by one of two workers that run at the same time', async () => {
    const [one, two] = [gatedCloud([verdict('pass')]), gatedCloud([verdict('pass')])];
    one.open();
    two.open();
    const [first, second] = [await hire(one.cloud), await hire(two.cloud)];
    await Promise.all([first.run(tenant.tenantId, scanId), second.run(tenant.tenantId, scanId)]);
    expect(one.cloud.begun + two.cloud.begun).toBe(1);
    expect(await status()).toMatchObject({ status: 'completed', passed_controls: PASSED });
  });

  it('is not claimed by another worker while it is in force', async () => {
    const [slow, other] = [gatedCloud([verdict('pass')]), gatedCloud([verdict('fail')])];
    const [first, second] = [await hire(slow.cloud), await hire(other.cloud)];
    const work = first.run(tenant.tenantId, scanId);
    await slow.entered;
    await second.run(tenant.tenantId, scanId);
    expect(other.cloud.begun).toBe(0);
    slow.open();
    await work;
    expect(await status()).toMatchObject({ status: 'completed', passed_controls: PASSED, failed_controls: 0 });
  });

  it('is taken three times and no more, whoever would take it', async () => {
    await service.database.query(`update scans set status = 'running', attempts = 3 where id = $1`, [scanId]);
    await letLeaseExpire();
    const { cloud } = gatedCloud([verdict('pass')]);
    await (await hire(cloud)).run(tenant.tenantId, scanId);
    expect(cloud.begun).toBe(0);
    expect(await rowOf()).toMatchObject({ attempts: 3, free: true });
  });

  it('is taken over when it has expired, and late writes of the first worker are refused', async () => {
    const [dead, alive] = [gatedCloud([verdict('fail'), verdict('fail')]), gatedCloud([verdict('pass')])];
    const [first, second] = [await hire(dead.cloud), await hire(alive.cloud)];
    const late = first.run(tenant.tenantId, scanId);
    await dead.entered;
    await letLeaseExpire();
    alive.open();
    await second.run(tenant.tenantId, scanId);
    const scan = await status();
    const results = await resultsOf(tenant.member, scanId);
    const stored = await storedRows(service, tenant.tenantId);
    expect(scan).toMatchObject({ status: 'completed', passed_controls: PASSED, failed_controls: 0 });

    dead.open();
    await late;
    expect(await status()).toEqual(scan);
    expect(await resultsOf(tenant.member, scanId)).toEqual(results);
    expect(await storedRows(service, tenant.tenantId)).toEqual(stored);
    expect(stored).toMatchObject({
      scan_results: CONTROL_COUNT,
      scan_findings: 0,
      evidence: 1,
      evidence_controls: reachedBy(AUDIT_TRAIL.check).length,
      element_votes: elementsOf(AUDIT_TRAIL.check).length + supportedBeside(AUDIT_TRAIL.check).length,
    });
    expect(await scanEvents(service, tenant.tenantId)).toMatchObject([
      { event: 'scan.completed', data: { passed: PASSED } },
    ]);
    const [{ evidence_key: key } = { evidence_key: null }] = results.filter(({ evaluated }) => evaluated);
    const artifact = String(await storedBytes(service.config.dataDir, key));
    expect(JSON.parse(artifact)).toMatchObject({ scan_job_id: scanId, status: 'pass' });
  });

  it('that was lost lets the first worker end nothing, even before the second one ends', async () => {
    const [old, young] = [gatedCloud([verdict('fail')]), gatedCloud([verdict('pass')])];
    const [first, second] = [await hire(old.cloud), await hire(young.cloud)];
    const late = first.run(tenant.tenantId, scanId);
    await old.entered;
    await letLeaseExpire();
    const work = second.run(tenant.tenantId, scanId);
    await young.entered;
    old.open();
    await late;
    expect(await storedRows(service, tenant.tenantId)).toEqual(NOTHING);
    expect(await status()).toMatchObject({ status: 'running' });
    young.open();
    await work;
    expect(await status()).toMatchObject({ status: 'completed', passed_controls: PASSED, failed_controls: 0 });
    expect(await scanEvents(service, tenant.tenantId)).toHaveLength(1);
  });

  it('is renewed by the heartbeat while the work continues', async () => {
    const clock = new TickingClock();
    const cloud = gatedCloud([verdict('pass')]);
    const work = (await hire(cloud.cloud, clock)).run(tenant.tenantId, scanId);
    await cloud.entered;
    await letLeaseExpire();
    expect(await rowOf()).toMatchObject({ free: true });
    await clock.tick();
    expect(await rowOf()).toMatchObject({ free: false, attempts: 1, lease_number: 1 });
    cloud.open();
    await work;
  });

  it('that was lost is noticed at the next heartbeat, which interrupts the work', async () => {
    const clock = new TickingClock();
    const cloud = gatedCloud([verdict('fail')]);
    const work = (await hire(cloud.cloud, clock)).run(tenant.tenantId, scanId);
    const { signal } = await cloud.entered;
    await service.database.query('update scans set lease_number = lease_number + 1 where id = $1', [scanId]);
    expect(signal.aborted).toBe(false);
    await clock.tick();
    expect(signal.aborted).toBe(true);
    cloud.open();
    await work;
    expect(await storedRows(service, tenant.tenantId)).toEqual(NOTHING);
  });

  it('is released by a process that stops, without using up an attempt', async () => {
    const [stopped, next] = [gatedCloud([verdict('fail')]), gatedCloud([verdict('pass')])];
    const [first, second] = [await hire(stopped.cloud), await hire(next.cloud)];
    const work = first.run(tenant.tenantId, scanId);
    await stopped.entered;
    first.stop();
    stopped.open();
    await work;
    expect(await status()).toMatchObject({ status: 'running' });
    expect(await rowOf()).toMatchObject({ free: true, attempts: 0 });
    next.open();
    await second.run(tenant.tenantId, scanId);
    expect(await status()).toMatchObject({ status: 'completed', passed_controls: PASSED });
    expect(await rowOf()).toMatchObject({ attempts: 1, lease_number: 3 });
  });
});

/** Clock whose sleeps end when the test ticks it. */
class TickingClock implements Clock {
  private sleepers: (() => void)[] = [];
  private onSleep = Promise.withResolvers<undefined>();

  now(): Date {
    return new Date();
  }

  sleep(_ms: number, signal?: AbortSignal): Promise<void> {
    this.onSleep.resolve(undefined);
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.sleepers.push(resolve);
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Ends all sleeps, and waits until the next one begins. */
  async tick(): Promise<void> {
    this.onSleep = Promise.withResolvers<undefined>();
    const sleepers = this.sleepers.splice(0);
    for (const wake of sleepers) wake();
    await this.onSleep.promise;
  }
}
