import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { createKey, CREATE_API_KEY, REVOKE_API_KEY, type CreatedKey } from '../support/api-keys.js';
import { anyOf } from '../support/any-of.js';
import { Client, type Answer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { connect } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const DAY_MS = 86_400_000;
const LIST =
  '{ apiKeys { id name prefix status scopes createdBy { id name } createdAt expiresAt lastUsedAt revokedAt } }';

describe('API keys', () => {
  const clock = new ShiftedClock();
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ clock });
  });
  afterAll(() => service.stop());

  const withKey = (key: string) => new Client(service.baseUrl, key);
  const revoke = (client: Client, apiKeyId: string) => client.graphql(REVOKE_API_KEY, { input: { apiKeyId } });
  const list = async (client: Client) => (await client.data<{ apiKeys: CreatedKey['apiKey'][] }>(LIST)).apiKeys;

  it('are shown once, and expire after 90 days by default', async () => {
    const { member } = service.a;
    const { me } = await member.data<{ me: { id: string; name: string } }>('{ me { id name } }');
    const { key, apiKey } = await createKey(member, { name: '  Nightly  ' });
    expect(apiKey).toEqual({
      id: anyOf(String),
      name: 'Nightly',
      prefix: key.slice(0, 12),
      status: 'active',
      scopes: ['read'],
      createdBy: me,
      createdAt: anyOf(String),
      expiresAt: new Date(Date.parse(apiKey.createdAt) + 90 * DAY_MS).toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(await list(member)).toEqual([apiKey]);
    const answer = await member.graphql(LIST);
    expect(answer.text).not.toContain(key.slice(13));
  });

  it('are stored only as a hash', async () => {
    const { key } = await createKey(service.a.auditor);
    const tables = await service.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    expect(tables.map(({ name }) => name)).toContain('api_keys');
    for (const { name } of tables) {
      const [{ count } = { count: -1 }] = await service.database.query<{ count: number }>(
        `select count(*)::int as count from "${name}" t where t::text like '%' || $1 || '%'`,
        [key.slice(13, 45)],
      );
      expect({ name, count }).toEqual({ name, count: 0 });
    }
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['an end after 366 days', { name: 'x', expiresInDays: 366 }],
    ['no day at all', { name: 'x', expiresInDays: 0 }],
    ['an end that is past', { name: 'x', expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['two ends', { name: 'x', expiresInDays: 1, expiresAt: new Date(Date.now() + DAY_MS).toISOString() }],
  ])('are not created with %s', async (_what, input) => {
    const { body } = await service.a.member.graphql(CREATE_API_KEY, { input });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
  });

  it('are limited to 50 per user, also when they are created concurrently', async () => {
    const { member } = await service.addTenant('Gamma', 'STARTER');
    for (let count = 0; count < 45; count += 1) await createKey(member);
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { body } = await member.graphql(CREATE_API_KEY, { input: { name: 'More' } });
        return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code ?? null;
      }),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(5);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(5);
  });

  it('authenticate over every transport', async () => {
    const { key } = await createKey(service.a.admin);
    const client = withKey(key);
    expect((await client.get('/api/org/profile')).status).toBe(200);
    expect(await client.data('{ me { email } }')).toEqual({ me: { email: service.a.emails.admin } });
    const socket = await Socket.connect(service.baseUrl, key);
    expect(await socket.ask('{ me { email } }')).toEqual({ data: { me: { email: service.a.emails.admin } } });
    await socket.close();
    expect(await EventStream.ask(client, '{ me { email } }')).toEqual({
      data: { me: { email: service.a.emails.admin } },
    });
  });

  it('have the permissions that their creator has at that moment', async () => {
    const { member, tenantId } = service.a;
    const client = withKey((await createKey(member)).key);
    expect((await client.get('/api/org/integrations')).status).toBe(403);
    await service.database.query(`update users set role = 'auditor' where tenant_id = $1 and email = $2`, [
      tenantId,
      service.a.emails.member,
    ]);
    expect((await client.get('/api/org/integrations')).status).toBe(200);
    await service.database.query(`update users set role = 'member' where tenant_id = $1 and email = $2`, [
      tenantId,
      service.a.emails.member,
    ]);
    expect((await client.get('/api/org/integrations')).status).toBe(403);
  });

  it('are refused when their creator is removed', async () => {
    const { admin, auditor } = await service.addTenant('Eta', 'STARTER');
    const client = withKey((await createKey(auditor)).key);
    expect((await client.get('/api/org/profile')).status).toBe(200);
    const { me } = await auditor.data<{ me: { id: string } }>('{ me { id } }');
    await admin.data('mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }', {
      input: { userId: me.id },
    });
    expectUnauthenticated(await client.get('/api/org/profile'));
  });

  it('are refused when their creator no longer exists', async () => {
    const { member, tenantId, emails } = await service.addTenant('Delta', 'STARTER');
    const client = withKey((await createKey(member)).key);
    expect((await client.get('/api/org/profile')).status).toBe(200);
    await service.database.query('delete from users where tenant_id = $1 and email = $2', [tenantId, emails.member]);
    expectUnauthenticated(await client.get('/api/org/profile'));
  });

  it('are revoked when the operator sets the password, unless they are to stay', async () => {
    const { member, emails, tenantId } = await service.addTenant('Epsilon', 'STARTER');
    const client = withKey((await createKey(member)).key);
    await service.app.tenants.setPassword(emails.member, 'another horse battery staple', false);
    expectUnauthenticated(await member.get('/api/org/profile'));
    expect((await client.get('/api/org/profile')).status).toBe(200);
    await service.app.tenants.setPassword(emails.member, 'one more horse battery staple');
    expectUnauthenticated(await client.get('/api/org/profile'));
    const audited = await service.database.query<{ type: string; reason: string }>(
      `select actor_type as type, after->>'reason' as reason from audit_log
       where tenant_id = $1 and action = 'api_key.revoked'`,
      [tenantId],
    );
    expect(audited).toEqual([{ type: 'operator', reason: 'password_changed' }]);
  });

  it('are refused after their expiry', async () => {
    const { member } = service.a;
    const { key, apiKey } = await createKey(member, { expiresInDays: 1 });
    const client = withKey(key);
    expect((await clock.at(DAY_MS - 60_000, () => client.get('/api/org/profile'))).status).toBe(200);
    expectUnauthenticated(await clock.at(DAY_MS + 1_000, () => client.get('/api/org/profile')));
    const shown = await clock.at(DAY_MS + 1_000, async () => {
      const later = await logIn(service.a.emails.member);
      return (await list(later)).find(({ id }) => id === apiKey.id);
    });
    expect(shown?.status).toBe('expired');
  });

  it('return the same error when they are malformed, mistyped, unknown or of no kind, the first two without a query', async () => {
    const { key } = await createKey(service.a.member);
    const mistyped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
    for (const wrong of ['svc_', 'svc_12345678_short', mistyped]) {
      const before = service.statements.length;
      expectUnauthenticated(await withKey(wrong).get('/api/org/profile'));
      expect(service.statements.slice(before).filter((text) => text.includes('api_keys'))).toEqual([]);
    }
    await service.database.query(`update api_keys set hash = repeat('0', 64) where key_id = $1`, [key.slice(4, 12)]);
    expectUnauthenticated(await withKey(key).get('/api/org/profile'));
  });

  it('are refused from the next request after they are revoked, and stay revoked', async () => {
    const { member } = service.a;
    const { key, apiKey } = await createKey(member);
    const client = withKey(key);
    expect((await client.get('/api/org/profile')).status).toBe(200);
    const { body } = await revoke(member, apiKey.id);
    expect(body).toEqual({
      data: { revokeApiKey: { apiKey: { id: apiKey.id, status: 'revoked', revokedAt: anyOf(String) } } },
    });
    expectUnauthenticated(await client.get('/api/org/profile'));
    expectUnauthenticated(await client.graphql('{ me { id } }'));
    expect((await EventStream.open(client, '{ me { id } }')).status).toBe(401);
    const socket = await Socket.open(service.baseUrl, { Authorization: `Bearer ${key}` });
    expect((await socket.closed).code).toBe(4403);
    expect((await revoke(member, apiKey.id)).body).toEqual(body);
  });

  it('close open connections within 5 seconds when they are revoked', async () => {
    const { key, apiKey } = await createKey(service.a.member, { expiresInDays: 365 });
    const socket = await Socket.connect(service.baseUrl, key);
    socket.subscribe('subscription { scansChanged { id } }');
    await socket.message(({ type }) => type === 'next');
    const stream = await EventStream.open(withKey(key), 'subscription { scansChanged { id } }');
    await stream.first();
    const revokedAt = Date.now();
    await revoke(service.a.member, apiKey.id);
    const [closed, ended] = await Promise.all([socket.closed, stream.ended]);
    expect(closed.code).toBe(4403);
    expect(closed.at - revokedAt).toBeLessThan(5_000);
    expect(ended.at - revokedAt).toBeLessThan(5_000);
  });

  it('are listed and revoked only by their creator and by admins', async () => {
    const { admin, auditor, member } = service.a;
    const { apiKey } = await createKey(member, { name: 'Theirs' });
    const sees = async (client: Client) => (await list(client)).some(({ id }) => id === apiKey.id);
    expect([await sees(admin), await sees(auditor), await sees(member), await sees(service.b.admin)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect((await revoke(auditor, apiKey.id)).text).toContain('NOT_FOUND');
    expect((await revoke(service.b.admin, apiKey.id)).text).toContain('NOT_FOUND');
    expect((await revoke(admin, apiKey.id)).text).toContain('revoked');
  });

  it('cannot create or revoke keys', async () => {
    const { key, apiKey } = await createKey(service.a.admin);
    const client = withKey(key);
    expect((await client.graphql(CREATE_API_KEY, { input: { name: 'x' } })).text).toContain('FORBIDDEN');
    expect((await revoke(client, apiKey.id)).text).toContain('FORBIDDEN');
    expect((await client.get('/api/org/profile')).status).toBe(200);
  });

  it('record when they were last used, written at most once a minute', async () => {
    const { member } = await service.addTenant('Zeta', 'STARTER');
    const { key } = await createKey(member);
    const client = withKey(key);
    const lastUsed = async () => (await list(member))[0]?.lastUsedAt ?? null;
    const writes = async (work: () => Promise<unknown>) => {
      const before = service.statements.length;
      await work();
      return service.statements.slice(before).filter((text) => /update "api_keys"/i.test(text)).length;
    };
    expect(await writes(() => client.get('/api/org/profile'))).toBe(1);
    const first = await lastUsed();
    expect(Date.now() - Date.parse(first ?? '')).toBeLessThan(5_000);
    expect(await writes(() => Promise.all(Array.from({ length: 20 }, () => client.get('/api/org/profile'))))).toBe(0);
    expect(await lastUsed()).toBe(first);
    expect(await writes(() => clock.at(61_000, () => client.get('/api/org/profile')))).toBe(1);
    expect(Date.parse((await lastUsed()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000);
  });

  it('cost as many statements as a token, except on the first request', async () => {
    const { member } = service.a;
    const client = withKey((await createKey(member)).key);
    // Its mail is sent by statements that are not of the request.
    await eventually(async () => {
      const waiting = await service.database.query('select 1 from mails');
      return waiting.length === 0 ? true : null;
    });
    const cost = async (caller: Client) => {
      const before = service.statements.length;
      expect((await caller.get('/api/compliance/frameworks')).status).toBe(200);
      return service.statements.slice(before).length;
    };
    expect(await cost(member)).toBe(1);
    // Whose it is, the caller with the posture, that it was used, its address, and the security event about that.
    expect(await cost(client)).toBe(5);
    expect(await cost(client)).toBe(1);
  });

  it('are in the audit trail when they are created and revoked, and as the actor of what is done with them', async () => {
    const { admin, tenantId } = service.b;
    const { key, apiKey } = await createKey(admin, { name: 'Audited', scopes: ['scan'] });
    const { me } = await admin.data<{ me: { id: string } }>('{ me { id } }');
    await connect(admin, 'demo');
    const socket = await Socket.connect(service.baseUrl, key);
    const triggered = await socket.ask('mutation { triggerScan(input: {}) { scan { id } } }');
    expect(triggered).not.toHaveProperty('errors');
    await socket.close();
    await revoke(admin, apiKey.id);
    await revoke(admin, apiKey.id);
    const rows = await service.database.query<Record<string, unknown>>(
      `select action, actor_type, actor_id, api_key_id, address, resource_id, before, after
       from audit_log where tenant_id = $1 and actor_type in ('user', 'api_key') order by sequence`,
      [tenantId],
    );
    const person = { actor_type: 'user', actor_id: me.id, api_key_id: null };
    const machine = { actor_type: 'api_key', actor_id: me.id, api_key_id: apiKey.id };
    expect(rows).toMatchObject([
      {
        action: 'api_key.created',
        ...person,
        resource_id: apiKey.id,
        after: { name: 'Audited', prefix: apiKey.prefix, scopes: ['read', 'scan'] },
      },
      { action: 'integration.connected', ...person },
      { action: 'scan.triggered', ...machine },
      { action: 'api_key.revoked', ...person, resource_id: apiKey.id, before: { revokedAt: null } },
    ]);
    // Over a socket too: the address is the peer's.
    for (const { address } of rows) expect(address).toMatch(/127\.0\.0\.1$/);
    expect(JSON.stringify(rows)).not.toContain(key.slice(13));
  });

  async function logIn(email: string): Promise<Client> {
    const { body } = await service.anonymous.post('/api/auth/login', {
      email,
      password: 'correct horse battery staple',
    });
    return new Client(service.baseUrl, (body as { data: { access_token: string } }).data.access_token);
  }
});

function expectUnauthenticated({ status, headers, text }: Answer): void {
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(text).toContain('"UNAUTHENTICATED"');
}
