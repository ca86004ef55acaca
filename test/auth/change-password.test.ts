import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Socket } from '../http/socket.js';
import { anyOf } from '../support/any-of.js';
import { Client, type Answer } from '../support/client.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';

const CHANGE = `mutation ($i: ChangePasswordInput!) {
  changePassword(input: $i) { accessToken tokenType expiresIn user { email lastLogin } tenant { name } }
}`;
const NEW = 'another horse, another battery';

describe('changing one’s password', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const change = (client: Client, currentPassword: string, newPassword: string): Promise<Answer> =>
    client.graphql(CHANGE, { i: { currentPassword, newPassword } });
  const logIn = (email: string, password: string) => service.anonymous.post('/api/auth/login', { email, password });

  it('returns a new token and invalidates every older one', async () => {
    const { member, emails } = await service.addTenant('Gamma', 'STARTER');
    const second = await logIn(emails.member, PASSWORD);
    const older = (second.body as { data: { access_token: string } }).data.access_token;
    const socket = await Socket.connect(service.baseUrl, older);
    const changedAt = Date.now();
    const { body } = await change(member, PASSWORD, NEW);
    const { changePassword } = (body as { data: { changePassword: { accessToken: string } } }).data;
    expect(changePassword).toEqual({
      accessToken: anyOf(String),
      tokenType: 'Bearer',
      expiresIn: 3_600,
      user: { email: emails.member, lastLogin: anyOf(String) },
      tenant: { name: 'Gamma' },
    });
    for (const token of [member.token, older]) {
      expect((await new Client(service.baseUrl, token).get('/api/org/profile')).status).toBe(401);
    }
    expect((await new Client(service.baseUrl, changePassword.accessToken).get('/api/org/profile')).status).toBe(200);
    expect((await logIn(emails.member, PASSWORD)).status).toBe(401);
    expect((await logIn(emails.member, NEW)).status).toBe(200);
    const { code, at } = await socket.closed;
    expect([code, at - changedAt < 5_000]).toEqual([4403, true]);
  });

  it.each([
    ['a short one', 'eleven char'],
    ['a common one', 'qwerty123456'],
    ['the organization’s name', 'Alpha-Alpha-1'],
    ['the one before', PASSWORD],
  ])('refuses %s, and changes nothing', async (_what, password) => {
    const { body, text } = await change(service.a.auditor, PASSWORD, password);
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/newPassword' }] } }],
    });
    expect(text).not.toContain(password);
    expect((await service.a.auditor.get('/api/org/profile')).status).toBe(200);
  });

  it('requires the old password, answers ten wrong ones, and locks no login by them', async () => {
    const { admin, emails } = await service.addTenant('Delta', 'STARTER');
    for (let time = 0; time < 10; time += 1) {
      expect((await change(admin, 'wrong', NEW)).text).toContain('INVALID_CREDENTIALS');
    }
    expect((await change(admin, PASSWORD, NEW)).text).toContain('RATE_LIMITED');
    expect((await logIn(emails.admin, PASSWORD)).status).toBe(200);
  });

  it('succeeds for one of two concurrent requests', async () => {
    const { admin, tenantId } = await service.addTenant('Epsilon', 'STARTER');
    const answers = await Promise.all([1, 2].map((no) => change(admin, PASSWORD, `${NEW} number ${no}`)));
    expect(answers.filter(({ text }) => text.includes('"accessToken"'))).toHaveLength(1);
    const audited = await service.database.query<{ before: unknown; after: unknown }>(
      `select before, after from audit_log where tenant_id = $1 and action = 'member.password_changed'`,
      [tenantId],
    );
    expect(audited).toEqual([{ before: null, after: null }]);
  });
});
