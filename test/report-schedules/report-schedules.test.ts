import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/platform/clock.js';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { sentMails } from '../notices/mails.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { openDueReports, type DueReports } from './due-reports.js';

interface Schedule {
  id: string;
  framework: string;
  reportType: string;
  format: string;
  language: string;
  cron: string;
  nextAt: string;
  failedAt: string | null;
  failure: string | null;
  pausedAt: string | null;
  createdBy: { name: string };
  lastReport: { id: string; moment: string; language: string; generatedBy: { name: string } } | null;
}

const FIELDS = `id framework reportType format language cron nextAt failedAt failure pausedAt createdBy { name }
  lastReport { id moment language generatedBy { name } }`;
const CREATE = `mutation ($input: CreateReportScheduleInput!) {
  createReportSchedule(input: $input) { reportSchedule { ${FIELDS} } } }`;
const UPDATE = `mutation ($input: UpdateReportScheduleInput!) {
  updateReportSchedule(input: $input) { reportSchedule { ${FIELDS} } } }`;
const DELETE = `mutation ($input: DeleteReportScheduleInput!) { deleteReportSchedule(input: $input) { reportSchedule { id } } }`;
const WEEKLY = { framework: 'PCI DSS', reportType: 'gap_analysis', format: 'csv', cron: '0 6 * * 1' };
/** Mondays, on which it is due at six. */
const [FIRST, SECOND, THIRD] = ['2030-01-07T06:05:00Z', '2030-01-14T06:05:00Z', '2030-01-21T06:05:00Z'];

let service: TestService;
let due: DueReports;
let tenant: TestTenant;
let tenants = 0;

beforeAll(async () => {
  service = await startService();
  due = await openDueReports(service);
});
afterAll(async () => {
  await due.close();
  await service.stop();
});
afterEach(() => service.database.query('delete from report_schedules'));
beforeEach(async () => {
  tenant = await service.addTenant(`Monday${(tenants += 1)}`, 'ENTERPRISE');
});

const create = async (client: Client, input: object = WEEKLY): Promise<Schedule> =>
  (await client.data<{ createReportSchedule: { reportSchedule: Schedule } }>(CREATE, { input })).createReportSchedule
    .reportSchedule;
const refusal = async (client: Client, query: string, input: object): Promise<unknown> =>
  ((await client.graphql(query, { input })).body as { errors?: unknown[] }).errors?.[0];
const schedules = async (client: Client = tenant.member) =>
  (await client.data<{ reportSchedules: Schedule[] }>(`{ reportSchedules { ${FIELDS} } }`)).reportSchedules;
const only = async () => {
  const [found, ...others] = await schedules();
  expect(others).toEqual([]);
  if (!found) throw new Error('there is no schedule');
  return found;
};
const library = () => tenant.auditor.rest<{ id: string }[]>('/api/reports');
const dueAt = (moment: string) =>
  service.database.query('update report_schedules set next_at = $1 where tenant_id = $2', [moment, tenant.tenantId]);
const importScan = async () => {
  const integration = await connect(tenant.admin, 'prowler');
  await runImport(tenant.admin, integration, prowlerReport([auditTrail('FAIL')]));
};
/** The mails of the organization's schedules, once none waits any more. */
const mails = async () => {
  await eventually(async () => {
    const waiting = await service.database.query('select 1 from mails where tenant_id = $1', [tenant.tenantId]);
    return waiting.length === 0 ? true : null;
  });
  return (await sentMails(service)).filter((mail) => mail.includes(`Subject: Monday${tenants}: `));
};

describe('a schedule of reports', () => {
  it('is set up by any member, with its next time in the organization’s time zone, and listed for all', async () => {
    await tenant.admin.data(
      'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { name } } }',
      { input: { settings: { timezone: 'America/New_York' } } },
    );
    const schedule = await create(tenant.member, { ...WEEKLY, cron: ' 0  6 * * 1' });
    expect(schedule).toMatchObject({
      ...WEEKLY,
      createdBy: { name: `Monday${tenants} member` },
      failedAt: null,
      failure: null,
      lastReport: null,
    });
    const next = new Date(schedule.nextAt);
    const local = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', ...options }).format(next);
    expect([local({ weekday: 'long' }), local({ hour: '2-digit' })]).toEqual(['Monday', '06']);
    expect(await schedules(tenant.auditor)).toEqual([schedule]);
    expect(await schedules(service.b.admin)).toEqual([]);
  });

  it('moves with the time zone of its organization', async () => {
    const { nextAt } = await create(tenant.member);
    expect(new Date(nextAt).getUTCHours()).toBe(6);
    await tenant.admin.data(
      'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { name } } }',
      { input: { settings: { timezone: 'Asia/Kolkata' } } },
    );
    // UTC+5:30 all year.
    const moved = new Date((await only()).nextAt);
    expect([moved.getUTCHours(), moved.getUTCMinutes() < 35]).toEqual([0, true]);
  });

  it.each([
    ['cron', { cron: '0 6,18 * * *' }, 'VALIDATION_FAILED', 'runs more often than once a day'],
    ['cron', { cron: 'monthly' }, 'VALIDATION_FAILED', 'is not a cron expression of five fields'],
    ['cron', { cron: '0 6 30 2 *' }, 'VALIDATION_FAILED', 'never comes'],
    ['framework', { framework: 'SOX' }, 'VALIDATION_FAILED', 'is not a framework'],
    ['format', { format: 'zip' }, 'VALIDATION_FAILED', 'is that of audit packages alone'],
  ])('names %s where it is refused: %j', async (field, changes, code, message) => {
    expect(await refusal(tenant.member, CREATE, { ...WEEKLY, ...changes })).toMatchObject({
      extensions: { code, details: [{ field: `/${field}`, message }] },
    });
    expect(await schedules()).toEqual([]);
  });

  it('of audit packages is for admins and auditors', async () => {
    const packages = { framework: 'PCI DSS', reportType: 'audit_package', cron: '0 6 1 * *' };
    expect(await refusal(tenant.member, CREATE, packages)).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    expect(await create(tenant.auditor, packages)).toMatchObject({ reportType: 'audit_package', format: 'zip' });
  });

  it('is one of at most 20', async () => {
    for (let count = 0; count < 20; count += 1) await create(tenant.member);
    expect(await refusal(tenant.member, CREATE, WEEKLY)).toMatchObject({ extensions: { code: 'CONFLICT' } });
    expect(await schedules()).toHaveLength(20);
  });

  it('is changed and deleted by who has set it up and by admins, and by nobody else', async () => {
    const { id: reportScheduleId } = await create(tenant.member);
    const change = { reportScheduleId, cron: '0 6 1 * *' };
    expect(await refusal(tenant.auditor, UPDATE, change)).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    expect(await refusal(tenant.auditor, DELETE, { reportScheduleId })).toMatchObject({
      extensions: { code: 'FORBIDDEN' },
    });
    expect(await refusal(service.b.admin, UPDATE, change)).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
    expect(await refusal(service.b.admin, DELETE, { reportScheduleId })).toMatchObject({
      extensions: { code: 'NOT_FOUND' },
    });

    await tenant.member.data(UPDATE, { input: change });
    const changed = await only();
    expect([changed.cron, new Date(changed.nextAt).getUTCDate()]).toEqual(['0 6 1 * *', 1]);
    await tenant.admin.data(DELETE, { input: { reportScheduleId } });
    expect(await schedules()).toEqual([]);
  });
});

describe('a report that is due', () => {
  it('is made once, with the rights and in the name of who has set it up, who is notified by mail', async () => {
    await importScan();
    await create(tenant.member);
    await dueAt(FIRST);
    await due.runAt(new Date(Date.parse(FIRST) - MINUTE));
    expect(await library()).toEqual([]);

    await due.runAt(FIRST);
    const [report, ...others] = await library();
    expect(others).toEqual([]);
    expect(report).toMatchObject({ report_type: 'gap_analysis', format: 'csv', framework: 'PCI DSS', moment: 'now' });
    expect(await only()).toMatchObject({
      lastReport: { id: report?.id, moment: 'now', generatedBy: { name: `Monday${tenants} member` } },
      failure: null,
    });
    const next = (await only()).nextAt;
    expect(next >= '2030-01-14T06:00:00' && next < '2030-01-14T06:05:00').toBe(true);
    // Neither a figure nor a link to the file.
    const [mail = '', ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toContain(`To: ${tenant.emails.member}`);
    expect(mail).toContain(`gap analysis of PCI DSS is in the library`);
    expect(mail).toContain(`${service.baseUrl}/reports`);
    expect(mail).not.toMatch(/[0-9]%|token|signature|\.csv/);

    await due.runAt(FIRST);
    expect(await library()).toHaveLength(1);
  });

  it('is made in the language of its schedule, English unless another one was chosen', async () => {
    await importScan();
    expect(await create(tenant.member)).toMatchObject({ language: 'en' });
    await create(tenant.member, { ...WEEKLY, format: 'json', language: 'de' });
    await dueAt(FIRST);
    await due.runAt(FIRST);
    expect((await schedules()).map(({ language, lastReport }) => [language, lastReport?.language]).sort()).toEqual([
      ['de', 'de'],
      ['en', 'en'],
    ]);
    await mails();
  });

  it('makes up for all that were missed', async () => {
    await importScan();
    await create(tenant.member);
    await dueAt(FIRST);
    await due.runAt(THIRD);
    expect(await library()).toHaveLength(1);
    expect((await only()).nextAt > THIRD).toBe(true);
  });

  it('says why it could not be made, on its schedule and by mail, until the next one is', async () => {
    await create(tenant.member);
    await dueAt(FIRST);
    await due.runAt(FIRST);
    expect(await library()).toEqual([]);
    expect(await only()).toMatchObject({
      failedAt: new Date(FIRST).toISOString(),
      failure: 'no scan of PCI DSS has completed yet',
      lastReport: null,
    });
    expect(await mails()).toEqual([expect.stringContaining('no scan of PCI DSS has completed yet')]);

    await importScan();
    await dueAt(SECOND);
    await due.runAt(SECOND);
    expect(await only()).toMatchObject({ failedAt: null, failure: null, lastReport: { moment: 'now' } });
  });

  it('is not made for who is no member any more, and not beyond what their role may read by then', async () => {
    await importScan();
    await create(tenant.member);
    await create(tenant.auditor, { framework: 'PCI DSS', reportType: 'audit_package', cron: '0 6 * * 1' });
    const { members } = await tenant.admin.data<{ members: { id: string; email: string }[] }>(
      '{ members { id email } }',
    );
    const idOf = (email: string) => members.find((user) => user.email === email)?.id;
    await tenant.admin.data('mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }', {
      input: { userId: idOf(tenant.emails.member) },
    });
    await tenant.admin.data('mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
      input: { userId: idOf(tenant.emails.auditor), role: 'member' },
    });
    await dueAt(FIRST);
    await due.runAt(FIRST);
    const made = await schedules(tenant.admin);
    expect(made.map(({ reportType, failure }) => [reportType, failure]).toSorted()).toEqual([
      ['audit_package', 'audit packages are for admins and auditors'],
      ['gap_analysis', 'who has set it up is no member any more'],
    ]);
    expect(await tenant.admin.rest('/api/reports')).toEqual([]);
  });

  it('is made by another process where one died with it, no sooner than 15 minutes later, and once', async () => {
    await importScan();
    await create(tenant.member);
    await dueAt(FIRST);
    const claimedUntil = new Date(Date.parse(FIRST) + 15 * MINUTE);
    await service.database.query('update report_schedules set claimed_until = $1, attempts = 1 where tenant_id = $2', [
      claimedUntil,
      tenant.tenantId,
    ]);
    await due.runAt(new Date(claimedUntil.getTime() - 1));
    expect(await library()).toEqual([]);
    await due.runAt(claimedUntil);
    expect(await library()).toHaveLength(1);
  });

  it('rests while its organization is suspended', async () => {
    await importScan();
    await create(tenant.member);
    await dueAt(FIRST);
    const suspend = (reason: string | null) =>
      service.database.query(
        `update tenants set suspension_reason = $1, suspended_at = case when $1::text is not null then now() end where id = $2`,
        [reason, tenant.tenantId],
      );
    await suspend('unpaid');
    await due.runAt(FIRST);
    await suspend(null);
    expect(await library()).toEqual([]);
    await due.runAt(FIRST);
    expect(await library()).toHaveLength(1);
  });

  it('is not made while its schedule is paused, and not made up for when that resumes', async () => {
    await importScan();
    const { id: reportScheduleId } = await create(tenant.member);
    await dueAt(FIRST);
    expect(await refusal(tenant.auditor, UPDATE, { reportScheduleId, isPaused: true })).toMatchObject({
      extensions: { code: 'FORBIDDEN' },
    });
    await tenant.member.data(UPDATE, { input: { reportScheduleId, isPaused: true } });
    expect((await only()).pausedAt).not.toBeNull();
    await due.runAt(FIRST);
    expect(await library()).toEqual([]);
    await tenant.admin.data(UPDATE, { input: { reportScheduleId, isPaused: false } });
    const resumed = await only();
    expect([resumed.pausedAt, resumed.cron, Date.parse(resumed.nextAt) > Date.now()]).toEqual([
      null,
      WEEKLY.cron,
      true,
    ]);
    await due.runAt(new Date(Date.parse(resumed.nextAt) - 1));
    expect(await library()).toEqual([]);
    await due.runAt(resumed.nextAt);
    expect(await library()).toHaveLength(1);
  });

  it('stays when its schedule is deleted', async () => {
    await importScan();
    const { id: reportScheduleId } = await create(tenant.member);
    await dueAt(FIRST);
    await due.runAt(FIRST);
    await tenant.member.data(DELETE, { input: { reportScheduleId } });
    expect(await library()).toHaveLength(1);
  });

  it('is read with its schedule by as many statements for three as for one', async () => {
    await importScan();
    const statementsOf = async () => {
      const before = service.statements.length;
      await schedules();
      return service.statements.length - before;
    };
    await create(tenant.member);
    await dueAt(FIRST);
    await due.runAt(FIRST);
    const forOne = await statementsOf();
    await create(tenant.auditor, { ...WEEKLY, framework: 'SOC 2' });
    await create(tenant.admin, { ...WEEKLY, framework: 'HIPAA' });
    await dueAt(SECOND);
    await due.runAt(SECOND);
    expect((await schedules()).map(({ lastReport }) => lastReport !== null)).toEqual([true, true, true]);
    expect(await statementsOf()).toBe(forOne);
  });
});
