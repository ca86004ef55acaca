import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import type { MailKind } from '../../src/messages/letter.js';
import { AssessmentNotices } from '../../src/modules/ucf/assessment-notices.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { createLog } from '../../src/platform/log.js';
import { OutgoingMails } from '../../src/platform/mail/outgoing-mails.js';
import { PublicUrl } from '../../src/platform/public-url.js';
import { controlId, universalControlId } from '../catalogue/shipped.js';
import { openDueNotifications, type DueNotifications } from '../notifications/due-notifications.js';
import { createRule, PATH } from '../notifications/notified-tenant.js';
import { invite } from '../organizations/inviting.js';
import { openDueReports, type DueReports } from '../report-schedules/due-reports.js';
import { createKey } from '../support/api-keys.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { create as createWorkItem } from '../work-items/work-items.js';
import { MailServer } from './mail-server.js';

const DAY_MS = 86_400_000;
const UPDATE = 'mutation ($input: UpdateMeInput!) { updateMe(input: $input) { member { language } } }';
const RESET = 'mutation ($i: RequestPasswordResetInput!) { requestPasswordReset(input: $i) { isAccepted } }';
const SCHEDULE = `mutation ($input: CreateReportScheduleInput!) {
  createReportSchedule(input: $input) { reportSchedule { id } } }`;
const WEEKLY = { framework: 'PCI DSS', reportType: 'gap_analysis', format: 'csv', cron: '0 6 * * 1' };

describe('the language of a mail', () => {
  const server = new MailServer();
  let service: TestService;
  let persistence: Persistence;
  let dueNotifications: DueNotifications;
  let dueReports: DueReports;
  let tenants = 0;

  beforeAll(async () => {
    // Nothing runs by itself in it.
    service = await startService({ settings: { role: 'web', smtpUrl: await server.listen() } });
    persistence = await openPersistence(service.config, createLog('silent'), service);
    dueNotifications = await openDueNotifications(service);
    dueReports = await openDueReports(service);
  });
  afterAll(async () => {
    await dueReports.close();
    await dueNotifications.close();
    await persistence.close();
    await service.stop();
    await server.close();
  });
  afterEach(() => {
    server.received.length = 0;
  });

  const idOf = async (client: TestTenant['member']) =>
    (await client.data<{ me: { id: string } }>('{ me { id } }')).me.id;
  const speak = (client: TestTenant['member'], language: string) => client.data(UPDATE, { input: { language } });
  /** An organization whose member and admin read German, and whose auditor has said nothing. */
  const organization = async (): Promise<TestTenant> => {
    const tenant = await service.addTenant(`Sprache${(tenants += 1)}`, 'ENTERPRISE');
    await speak(tenant.member, 'de');
    await speak(tenant.admin, 'de');
    return tenant;
  };
  /** Subjects of what was sent, with language, by receiver. */
  const sent = async () => {
    await dueNotifications.runAt(new Date());
    return server.received.map(({ to, mail }) => ({
      to: to[0] ?? '',
      language: mail.headers.get('content-language'),
      subject: mail.subject ?? '',
    }));
  };
  const notifyOfAssessments = async () => {
    const { database, catalogue } = persistence;
    const notices = new AssessmentNotices({
      ...{ database, catalogue, log: createLog('silent'), publicUrl: new PublicUrl('https://crosswalk.example') },
      clock: { now: () => new Date(Date.now() + 340 * DAY_MS), sleep: () => Promise.resolve() },
      mails: new OutgoingMails(new Vault(service.config.secretKey)),
      sender: { wake: () => Promise.resolve() },
    });
    await notices.run(new AbortController().signal);
  };

  /** How each kind of mail to a member comes about, and its subject. A kind without a line here does not compile. */
  const FLOWS: Record<MailKind, { subject: RegExp; work: (tenant: TestTenant) => Promise<unknown> }> = {
    invitation: {
      subject: /^Einladung zu Andere auf Crosswalk$/,
      work: async ({ emails }) => invite((await service.addTenant('Andere', 'STARTER')).admin, emails.member),
    },
    passwordReset: {
      subject: /^Ein neues Passwort für Sprache/,
      work: async ({ emails }) => {
        await service.anonymous.graphql(RESET, { i: { email: emails.member } });
        await expect
          .poll(() => service.database.query(`select 1 from mails where reference like 'password reset %'`))
          .toHaveLength(1);
      },
    },
    securityNotice: { subject: /: ein API-Schlüssel wurde angelegt$/, work: ({ member }) => createKey(member) },
    workItem: {
      subject: /auf Crosswalk: Etwas zu tun$/,
      work: async ({ admin, member }) =>
        createWorkItem(admin, {
          ...{ controlId: controlId('soc2', 'CC6.1'), title: 'Etwas zu tun', ownerId: await idOf(member) },
        }),
    },
    assessmentNotice: {
      subject: /: Ihre Bewertung von UCF-GOV-03 endet bald$/,
      work: async ({ member }) => {
        await service.database.query(`update users set role = 'auditor' where id = $1`, [await idOf(member)]);
        await assess(member, universalControlId('UCF-GOV-03'), 'compliant', {
          ...{ details: 'Seen.', expires_at: new Date(Date.now() + 350 * DAY_MS).toISOString() },
        });
        await notifyOfAssessments();
      },
    },
    scheduledReport: {
      subject: /: Lückenanalyse zu PCI DSS konnte nicht erstellt werden$/,
      work: async ({ member, tenantId }) => {
        await member.data(SCHEDULE, { input: WEEKLY });
        await service.database.query(`update report_schedules set next_at = '2030-01-07' where tenant_id = $1`, [
          tenantId,
        ]);
        await dueReports.runAt('2030-01-07T06:05:00Z');
      },
    },
    notification: {
      subject: /^\[Test\] Sprache\d+: Benachrichtigungen$/,
      work: async ({ member }) => member.post(`${PATH}/${await createRule(member, {})}/test`),
    },
  };

  it.each(Object.keys(FLOWS) as MailKind[])('of %s is that of who gets it', async (kind) => {
    const tenant = await organization();
    await FLOWS[kind].work(tenant);
    const own = (await sent()).filter(({ to }) => to === tenant.emails.member);
    expect(own).toEqual([
      { to: tenant.emails.member, language: 'de', subject: expect.stringMatching(FLOWS[kind].subject) as string },
    ]);
  });

  it('is that of each where several get it, and English of who has said nothing', async () => {
    const { admin, auditor, emails } = await organization();
    const members = await admin.rest<{ id: string }[]>('/api/org/members');
    const ids = members.map(({ id }) => id);
    const rule = await createRule(admin, { is_of_organization: true, member_ids: ids });
    await admin.post(`${PATH}/${rule}/test`);
    const languages = async () => Object.fromEntries((await sent()).map(({ to, language }) => [to, language]));
    expect(await languages()).toEqual({ [emails.admin]: 'de', [emails.member]: 'de', [emails.auditor]: 'en' });
    server.received.length = 0;
    await speak(auditor, 'de');
    await speak(admin, 'en');
    await admin.post(`${PATH}/${rule}/test`);
    expect(await languages()).toEqual({ [emails.admin]: 'en', [emails.member]: 'de', [emails.auditor]: 'de' });
  });

  it('to an address without an account is that of who invites', async () => {
    const { admin } = await organization();
    await invite(admin, 'neu@partner.example');
    await speak(admin, 'en');
    await invite(admin, 'new@partner.example');
    expect(Object.fromEntries((await sent()).map(({ to, language }) => [to, language]))).toEqual({
      'neu@partner.example': 'de',
      'new@partner.example': 'en',
    });
  });
});
