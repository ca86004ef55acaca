import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { anyOf } from '../support/any-of.js';
import type { Answer, Client } from '../support/client.js';
import { logInAs } from '../support/log-in.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { auditOf } from './audit-rows.js';
import { codeOf, HOUR_MS, invite, PREVIEW, revoke, tokenOf, type InvitationBody } from './inviting.js';

describe('an invitation', () => {
  const clock = new ShiftedClock();
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ clock });
  });
  afterAll(() => service.stop());

  const preview = (token: string): Promise<Answer> => service.anonymous.graphql(PREVIEW, { token });
  const listOf = async (admin: Client) =>
    (await admin.data<{ invitations: { email: string; status: string }[] }>('{ invitations { email status } }'))
      .invitations;

  it('returns 201, with its link when no mail server is set', async () => {
    const { status, body } = await invite(service.a.admin, 'New.Person@Partner.example', 'auditor');
    const me = await service.a.admin.data<{ me: { id: string } }>('{ me { id } }');
    expect(status).toBe(201);
    const { data } = body as { data: InvitationBody };
    expect(data).toEqual({
      id: anyOf(String),
      email: 'New.Person@Partner.example',
      role: 'auditor',
      status: 'pending',
      invited_by: me.me.id,
      created_at: anyOf(String),
      renewed_at: null,
      expires_at: anyOf(String),
      invite_url: expect.stringMatching(new RegExp(`^${service.baseUrl}/register\\?token=[\\w-]{43}$`)),
    });
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(72 * HOUR_MS);
    expect((await auditOf(service, service.a.tenantId)).at(-1)).toMatchObject({
      action: 'invitation.created',
      after: { email: 'New.Person@Partner.example', role: 'auditor' },
    });
  });

  it('is stored with the hash of its token only, nowhere in plain text', async () => {
    const token = tokenOf(await invite(service.a.admin, 'secret@partner.example'));
    const [dump] = await service.database.query<{ text: string }>(
      `select database_to_xml(true, false, '')::text as text`,
    );
    expect(dump?.text).toContain(createHash('sha256').update(token).digest('hex'));
    expect(dump?.text).not.toContain(token);
  });

  it('returns what the registration page needs to the holder of its link, and nothing to others', async () => {
    const token = tokenOf(await invite(service.a.admin, 'holder@partner.example', 'member'));
    expect((await preview(token)).body).toEqual({
      data: {
        invitation: {
          organization: 'Alpha',
          email: 'holder@partner.example',
          role: 'member',
          expiresAt: anyOf(String),
          hasAccount: false,
        },
      },
    });
    expect(codeOf(await preview(`${token}x`))).toBe('NOT_FOUND');
    expect(codeOf(await preview(''))).toBe('NOT_FOUND');
  });

  it('is renewed and resent when its address is invited again: 200, the same id, another link', async () => {
    const first = await invite(service.a.admin, 'again@partner.example', 'member');
    const second = await clock.at(HOUR_MS / 2, async () => {
      // Invitations ask for a recent login.
      const admin = await logInAs(service.baseUrl, service.a.emails.admin, PASSWORD);
      return invite(admin, 'AGAIN@partner.example', 'auditor');
    });
    expect(second.status).toBe(200);
    const [before, after] = [first, second].map(({ body }) => (body as { data: InvitationBody }).data);
    expect(after).toMatchObject({ id: before?.id, created_at: before?.created_at, role: 'auditor', status: 'pending' });
    expect(Date.parse(after?.expires_at ?? '')).toBeGreaterThan(Date.parse(before?.expires_at ?? ''));
    expect(codeOf(await preview(tokenOf(first)))).toBe('GONE');
    expect((await preview(tokenOf(second))).body).toMatchObject({ data: { invitation: { role: 'auditor' } } });
    expect((await listOf(service.a.admin)).filter(({ email }) => /again/i.test(email))).toHaveLength(1);
  });

  it('is created once for concurrent invitations of an address', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => invite(service.a.admin, 'rush@partner.example')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
    expect((await listOf(service.a.admin)).filter(({ email }) => email.startsWith('rush'))).toHaveLength(1);
  });

  it('expires after 72 hours; a new one returns 201 then', async () => {
    const old = await invite(service.a.admin, 'late@partner.example');
    const token = tokenOf(old);
    await clock.at(72 * HOUR_MS - 60_000, async () => expect(codeOf(await preview(token))).toBeNull());
    const tenant = await clock.at(73 * HOUR_MS, async () => {
      expect(codeOf(await preview(token))).toBe('GONE');
      const { admin } = await service.addTenant('Later', 'STARTER');
      return admin;
    });
    const mine = await invite(tenant, 'late2@partner.example');
    await clock.at(73 * HOUR_MS, async () => {
      expect(await listOf(tenant)).toEqual([{ email: 'late2@partner.example', status: 'expired' }]);
      const renewed = await invite(tenant, 'late2@partner.example');
      expect(renewed.status).toBe(201);
      expect(codeOf(await preview(tokenOf(mine)))).toBe('GONE');
      expect(await listOf(tenant)).toEqual([{ email: 'late2@partner.example', status: 'pending' }]);
    });
  });

  it('can be revoked once; its link is invalid then', async () => {
    const answer = await invite(service.a.admin, 'revoked@partner.example');
    const { id } = (answer.body as { data: InvitationBody }).data;
    expect(codeOf(await revoke(service.a.admin, id))).toBeNull();
    expect(codeOf(await preview(tokenOf(answer)))).toBe('GONE');
    expect(codeOf(await revoke(service.a.admin, id))).toBe('CONFLICT');
    expect((await listOf(service.a.admin)).filter(({ email }) => email.startsWith('revoked'))).toEqual([]);
  });

  it('is refused for a member of the organization, and not for an account elsewhere', async () => {
    const member = await invite(service.a.admin, 'AUDITOR@alpha.example');
    expect([member.status, codeOf(member)]).toEqual([409, 'CONFLICT']);
    const elsewhere = await invite(service.a.admin, 'auditor@beta.example', 'member', { 'x-request-id': 'same' });
    const nowhere = await invite(service.a.admin, 'nobody@beta.example', 'member', { 'x-request-id': 'same' });
    expect([elsewhere.status, nowhere.status]).toEqual([201, 201]);
    const shapeOf = ({ text }: Answer) =>
      text.replaceAll(/[\w-]{43}|[0-9a-f-]{36}|\d{4}-[\d-]+T[\d:.]+Z|auditor@|nobody@/g, '…');
    expect(shapeOf(elsewhere)).toBe(shapeOf(nowhere));
  });

  it.each([
    [{ email: 'x@partner.example' }, '/role'],
    [{ role: 'member' }, '/email'],
    [{ email: 'x@partner.example', role: 'owner' }, '/role'],
    [{ email: 'no address', role: 'member' }, '/email'],
    [{ email: 'a@partner.example, b@partner.example', role: 'member' }, '/email'],
    [{ email: 'x@partner.example\r\nBcc: all@partner.example', role: 'member' }, '/email'],
    [{ email: '"x@partner.example"@evil.example', role: 'member' }, '/email'],
    [{ email: 'x@partner.example', role: 'member', name: 'X' }, '/name'],
  ])('returns an error for %j', async (body, field) => {
    const answer = await service.a.admin.post('/api/org/members/invite', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'VALIDATION_FAILED', details: [{ field }] } });
  });

  it('does not count against the user limit, and is refused when that is reached', async () => {
    const tenant = await service.addTenant('Full', 'STARTER');
    for (let no = 1; no <= 3; no += 1) {
      expect((await invite(tenant.admin, `waiting${no}@partner.example`)).status).toBe(201);
    }
    await service.database.query(
      `with account as (
         insert into accounts (id, email, email_key, credentials_changed_at, created_at)
         select gen_random_uuid(), 'full' || n || '@partner.example', 'full' || n || '@partner.example', now(), now()
         from generate_series(1, 2) n returning id, email)
       insert into users (id, tenant_id, email, email_key, name, role, account_id)
       select id, $1, email, email, 'Full', 'member', id from account`,
      [tenant.tenantId],
    );
    const answer = await invite(tenant.admin, 'one-too-many@partner.example');
    expect([answer.status, codeOf(answer)]).toEqual([403, 'LICENSE_LIMIT_REACHED']);
  });
});
