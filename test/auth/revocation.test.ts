import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { Client, type Answer } from '../support/client.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { ShiftedClock } from './shifted-clock.js';

/**
 * Limit for closing open connections. Source: schema/contract/accounts.md, "API keys": open sockets close within 5 s.
 */
const CLOSED_WITHIN_MS = 5_000;
const HOUR_MS = 3_600_000;
const WATCH = 'subscription { scansChanged { id } }';

describe('a withdrawn credential', () => {
  const clock = new ShiftedClock();
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ clock });
  });
  afterAll(() => service.stop());

  it('has the permissions of a changed role from the next request', async () => {
    const { member, tenantId } = service.a;
    expect((await member.get('/api/org/integrations')).status).toBe(403);
    await setRole(tenantId, 'member', 'auditor');
    expect((await member.get('/api/org/integrations')).status).toBe(200);
    await setRole(tenantId, 'auditor', 'member', 'Alpha member');
    expect((await member.get('/api/org/integrations')).status).toBe(403);
  });

  it('has the permissions of a changed role on an open socket from the next operation', async () => {
    const { auditor, tenantId } = service.a;
    const socket = await Socket.connect(service.baseUrl, auditor.token);
    expect(await socket.ask('{ integrations { id } }')).not.toHaveProperty('errors');
    await setRole(tenantId, 'auditor', 'member');
    const { errors } = await socket.ask('{ integrations { id } }');
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await setRole(tenantId, 'member', 'auditor', 'Alpha auditor');
    await socket.close();
  });

  it('is refused from the next request after the user is deleted', async () => {
    const { admin, tenantId } = await service.addTenant('Delta', 'STARTER');
    expect((await admin.get('/api/org/profile')).status).toBe(200);
    await deleteUsers(tenantId);
    expectRefused(await admin.get('/api/org/profile'));
    expectRefused(await admin.graphql('{ me { id } }'));
  });

  it('is refused from the next request after the credentials change', async () => {
    const { admin, tenantId } = await service.addTenant('Epsilon', 'STARTER');
    await service.database.query('update users set credentials_changed_at = $2 where tenant_id = $1', [
      tenantId,
      new Date(),
    ]);
    expectRefused(await admin.get('/api/org/profile'));
    expectRefused(await admin.graphql('{ me { id } }'));
  });

  it('is refused when the password changes in the second in which the token was issued; the next token is valid', async () => {
    const { emails } = await service.addTenant('Zeta', 'STARTER');
    const startOfSecond = Math.ceil(Date.now() / 1_000) * 1_000 + 60_000;
    const at = <T>(ms: number, work: () => Promise<T>) => clock.at(startOfSecond + ms - Date.now(), work);
    const before = await at(100, () => logIn(emails.admin, PASSWORD));
    await at(500, () => service.app.tenants.setPassword(emails.admin, 'another horse battery staple'));
    const after = await at(800, () => logIn(emails.admin, 'another horse battery staple'));
    await at(900, async () => {
      expectRefused(await before.get('/api/org/profile'));
      expect((await after.get('/api/org/profile')).status).toBe(200);
    });
  });

  it('is refused with the old password', async () => {
    const { emails } = await service.addTenant('Eta', 'STARTER');
    await service.app.tenants.setPassword(emails.member.toUpperCase(), 'another horse battery staple');
    const answer = await service.anonymous.post('/api/auth/login', { email: emails.member, password: PASSWORD });
    expect(answer.body).toMatchObject({ error: { code: 'INVALID_CREDENTIALS' } });
  });

  it('closes open connections within 5 seconds when the user is deleted', async () => {
    const tenant = await service.addTenant('Theta', 'STARTER');
    const open = await openBoth(tenant.admin);
    const deletedAt = Date.now();
    await deleteUsers(tenant.tenantId);
    await expectClosed(open, deletedAt, CLOSED_WITHIN_MS, 'Token withdrawn');
  });

  it('closes open connections when the token expires, not before', async () => {
    const lifeMs = 2_500;
    const tenant = await clock.at(-2 * HOUR_MS, () => service.addTenant('Iota', 'STARTER'));
    const shortLived = await clock.at(lifeMs - HOUR_MS, () => logIn(tenant.emails.admin, PASSWORD));
    const endsAt = Date.now() + lifeMs;
    const open = await openBoth(shortLived);
    const closed = await expectClosed(open, endsAt, 1_500, 'Token expired');
    // The end is a whole second: the token may end up to one before.
    for (const at of closed) expect(at).toBeGreaterThan(endsAt - 1_500);
  });

  it('refuses an operation over a socket whose user is deleted, and closes the socket', async () => {
    const tenant = await service.addTenant('Kappa', 'STARTER');
    const socket = await Socket.connect(service.baseUrl, tenant.admin.token);
    await deleteUsers(tenant.tenantId);
    const id = socket.subscribe('{ me { id } }');
    expect((await socket.closed).code).toBe(4403);
    expect(socket.messages.filter((message) => message.id === id && message.type === 'next')).toEqual([]);
  });

  async function logIn(email: string, password: string): Promise<Client> {
    const { body } = await service.anonymous.post('/api/auth/login', { email, password });
    return new Client(service.baseUrl, (body as { data: { access_token: string } }).data.access_token);
  }

  async function setRole(tenantId: TestTenant['tenantId'], from: string, to: string, name = ''): Promise<void> {
    await service.database.query(
      `update users set role = $3 where tenant_id = $1 and role = $2 and ($4 = '' or name = $4)`,
      [tenantId, from, to, name],
    );
  }

  async function deleteUsers(tenantId: string): Promise<void> {
    await service.database.query('delete from users where tenant_id = $1', [tenantId]);
  }

  /** A socket and an event stream, each with a subscription that has received its first event. */
  async function openBoth(client: Client): Promise<{ socket: Socket; stream: EventStream }> {
    const socket = await Socket.connect(service.baseUrl, client.token);
    socket.subscribe(WATCH);
    await socket.message(({ type }) => type === 'next');
    const stream = await EventStream.open(client, WATCH);
    await stream.first();
    return { socket, stream };
  }

  async function expectClosed(
    { socket, stream }: Awaited<ReturnType<typeof openBoth>>,
    from: number,
    withinMs: number,
    why: string,
  ) {
    const [{ code, reason, at }, { at: streamAt }] = await Promise.all([socket.closed, stream.ended]);
    expect([code, reason]).toEqual([4403, why]);
    expect(stream.end).toEqual({ code: 'UNAUTHENTICATED', closeCode: 4403, message: why });
    expect(at - from).toBeLessThan(withinMs);
    expect(streamAt - from).toBeLessThan(withinMs);
    return [at, streamAt];
  }
});

function expectRefused({ status, headers, text }: Answer): void {
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(text).toContain('"UNAUTHENTICATED"');
}
