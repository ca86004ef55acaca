import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import { ExceptionExpiry } from '../../src/modules/exceptions/exception.jobs.js';
import { DAY, HOUR } from '../../src/platform/clock.js';
import { createLog } from '../../src/platform/log.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { controlId } from '../catalogue/shipped.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { accepted, dayAhead, exceptionOf, outcomes, propose, proposal } from './exceptions.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const RULE = AUDIT_TRAIL.prowler;

describe('the end of an exception', () => {
  let service: TestService;
  let tenant: TestTenant;
  let tenants = 0;
  let persistence: Persistence;
  let expiry: ExceptionExpiry;
  const clock = new ShiftedClock();

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    const log = createLog('silent');
    persistence = await openPersistence(service.config, log, service);
    const { database, catalogue } = persistence;
    expiry = new ExceptionExpiry({ database, catalogue, clock, log });
  });
  afterAll(async () => {
    await persistence.close();
    await service.stop();
  });

  beforeEach(async () => {
    tenant = await service.addTenant(`Ender${(tenants += 1)}`, 'ENTERPRISE');
    const report = prowlerReport([fails('r-1'), passes('r-2')]);
    await runImport(tenant.admin, await connect(tenant.admin, 'prowler'), report);
  });
  afterEach(() => {
    clock.shiftMs = 0;
  });

  /** Runs the worker as it would so many days ahead. */
  const runAhead = (days: number) => clock.at(days * DAY, () => expiry.run(new AbortController().signal));
  const statusOf = async () => {
    const { control } = await tenant.member.data<{ control: { status: string } }>(
      'query ($id: ID!) { control(id: $id) { status } }',
      { id: controlId('pci-dss', '10.2.1.6') },
    );
    return control.status;
  };
  const events = async () => {
    const found = await service.database.query<{ event: string; data: object }>(
      `select event, data from outbox where tenant_id = $1 and event like 'exception.%' order by sequence`,
      [tenant.tenantId],
    );
    return found.map(({ event, data }) => ({ event, data }));
  };

  it('is announced once, 30 days before its last day', async () => {
    const expiresOn = dayAhead(60);
    const { id } = await accepted(tenant, proposal(RULE, { expiresOn }));
    await runAhead(29);
    expect(await events()).toEqual([]);
    await runAhead(30);
    await runAhead(31);
    const data = {
      exception_id: id,
      scanner: 'prowler',
      rule_id: RULE,
      title: `About ${RULE}`,
      resource: 'r-1',
      expires_on: expiresOn,
    };
    expect(await events()).toEqual([{ event: 'exception.ends_soon', data }]);
    expect(await statusOf()).toBe('passed');
  });

  it('comes on the day after its last day: its findings count again, and subscribers are notified', async () => {
    const { id } = await accepted(tenant, proposal(RULE, { expiresOn: dayAhead(60) }));
    await runAhead(60);
    expect(await exceptionOf(tenant.member, id)).toMatchObject({ status: 'approved' });
    expect(await statusOf()).toBe('passed');
    await runAhead(61);
    await runAhead(62);
    expect(await exceptionOf(tenant.member, id)).toMatchObject({ status: 'expired' });
    expect(await statusOf()).toBe('failed');
    expect((await events()).map(({ event }) => event)).toEqual(['exception.ends_soon', 'exception.expired']);
  });

  it('follows the organization’s time zone', async () => {
    // Kiritimati is 14 hours ahead of UTC: there the day after begins at 10:00 UTC of the last day.
    await service.database.query(`update tenants set timezone = 'Pacific/Kiritimati' where id = $1`, [tenant.tenantId]);
    const { id } = await accepted(tenant, proposal(RULE, { expiresOn: dayAhead(60) }));
    const hoursToTenUtc = 10 * HOUR - (Date.now() % DAY);
    await clock.at(60 * DAY + hoursToTenUtc - 60_000, () => expiry.run(new AbortController().signal));
    expect(await exceptionOf(tenant.member, id)).toMatchObject({ status: 'approved' });
    await clock.at(60 * DAY + hoursToTenUtc + 60_000, () => expiry.run(new AbortController().signal));
    expect(await exceptionOf(tenant.member, id)).toMatchObject({ status: 'expired' });
  });

  it('comes to a proposal that nobody approved, without an event', async () => {
    const { id } = await propose(tenant.member, proposal(RULE));
    await runAhead(31);
    expect(await exceptionOf(tenant.member, id)).toMatchObject({ status: 'expired' });
    expect(await events()).toEqual([]);
    expect(await statusOf()).toBe('failed');
  });

  it('is silent where a longer exception renews it: nothing is announced, nothing counts again', async () => {
    const { id } = await accepted(tenant, proposal(RULE, { expiresOn: dayAhead(20) }));
    const same = await outcomes(tenant.member, proposal(RULE, { expiresOn: dayAhead(20) }));
    expect(same).toMatchObject([{ exception: null, error: { code: 'CONFLICT' } }]);
    const expiresOn = dayAhead(200);
    const renewal = await accepted(tenant, proposal(RULE, { expiresOn }));
    const { exceptions } = await tenant.member.data<{ exceptions: { totalCount: number; nodes: object[] } }>(
      '{ exceptions(where: { endsWithinDays: 30 }) { totalCount nodes { id } } }',
    );
    expect(exceptions).toEqual({ totalCount: 0, nodes: [] });
    const { exception } = await tenant.member.data<{ exception: object }>(
      'query ($id: ID!) { exception(id: $id) { status renewedUntil } }',
      { id },
    );
    expect(exception).toEqual({ status: 'approved', renewedUntil: expiresOn });
    await runAhead(0);
    await runAhead(22);
    expect((await exceptionOf(tenant.member, id)).status).toBe('expired');
    expect((await exceptionOf(tenant.member, renewal.id)).status).toBe('approved');
    expect(await events()).toEqual([]);
    expect(await statusOf()).toBe('passed');
  });
});
