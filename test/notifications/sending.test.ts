import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailServer } from '../mail/mail-server.js';
import { dayAhead } from '../exceptions/exceptions.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { createWebhook } from '../webhooks/webhooks.js';
import { create as createWorkItem } from '../work-items/work-items.js';
import { controlId } from '../catalogue/shipped.js';
import { openDueNotifications, type DueNotifications } from './due-notifications.js';
import { controlFailed, createRule, logOf, PATH, record, scoreMoved } from './notified-tenant.js';
import { file, uploaded } from '../evidence/form.js';
import { assess } from '../ucf/assessments.js';

/** A Monday in winter, when Berlin is at UTC+1. */
const MONDAY = '2030-01-07';

let mailServer: MailServer;
let service: TestService;
let due: DueNotifications;
let tenant: TestTenant;
let tenants = 0;

beforeAll(async () => {
  mailServer = new MailServer();
  const smtpUrl = await mailServer.listen();
  // Nothing runs by itself in it.
  service = await startService({ settings: { role: 'web', smtpUrl, allowsPrivateWebhooks: true } });
  due = await openDueNotifications(service);
});
afterAll(async () => {
  await due.close();
  await service.stop();
  await mailServer.close();
});
beforeEach(async () => {
  tenant = await service.addTenant(`Notified${(tenants += 1)}`, 'ENTERPRISE');
});
afterEach(async () => {
  await service.database.query('delete from notification_rules');
  await service.database.query('delete from mails');
  mailServer.received.length = 0;
});

const at = (time: string) => new Date(`${MONDAY}T${time}:00Z`);
const fails = (code = 'CC6.1', slug = 'soc2') => controlFailed(service.database, tenant.tenantId, slug, code);
const subjects = () => mailServer.received.map(({ mail }) => mail.subject?.replace(/^.*?: /, ''));
const receivers = () => mailServer.received.flatMap(({ to }) => to).toSorted();
const memberIds = async (...roles: string[]) => {
  const found = await tenant.admin.rest<{ id: string; role: string }[]>('/api/org/members');
  return found.filter(({ role }) => roles.includes(role)).map(({ id }) => id);
};
const ofMembers = async (...roles: string[]) => ({
  is_of_organization: true,
  member_ids: await memberIds(...roles),
});
/** As if what waits had occurred at a moment. */
const occurredAt = (moment: Date) => service.database.query('update notifications set occurred_at = $1', [moment]);

describe('an event that a rule notifies of', () => {
  it('is sent once, to its receiver alone, with a header that unsubscribes by one click', async () => {
    const id = await createRule(tenant.member, {});
    await createRule(service.b.admin, {});
    await fails();
    await due.runAt(at('10:00'));
    await due.runAt(at('10:01'));
    const [received, ...others] = mailServer.received;
    expect([received?.to, others]).toEqual([[tenant.emails.member], []]);
    expect(received?.mail.subject).toBe(`Notified${tenants}: control failed: SOC 2 CC6.1, which passed before`);
    expect(received?.mail.text).toContain(`/controls/soc2/${controlId('soc2', 'CC6.1')}`);
    expect(received?.raw).toMatch(/^List-Unsubscribe: <http.*\/notifications\/unsubscribe\/[\w-]+>$/m);
    expect(received?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(await logOf(tenant.member, id)).toMatchObject([
      { is_test: false, receiver: { name: `Notified${tenants} member` }, events: ['control_failed'], event_count: 1 },
    ]);
    expect((await logOf(tenant.member, id))[0]).toMatchObject({ status: 'sent', error: null });
  });

  it('goes to every member whom a rule of the organization names', async () => {
    await createRule(tenant.admin, await ofMembers('auditor', 'member'));
    await fails();
    await due.runAt(at('10:00'));
    expect(receivers()).toEqual([tenant.emails.auditor, tenant.emails.member]);
  });

  it('is one of the frameworks of the rule', async () => {
    await createRule(tenant.member, { frameworks: ['SOC 2'] });
    await fails('8.3.6', 'pci-dss');
    await fails();
    await due.runAt(at('10:00'));
    expect(subjects()).toEqual(['control failed: SOC 2 CC6.1, which passed before']);
  });

  it('is a score that fell at once by at least the points of the rule', async () => {
    await createRule(tenant.member, { events: ['score_fell'], score_points: 5 });
    const moved = (from: number, to: number, slug = 'soc2') =>
      scoreMoved(service.database, tenant.tenantId, { slug, from, to });
    await moved(50, 45.1);
    await moved(40, 60);
    await due.runAt(at('10:00'));
    expect(subjects()).toEqual([]);
    await moved(50.1, 45.1);
    await due.runAt(at('10:01'));
    await moved(70, 60, 'overall');
    await due.runAt(at('10:02'));
    expect(subjects()).toEqual(['score fell: SOC 2: from 50.1 to 45.1 %', 'score fell: Overall: from 70 to 60 %']);
  });

  it('is not sent by a rule that was paused when it occurred, or that was paused before it was sent', async () => {
    const paused = await createRule(tenant.member, { is_paused: true });
    const later = await createRule(tenant.auditor, {});
    await fails();
    await tenant.auditor.put(`${PATH}/${later}`, { is_paused: true });
    await tenant.member.put(`${PATH}/${paused}`, { is_paused: false });
    await tenant.auditor.put(`${PATH}/${later}`, { is_paused: false });
    await due.runAt(at('10:00'));
    expect(receivers()).toEqual([]);
    await fails('CC7.2');
    await due.runAt(at('10:01'));
    expect(receivers()).toEqual([tenant.emails.auditor, tenant.emails.member]);
  });

  it('waits for the end of the quiet hours in the zone of the rule', async () => {
    await createRule(tenant.member, { quiet_from: '20:00', quiet_to: '07:00', timezone: 'Europe/Berlin' });
    await fails();
    await due.runAt(at('05:59'));
    expect(subjects()).toEqual([]);
    await due.runAt(at('06:00'));
    expect(subjects()).toHaveLength(1);
  });

  it('is one of those of a day in a digest, the oldest first', async () => {
    await createRule(tenant.member, { delivery: 'digest', digest_hour: 8, timezone: 'Europe/Berlin' });
    await fails('CC6.1');
    await fails('CC7.2');
    await occurredAt(at('07:30'));
    await due.runAt(at('23:00'));
    expect(subjects()).toEqual([]);
    await due.runAt('2030-01-08T07:00:00Z');
    expect(subjects()).toEqual(['2 notifications']);
    expect(mailServer.received[0]?.mail.text).toMatch(/SOC 2 CC6\.1[^]*SOC 2 CC7\.2/);
  });

  it('moves with the time zone of the organization where the rule follows it', async () => {
    await createRule(tenant.member, { quiet_from: '20:00', quiet_to: '07:00' });
    await fails();
    await due.runAt(at('05:00'));
    // UTC+5:30: half past ten.
    await tenant.admin.put('/api/org/profile', { settings: { timezone: 'Asia/Kolkata' } });
    await due.runAt(at('05:01'));
    expect(subjects()).toHaveLength(1);
  });
});

describe('what no change reports', () => {
  it('is evidence that ends within 30 days, sent once for each end', async () => {
    await createRule(tenant.member, { events: ['evidence_ends_soon'] });
    const form = new FormData();
    form.set('file', new Blob(['A review.']), 'review.txt');
    form.set('title', 'Access review');
    form.set('expires_at', '2030-02-06T12:00:00Z');
    expect((await tenant.member.send('POST', '/api/evidence/upload', { body: form })).status).toBe(201);
    await due.deriveAt('2030-01-07T11:59:00Z');
    await due.runAt(at('11:59'));
    expect(subjects()).toEqual([]);
    for (const day of ['07', '08']) {
      await due.deriveAt(`2030-01-${day}T12:00:00Z`);
      await due.runAt(`2030-01-${day}T12:00:00Z`);
    }
    expect(subjects()).toEqual(['evidence ends soon: “Access review” ends on 2030-02-06']);
  });

  it('is of several versions of a document the newest that an assessment rests on, or the current one', async () => {
    await createRule(tenant.member, { events: ['evidence_ends_soon'] });
    const put = async (title: string, version: Record<string, string> = {}) => {
      const fields = { title, expires_at: '2030-02-01T12:00:00Z', ...version };
      const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
      return (await uploaded(tenant.admin, file(title), ...parts)).id;
    };
    const [relied, free] = [await put('Relied on, 1'), await put('Free, 1')];
    const document = '{ universalControls(domain: "CRY") { id } }';
    const { universalControls } = await tenant.admin.data<{ universalControls: { id: string }[] }>(document);
    await assess(tenant.admin, universalControls[0]?.id ?? '', 'compliant', { evidence_ids: [relied] });
    await put('Relied on, 2', { version_of: relied });
    await put('Free, 2', { version_of: free });
    await due.deriveAt('2030-01-07T12:00:00Z');
    await due.runAt('2030-01-07T12:00:00Z');
    const text = mailServer.received.map(({ mail }) => mail.text).join('\n');
    const listed = ['Relied on, 1', 'Relied on, 2', 'Free, 1', 'Free, 2'].filter((title) => text.includes(title));
    expect(listed).toEqual(['Relied on, 1', 'Free, 2']);
  });

  it('is a work item that is due tomorrow: to its owner by their own rule, to all by one of the organization', async () => {
    const [ownerId] = await memberIds('member');
    for (const client of [tenant.member, tenant.auditor]) await createRule(client, { events: ['work_item_due'] });
    await createRule(tenant.admin, { events: ['work_item_due'], ...(await ofMembers('admin')) });
    const about = { controlId: controlId('soc2', 'CC7.2'), ownerId };
    await createWorkItem(tenant.admin, { ...about, title: 'Look into it', dueOn: '2030-01-08' });
    await createWorkItem(tenant.admin, { ...about, title: 'Later', dueOn: '2030-01-09' });
    // Mails about the assignment are none of these.
    await due.runAt(at('11:59'));
    mailServer.received.length = 0;
    await due.deriveAt(at('12:00'));
    await due.runAt(at('12:00'));
    expect(receivers()).toEqual([tenant.emails.admin, tenant.emails.member]);
    expect(new Set(subjects())).toEqual(new Set(['work item due: “Look into it” is due on 2030-01-08']));
  });
});

describe('the log of a rule', () => {
  it('says why a mail failed', async () => {
    const id = await createRule(tenant.member, {});
    mailServer.refusals.push(550);
    await fails();
    await due.runAt(at('10:00'));
    expect(await logOf(tenant.member, id)).toMatchObject([
      { status: 'failed', error: 'the mail server answered 550', event_count: 1 },
    ]);
  });

  it('has a test as a test, which a paused rule sends too', async () => {
    const id = await createRule(tenant.member, { is_paused: true });
    expect((await tenant.member.post(`${PATH}/${id}/test`)).status).toBe(202);
    await due.runAt(at('10:00'));
    expect(subjects()).toEqual([`notifications`]);
    expect(await logOf(tenant.member, id)).toMatchObject([{ is_test: true, event_count: 0, status: 'sent' }]);
  });

  it('says that a webhook is disabled', async () => {
    const { id: webhookId } = await createWebhook(tenant.admin, 'https://127.0.0.1:9/hook');
    const id = await createRule(tenant.admin, { is_of_organization: true, webhook_id: webhookId });
    await service.database.query(
      `update webhooks set status = 'disabled', disabled_at = now(), disabled_reason = 'gone' where id = $1`,
      [webhookId],
    );
    await fails();
    await due.runAt(at('10:00'));
    expect(await logOf(tenant.admin, id)).toMatchObject([
      { status: 'failed', error: 'its webhook is disabled', receiver: null },
    ]);
  });

  it('is stored for 30 days', async () => {
    const id = await createRule(tenant.member, {});
    await fails();
    await due.runAt(at('10:00'));
    await due.pruneAt('2030-02-06T09:59:00Z');
    expect(await logOf(tenant.member, id)).toHaveLength(1);
    await due.pruneAt('2030-02-06T10:01:00Z');
    expect(await logOf(tenant.member, id)).toEqual([]);
  });
});

describe('a rule whose receivers have left', () => {
  const leave = async (role: string) => {
    const [id = ''] = await memberIds(role);
    expect((await tenant.admin.send('DELETE', `/api/org/members/${id}`)).status).toBe(204);
  };

  it('of a person is deleted, and notifies nobody', async () => {
    await createRule(tenant.member, {});
    await leave('member');
    await fails();
    await due.runAt(at('10:00'));
    expect([receivers(), await service.database.query('select 1 from notification_rules')]).toEqual([[], []]);
  });

  it('of the organization goes on with who is left, and is paused, saying why, where nobody is', async () => {
    const id = await createRule(tenant.admin, await ofMembers('auditor', 'member'));
    await leave('member');
    await fails();
    await due.runAt(at('10:00'));
    expect(receivers()).toEqual([tenant.emails.auditor]);
    await leave('auditor');
    await fails('CC7.2');
    await due.runAt(at('10:01'));
    expect(await tenant.admin.rest(`${PATH}/${id}`)).toMatchObject({ is_paused: true, pause_reason: 'no_receiver' });
  });
});

it('an exception that ends soon is announced by its event', async () => {
  await createRule(tenant.member, { events: ['exception_ends_soon', 'scan_failed'] });
  const expiresOn = dayAhead(30);
  const data = { exception_id: 'none', title: 'Old keys at https://x.example', expires_on: expiresOn };
  await record(service.database, tenant.tenantId, { event: 'exception.ends_soon', data });
  await due.runAt(at('10:00'));
  expect(subjects()).toEqual([`exception ends soon: “Old keys at https[:]//x[.]example” ends on ${expiresOn}`]);
});
