import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScheduleRunner } from '../../src/modules/schedules/schedule.jobs.js';
import { ScanJobs } from '../../src/modules/scans/scan.jobs.js';
import { systemClock, type Clock } from '../../src/platform/clock.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { createLog } from '../../src/platform/log.js';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import { connect, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { gatedCloud, Worker } from '../scans/worker.js';

const SET = `mutation ($i: SetScheduleInput!) { setSchedule(input: $i) { integration {
  schedule { cron timezone nextScanAt } } } }`;
const SCANS = '{ scans(first: 10) { nodes { id trigger status triggeredBy queuedBehind } } }';

interface Schedule {
  cron: string;
  timezone: string;
  nextScanAt: string;
}
interface Scans {
  scans: {
    nodes: { id: string; trigger: string; status: string; triggeredBy: string | null; queuedBehind: string | null }[];
  };
}

let service: TestService;
let persistence: Persistence;
let jobs: Jobs;
let tenant: TestTenant;
let tenants = 0;
let integrationId: string;
const workers: Worker[] = [];

beforeAll(async () => {
  service = await startService({ settings: { role: 'web' } });
  const log = createLog('silent');
  persistence = await openPersistence(service.config, log);
  jobs = new Jobs({ url: persistence.serviceUrl, mongodbUrl: null, log, clock: systemClock });
});
afterAll(async () => {
  await jobs.stop();
  await persistence.close();
  await service.stop();
});
beforeEach(async () => {
  tenant = await service.addTenant(`Timer${(tenants += 1)}`, 'ENTERPRISE');
  integrationId = await connect(tenant.admin, 'demo');
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  await service.database.query('delete from scan_schedules');
});

const set = async (cron: string | null): Promise<Schedule | null> => {
  const { setSchedule } = await tenant.admin.data<{ setSchedule: { integration: { schedule: Schedule | null } } }>(
    SET,
    {
      i: { integrationId, cron },
    },
  );
  return setSchedule.integration.schedule;
};
/** Queues the scans that are due at a moment. */
const runAt = async (moment: string): Promise<void> => {
  const clock: Clock = { now: () => new Date(moment), sleep: () => Promise.resolve() };
  const log = createLog('silent');
  const { database, catalogue } = persistence;
  const scanJobs = new ScanJobs(jobs, database, clock);
  const wake = (scan: { tenantId: string; scanId: string }) => scanJobs.wake(scan);
  const runner = new ScheduleRunner({ database, catalogue, wake, clock, log, random: () => 0 });
  await runner.run(new AbortController().signal);
};
const scans = async () => (await tenant.member.data<Scans>(SCANS)).scans.nodes;
const nextAt = async () => {
  const [row] = await service.database.query<{ next_at: Date }>(
    'select next_at from scan_schedules where integration_id = $1',
    [integrationId],
  );
  return row?.next_at.toISOString();
};
const dueAt = (moment: string) =>
  service.database.query('update scan_schedules set next_at = $1 where integration_id = $2', [moment, integrationId]);

describe('a schedule', () => {
  it('is a field of the integration, in the organization’s time zone', async () => {
    const schedule = await set('0 3 * * *');
    expect(schedule).toMatchObject({ cron: '0 3 * * *', timezone: 'UTC' });
    const minute = new Date(schedule?.nextScanAt ?? '').getUTCMinutes();
    expect([new Date(schedule?.nextScanAt ?? '').getUTCHours(), minute < 5]).toEqual([3, true]);
    const { integrations } = await tenant.auditor.data<{ integrations: { schedule: Schedule }[] }>(
      '{ integrations { schedule { cron timezone nextScanAt } } }',
    );
    expect(integrations).toEqual([{ schedule }]);
  });

  it('is removed by null, and when the integration is disconnected', async () => {
    await set('0 3 * * *');
    expect(await set(null)).toBeNull();
    await set('0 3 * * *');
    await tenant.admin.data(
      'mutation ($i: DisconnectIntegrationInput!) { disconnectIntegration(input: $i) { integration { id } } }',
      {
        i: { integrationId },
      },
    );
    expect(await nextAt()).toBeUndefined();
  });

  it('returns VALIDATION_FAILED for the field where it is invalid or runs too often', async () => {
    for (const cron of ['every day', '* * * * *']) {
      const { body } = await tenant.admin.graphql(SET, { i: { integrationId, cron } });
      expect(body).toMatchObject({
        errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/cron' }] } }],
      });
    }
  });

  it('is rescheduled when the time zone changes', async () => {
    await set('0 3 * * *');
    const document =
      'mutation ($i: UpdateOrganizationInput!) { updateOrganization(input: $i) { organization { name } } }';
    await tenant.admin.data(document, { i: { settings: { timezone: 'Asia/Tokyo' } } });
    // 3:00 in Tokyo, which has no summer time, is 18:00 UTC.
    expect(new Date((await nextAt()) ?? '').getUTCHours()).toBe(18);
  });

  it('is recorded in the audit trail, before and after', async () => {
    await set('0 3 * * *');
    await set('0 4 * * *');
    const { auditLog } = await tenant.admin.data<{ auditLog: { nodes: object[] } }>(
      '{ auditLog(first: 1) { nodes { action before after } } }',
    );
    expect(auditLog.nodes).toEqual([
      { action: 'integration.schedule_changed', before: { cron: '0 3 * * *' }, after: { cron: '0 4 * * *' } },
    ]);
  });
});

describe('a scheduled scan', () => {
  it('is queued when it is due, without a user, and the next run is computed from then', async () => {
    await set('0 3 * * *');
    await dueAt('2026-06-01T03:00:00Z');
    await runAt('2026-06-01T02:59:59Z');
    expect(await scans()).toEqual([]);
    await runAt('2026-06-01T03:00:00Z');
    expect(await scans()).toMatchObject([{ trigger: 'schedule', status: 'queued', triggeredBy: null }]);
    expect(await nextAt()).toBe('2026-06-02T03:00:00.000Z');
  });

  it('is queued once for a week of missed runs', async () => {
    await set('0 3 * * *');
    await dueAt('2026-06-01T03:00:00Z');
    await runAt('2026-06-08T10:00:00Z');
    await runAt('2026-06-08T10:00:30Z');
    expect(await scans()).toHaveLength(1);
    expect(await nextAt()).toBe('2026-06-09T03:00:00.000Z');
  });

  it('is queued once by several processes that run at the same time', async () => {
    await set('0 3 * * *');
    await dueAt('2026-06-01T03:00:00Z');
    await Promise.all([1, 2, 3, 4].map(() => runAt('2026-06-01T03:00:00Z')));
    expect(await scans()).toHaveLength(1);
  });

  it('has the id of the scan that it waits for, and begins after that one', async () => {
    const first = await triggerScan(tenant.member);
    const { cloud, entered, open } = gatedCloud([]);
    const worker = await Worker.open(service, cloud);
    workers.push(worker);
    const running = worker.run(tenant.tenantId, first);
    await entered;
    await set('0 3 * * *');
    await dueAt('2026-06-01T03:00:00Z');
    await runAt('2026-06-01T03:00:00Z');
    const [second] = await scans();
    expect(second).toMatchObject({ trigger: 'schedule', status: 'queued', queuedBehind: first });

    await worker.run(tenant.tenantId, second?.id ?? '');
    expect([cloud.begun, (await scans())[0]?.status]).toEqual([1, 'queued']);
    open();
    await running;
    expect((await scans())[0]?.queuedBehind).toBeNull();
    await worker.run(tenant.tenantId, second?.id ?? '');
    expect((await scans())[0]).toMatchObject({ status: 'completed', queuedBehind: null });
  });

  it('does not wait for a scan of another integration', async () => {
    await connect(tenant.admin, 'prowler');
    const of = (type: string) => triggerScan(tenant.member, { integration_types: [type] });
    const [demo] = [await of('demo'), await of('prowler')];
    expect((await scans()).map(({ queuedBehind }) => queuedBehind)).toEqual([null, null]);
    await of('demo');
    expect((await scans()).map(({ queuedBehind }) => queuedBehind)).toEqual([demo, null, null]);
  });
});
