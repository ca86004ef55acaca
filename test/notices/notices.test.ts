import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeMail } from '../../src/modules/notices/notice-mail.rules.js';
import { happened, NOTICES, type NoticeFacts, type NoticeKind } from '../../src/modules/notices/notice-kinds.js';
import { createLink, EXTEND } from '../auditor-links/auditor-links.js';
import { createKey } from '../support/api-keys.js';
import { eventually } from '../support/eventually.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { sentMails } from './mails.js';

const CHANGE = 'mutation ($i: ChangePasswordInput!) { changePassword(input: $i) { accessToken } }';
const NEW_PASSWORD = 'another horse, another battery';
const NOTICE = {
  author: 'self',
  name: 'Ada <b>',
  email: 'ada@alpha.example',
  organization: 'Alpha',
  address: '192.0.2.7',
  at: new Date('2026-11-23T10:00:00Z'),
  timezone: 'Europe/Berlin',
} as const;
const TO = { to: 'admin@alpha.example', language: 'en' } as const;
const ENDED = [{ revokedKeys: 2 }, 'API keys revoked with it: 2.'] as const;
/** Facts of every kind, and what its mail says of them. */
const FACTS: { [K in NoticeKind]: readonly [NoticeFacts<K>, string] } = {
  'password.changed': ENDED,
  'password.reset': ENDED,
  'mfa.enabled': ENDED,
  'mfa.disabled': ENDED,
  'mfa.reset': ENDED,
  'passkey.added': ENDED,
  'passkey.removed': ENDED,
  'passkeys.reset': ENDED,
  'session.token_reused': [{}, 'Somebody may have copied the cookie from the browser.'],
  'api_key.created': [
    { key: 'Nightly', account: 'Robot', scopes: ['read', 'scan'] },
    'API key “Nightly” of the service account “Robot”, with the scopes read, scan.',
  ],
  'scim_token.created': [{ token: 'Okta' }, 'SCIM token “Okta”, with which a directory manages members.'],
  'auditor_link.created': [
    { label: 'Auditors Ltd', framework: 'SOC 2', expiresAt: new Date('2026-12-23T10:00:00Z') },
    'Link “Auditors Ltd”, which shows SOC 2 to whoever has it, without an account, until 23 December 2026 at 11:00:00 CET.',
  ],
  'auditor_link.extended': [
    { label: 'Auditors Ltd', framework: 'SOC 2', expiresAt: new Date('2026-12-23T10:00:00Z') },
    'Link “Auditors Ltd”, which shows SOC 2 to whoever has it, without an account, until 23 December 2026 at 11:00:00 CET.',
  ],
  'service_account.created': [{ account: 'Robot' }, 'Service account “Robot”.'],
  'service_accounts.moved': [
    { person: 'Bob', accounts: Array.from({ length: 22 }, (_, n) => `A${n + 1}`), revoked: 3 },
    '“A20” and 2 more.',
  ],
};

describe('a security notice', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each(Object.keys(NOTICES) as NoticeKind[])('of %s says what, whose, by whom, when and from where', (kind) => {
    const [facts, detail] = FACTS[kind] as [NoticeFacts<typeof kind>, string];
    const { to, subject, text, html } = noticeMail(TO, { kind, facts, ...NOTICE });
    expect([to, subject]).toEqual(['admin@alpha.example', `Alpha on Crosswalk: ${happened(kind, 'en')}`]);
    expect(text).toContain(`Ada <b> (ada@alpha.example) in Alpha: ${happened(kind, 'en')}, by the account itself.`);
    expect(text).toContain('23 November 2026 at 11:00:00');
    expect(text).toContain('Address: 192.0.2.7');
    expect(text).toContain(detail);
    expect(html).not.toContain('<b>');
    const byOther = noticeMail(TO, { kind, facts, ...NOTICE, author: { name: 'Eve' } });
    expect(byOther.text).toContain(`${happened(kind, 'en')}, by Eve.`);
  });

  it('of a changed password is sent to the account and to every other admin, and to nobody else', async () => {
    const { member, emails } = service.a;
    await createKey(member);
    await member.data(CHANGE, { i: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
    const sent = await eventually(async () => {
      const found = (await sentMails(service)).filter((mail) => mail.includes('the password was changed'));
      return found.length >= 2 ? found : null;
    });
    const receivers = sent.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim());
    expect(receivers.toSorted()).toEqual([emails.admin, emails.member]);
    for (const mail of sent) {
      expect(mail).not.toContain(PASSWORD);
      expect(mail).not.toContain(NEW_PASSWORD);
    }
  });

  it('of a link for an auditor is sent to the admin who made it, without the secret', async () => {
    const { admin, emails } = service.b;
    const { secret } = await createLink(admin, { label: 'Auditors Ltd' });
    const [sent = ''] = await eventually(async () => {
      const found = (await sentMails(service)).filter((mail) => mail.includes('a link for an external auditor'));
      return found.length > 0 ? found : null;
    });
    expect(/^To: (.*)$/m.exec(sent)?.[1]?.trim()).toBe(emails.admin);
    expect(sent).toContain('Auditors Ltd');
    expect(sent).not.toContain(secret);
  });

  it('of a link that is extended is sent like that of a new one', async () => {
    const { admin, emails } = service.b;
    const { id } = await createLink(admin, { label: 'Auditors of spring' });
    await admin.data(EXTEND, { input: { auditorLinkId: id, expiresInDays: 90 } });
    const [sent = ''] = await eventually(async () => {
      const found = (await sentMails(service)).filter((mail) =>
        mail.includes('a link for an external auditor was extended'),
      );
      return found.length > 0 ? found : null;
    });
    expect(/^To: (.*)$/m.exec(sent)?.[1]?.trim()).toBe(emails.admin);
    expect(sent).toContain('Auditors of spring');
  });
});
