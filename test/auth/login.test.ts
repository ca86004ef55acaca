import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PasswordHasher } from '../../src/platform/crypto/password.js';
import { anyOf } from '../support/any-of.js';
import type { Answer } from '../support/client.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { takeApart } from './access-token.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ID = { 'x-request-id': 'login' };

describe('login', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  function logIn(email: unknown, password: unknown): Promise<Answer> {
    return service.anonymous.post('/api/auth/login', { email, password }, ID);
  }

  it('returns a token with its user and tenant', async () => {
    const { status, body } = await logIn('auditor@alpha.example', PASSWORD);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: 'Bearer',
        expires_in: 3_600,
        user: {
          id: expect.stringMatching(UUID),
          email: 'auditor@alpha.example',
          name: 'Alpha auditor',
          role: 'auditor',
          mfa_enabled: false,
          last_login: expect.stringMatching(TIMESTAMP),
        },
        tenant: { tenant_id: service.a.tenantId, name: 'Alpha', license_tier: 'ENTERPRISE' },
      },
      meta: { request_id: 'login' },
    });
  });

  it('returns the same over GraphQL', async () => {
    const { login } = await service.anonymous.data<{ login: { tokenType: string; user: { role: string } } }>(
      'mutation ($input: LoginInput!) { login(input: $input) { tokenType user { role } } }',
      { input: { email: 'member@beta.example', password: PASSWORD } },
    );
    expect(login).toEqual({ tokenType: 'Bearer', user: { role: 'member' } });
  });

  it('returns a token that carries organization, user and role, and expires after an hour', async () => {
    const { body } = await logIn('member@beta.example', PASSWORD);
    const { data } = body as { data: { access_token: string; user: { id: string } } };
    const { header, claims } = takeApart(data.access_token);
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: anyOf(String) });
    expect(claims).toMatchObject({ sub: data.user.id, tenant_id: service.b.tenantId, role: 'member' });
    const { iat, exp } = claims as { iat: number; exp: number };
    expect(Math.round(exp - iat)).toBe(3_600);
    expect(Math.abs(Date.now() / 1_000 - iat)).toBeLessThan(60);
  });

  it('accepts the address in any case', async () => {
    expect((await logIn('Admin@ALPHA.Example', PASSWORD)).status).toBe(200);
  });

  it('accepts the password only in its own case', async () => {
    expect((await logIn('admin@alpha.example', PASSWORD.toUpperCase())).status).toBe(401);
  });

  it('returns the same error for a wrong password and an unknown address', async () => {
    const wrong = await logIn('admin@alpha.example', 'wrong');
    const unknown = await logIn('nobody@alpha.example', PASSWORD);
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    expect(wrong.body).toMatchObject({ error: { code: 'INVALID_CREDENTIALS', details: [] } });
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  });

  it('returns the same error for an account without a password as for an unknown one', async () => {
    const users = [{ email: 'new@delta.example', name: 'New', role: 'admin' as const, password: null }];
    await service.app.tenants.create({ name: 'Delta', tier: 'STARTER', frameworks: null, users });
    const pending = await logIn('new@delta.example', PASSWORD);
    const unknown = await logIn('nobody@delta.example', PASSWORD);
    expect([pending.status, pending.text]).toEqual([401, unknown.text]);
  });

  it('takes as long for an unknown address as for a wrong password', async () => {
    const service = await startService({ hasher: new PasswordHasher() });
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const timed = async (email: string) => {
      const startedAt = performance.now();
      await service.anonymous.post('/api/auth/login', { email, password: 'wrong' });
      return performance.now() - startedAt;
    };
    // In turns, so that what else the machine does slows both alike.
    for (let turn = 0; turn < 9; turn += 1) {
      times.known.push(await timed('auditor@beta.example'));
      times.unknown.push(await timed(`nobody${turn}@beta.example`));
    }
    await service.stop();
    const ratio = medianOf(times.unknown) / medianOf(times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it.each([
    ['no body', undefined],
    ['no password', { email: 'admin@alpha.example' }],
    ['no address', { password: PASSWORD }],
    ['an empty address', { email: '', password: PASSWORD }],
    ['a password that is not text', { email: 'admin@alpha.example', password: 7 }],
    ['an address that is not text', { email: ['admin@alpha.example'], password: PASSWORD }],
    ['an address of null', { email: null, password: PASSWORD }],
    ['a field it does not know', { email: 'admin@alpha.example', password: PASSWORD, tenant: 'Beta' }],
    ['a password of 60 KB', { email: 'admin@alpha.example', password: 'x'.repeat(60_000) }],
  ])('returns VALIDATION_FAILED for %s', async (_what, body) => {
    const answer = await service.anonymous.post('/api/auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });

  it('returns PAYLOAD_TOO_LARGE for a password of a megabyte less', async () => {
    const body = { email: 'admin@alpha.example', password: 'x'.repeat(900_000) };
    const answer = await service.anonymous.post('/api/auth/login', body);
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  it('refuses an address with a NUL byte like any other, however often it is tried', async () => {
    const answers: Answer[] = [];
    for (let time = 0; time < 15; time += 1) answers.push(await logIn('admin@alpha.example\u0000', PASSWORD));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await logIn('admin@alpha.example', PASSWORD)).status).toBe(200);
  });
});

function medianOf(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}
