import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyOf } from '../support/any-of.js';
import { Client } from '../support/client.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { auditOf } from './audit-rows.js';
import { accept, codeOf, invite, tokenOf } from './inviting.js';

describe('accepting an invitation', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const invited = async (email: string, role = 'member', admin = service.a.admin) =>
    tokenOf(await invite(admin, email, role));

  it('creates an account with the role and the chosen password, and logs it in', async () => {
    const token = await invited('joins@partner.example', 'auditor');
    const { body } = await accept(service.anonymous, token, { name: '  Jo Doe ' });
    const { acceptInvitation } = (body as { data: { acceptInvitation: { accessToken: string; user: { id: string } } } })
      .data;
    expect(acceptInvitation).toEqual({
      accessToken: anyOf(String),
      user: { id: anyOf(String), email: 'joins@partner.example', name: 'Jo Doe', role: 'auditor' },
      tenant: { tenantId: service.a.tenantId, name: 'Alpha' },
    });
    const client = new Client(service.baseUrl, acceptInvitation.accessToken);
    expect((await client.get('/api/org/members')).status).toBe(200);
    const login = { email: 'JOINS@partner.example', password: 'a rather long phrase' };
    expect((await service.anonymous.post('/api/auth/login', login)).status).toBe(200);
    expect((await auditOf(service, service.a.tenantId)).at(-1)).toEqual({
      action: 'invitation.accepted',
      actor: 'user',
      before: { status: 'pending' },
      after: { status: 'accepted', user_id: acceptInvitation.user.id },
    });
  });

  it('succeeds once, also concurrently', async () => {
    const token = await invited('once@partner.example');
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(service.anonymous, token)));
    expect(answers.map(codeOf).toSorted()).toEqual(['GONE', 'GONE', 'GONE', 'GONE', null]);
    expect(codeOf(await accept(service.anonymous, token))).toBe('GONE');
  });

  it('returns NOT_FOUND for an unknown token', async () => {
    expect(codeOf(await accept(service.anonymous, 'A'.repeat(43)))).toBe('NOT_FOUND');
  });

  it('takes the password of the account that the address has elsewhere, and no other', async () => {
    const token = await invited('member@beta.example');
    expect(codeOf(await accept(service.anonymous, token))).toBe('INVALID_CREDENTIALS');
    const login = await service.anonymous.post('/api/auth/login', { email: 'member@beta.example', password: PASSWORD });
    expect(login.body).toMatchObject({ data: { tenant: { name: 'Beta' } } });
    const { body } = await accept(service.anonymous, token, { password: PASSWORD });
    expect(body).toMatchObject({ data: { acceptInvitation: { tenant: { name: 'Alpha' } } } });
  });

  it.each([
    ['of eleven characters', 'eleven char', 'at least 12'],
    ['that is common', 'qwerty123456', 'guessed first'],
    ['of the organization’s name', 'Alpha2026!!!!', 'guessed first'],
    ['of the address', 'weak@partner.example', 'guessed first'],
  ])('is refused with a password %s, and can be repeated', async (_what, password, message) => {
    const token = await invited('weak@partner.example');
    const answer = await accept(service.anonymous, token, { password });
    expect(answer.body).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/password' }] } }],
    });
    expect(answer.text).toContain(message);
    expect(answer.text).not.toContain(password);
  });

  it.each(['', '   ', 'Two\nlines', 'x'.repeat(201)])('is refused with the name %j', async (name) => {
    const token = await invited('nameless@partner.example');
    expect(codeOf(await accept(service.anonymous, token, { name }))).toBe('VALIDATION_FAILED');
  });

  it('enforces the user limit of the tier on concurrent acceptances, and leaves the other invitations valid', async () => {
    const tenant = await service.addTenant('Gamma', 'STARTER');
    const tokens: string[] = [];
    for (let no = 0; no < 6; no += 1) tokens.push(await invited(`g${no}@partner.example`, 'member', tenant.admin));
    const answers = await Promise.all(tokens.map((token) => accept(service.anonymous, token)));
    // STARTER has 5 users, and Gamma has 3.
    expect(answers.map(codeOf).filter((code) => code === null)).toHaveLength(2);
    expect(answers.map(codeOf).filter((code) => code === 'LICENSE_LIMIT_REACHED')).toHaveLength(4);
    expect(await tenant.admin.rest('/api/org/profile')).toMatchObject({ usage: { users: 5 } });
    const refused = tokens[answers.findIndex((answer) => codeOf(answer) !== null)] ?? '';
    const [leaver] = await tenant.admin.rest<{ id: string }[]>('/api/org/members?role=auditor');
    await tenant.admin.data('mutation ($i: RemoveMemberInput!) { removeMember(input: $i) { member { id } } }', {
      i: { userId: leaver?.id },
    });
    expect(codeOf(await accept(service.anonymous, refused))).toBeNull();
  });

  it('is possible for a user of another organization, who joins that of the link', async () => {
    const token = await invited('second@partner.example');
    const { body } = await accept(service.b.admin, token);
    expect(body).toMatchObject({ data: { acceptInvitation: { tenant: { name: 'Alpha' } } } });
  });
});
