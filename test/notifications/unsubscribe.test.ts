import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailServer } from '../mail/mail-server.js';
import type { TestService, TestTenant } from '../support/service.js';
import { startMailedService, type DueNotifications } from './due-notifications.js';
import { controlFailed, createRule, PATH } from './notified-tenant.js';

const AT = new Date('2030-01-07T10:00:00Z');

describe('the address in the header of a mail that unsubscribes', () => {
  let mailServer: MailServer;
  let service: TestService;
  let due: DueNotifications;
  let tenant: TestTenant;
  let tenants = 0;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ service, due, mailServer, stop } = await startMailedService());
  });
  afterAll(() => stop());
  beforeEach(async () => {
    tenant = await service.addTenant(`Leaving${(tenants += 1)}`, 'ENTERPRISE');
    mailServer.received.length = 0;
  });

  /** Paths of the addresses in the mails of an event, by receiver. */
  const addresses = async (): Promise<Record<string, string>> => {
    await controlFailed(service.database, tenant.tenantId, 'soc2', 'CC6.1');
    await due.runAt(AT);
    return Object.fromEntries(
      mailServer.received.map(({ to, raw }) => [
        to[0] ?? '',
        /^List-Unsubscribe: <(http[^>]+)>/m.exec(raw)?.[1]?.replace(service.baseUrl, '') ?? '',
      ]),
    );
  };
  /** As a mail program sends it (RFC 8058, section 3.2), without a log-in. */
  const oneClick = (path: string) =>
    service.anonymous.send('POST', path, {
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
  const rule = (id: string) => tenant.admin.rest<object>(`${PATH}/${id}`);

  it('asks where it is opened, and changes nothing', async () => {
    const id = await createRule(tenant.admin, {});
    const path = (await addresses())[tenant.emails.admin] ?? '';
    const { status, text, headers } = await service.anonymous.get(path, { 'accept-language': 'de' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<button type="submit">Benachrichtigungen beenden</button>');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(await rule(id)).toMatchObject({ is_paused: false });
  });

  it('pauses a rule of a person by one click, in the audit trail as theirs, and does no more when repeated', async () => {
    const id = await createRule(tenant.admin, {});
    const path = (await addresses())[tenant.emails.admin] ?? '';
    for (let count = 0; count < 2; count += 1) expect((await oneClick(path)).status).toBe(200);
    expect(await rule(id)).toMatchObject({ is_paused: true, pause_reason: 'unsubscribed' });
    const entries = await tenant.admin.rest<{ action: string }[]>('/api/audit-log?limit=10');
    expect(entries.filter(({ action }) => action === 'notification_rule.unsubscribed')).toHaveLength(1);
  });

  it('takes one member out of a rule of the organization, and pauses it when the last one has gone', async () => {
    const found = await tenant.admin.rest<{ id: string; role: string }[]>('/api/org/members');
    const memberIds = found.filter(({ role }) => role !== 'admin').map(({ id }) => id);
    const id = await createRule(tenant.admin, { is_of_organization: true, member_ids: memberIds });
    const of = await addresses();
    await oneClick(of[tenant.emails.member] ?? '');
    expect(await rule(id)).toMatchObject({ is_paused: false, members: [{ name: `Leaving${tenants} auditor` }] });
    await oneClick(of[tenant.emails.auditor] ?? '');
    expect(await rule(id)).toMatchObject({ is_paused: true, pause_reason: 'unsubscribed', members: [] });
  });

  it('is refused in words where it was changed or cut, and changes nothing', async () => {
    const id = await createRule(tenant.admin, {});
    const path = (await addresses())[tenant.emails.admin] ?? '';
    const flipped = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    for (const wrong of [flipped, path.slice(0, -4), `${path}A`, path.replace(/[^/]+$/, '')]) {
      const answer = await oneClick(wrong);
      expect([answer.status, answer.text.includes('This link does not work')]).toEqual([404, true]);
    }
    expect(await rule(id)).toMatchObject({ is_paused: false });
  });

  it('is GONE in words once it has expired', async () => {
    await createRule(tenant.admin, {});
    await controlFailed(service.database, tenant.tenantId, 'soc2', 'CC6.1');
    // Its lifetime begins when the mail is written.
    await due.runAt('2020-01-01T00:00:00Z');
    const raw = mailServer.received.find(({ to }) => to.includes(tenant.emails.admin))?.raw ?? '';
    const path = /^List-Unsubscribe: <(http[^>]+)>/m.exec(raw)?.[1]?.replace(service.baseUrl, '') ?? '';
    const answer = await oneClick(path);
    expect([answer.status, answer.text.includes('The link has expired')]).toEqual([410, true]);
  });
});
