import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeOldSessions } from '../../src/modules/auth/session.jobs.js';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { anyOf } from '../support/any-of.js';
import { createKey } from '../support/api-keys.js';
import { Client, type Answer } from '../support/client.js';
import { logInAs } from '../support/log-in.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { ShiftedClock } from './shifted-clock.js';

/** Limit for closing open connections. Source: schema/contract/accounts.md, "Sessions". */
const CLOSED_WITHIN_MS = 5_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WATCH = 'subscription { scansChanged { id } }';
const LIST = `query ($userId: ID, $ended: Boolean, $until: DateTimeISO) {
  sessions(userId: $userId, includeEnded: $ended, lastUsedUntil: $until) {
    id kind createdAt lastUsedAt expiresAt address device userAgent isCurrent endedAt endReason endedBy { name }
  }
}`;
const END = 'mutation ($i: EndSessionInput!) { endSession(input: $i) { session { id endReason endedBy { name } } } }';
const END_OTHERS = 'mutation { endOtherSessions { ended } }';
const END_MEMBERS = 'mutation ($i: EndMemberSessionsInput!) { endMemberSessions(input: $i) { ended } }';

interface Session {
  id: string;
  kind: string;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
  endedAt: string | null;
  endReason: string | null;
  endedBy: { name: string } | null;
}

describe('a session', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService({ clock });
    tenant = await service.addTenant('Gamma', 'STARTER');
  });
  afterAll(() => service.stop());

  const logIn = (userAgent?: string) => logInAs(service.baseUrl, tenant.emails.member, PASSWORD, userAgent);
  const sessionsOf = async (client: Client, variables: Record<string, unknown> = {}) =>
    (await client.data<{ sessions: Session[] }>(LIST, variables)).sessions;
  const idOf = async (client: Client) => (await sessionsOf(client)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  const statusOf = async (client: Client) => (await client.get('/api/org/profile')).status;

  it('is listed with address, device and times, the latest use first', async () => {
    const client = await logIn('curl/8.5.0');
    const [first] = await sessionsOf(client);
    expect(first).toEqual({
      id: anyOf(String),
      kind: 'token',
      createdAt: anyOf(String),
      lastUsedAt: first?.createdAt,
      expiresAt: anyOf(String),
      address: '127.0.0.1',
      device: 'curl',
      userAgent: 'curl/8.5.0',
      isCurrent: true,
      endedAt: null,
      endReason: null,
      endedBy: null,
    });
  });

  it('is reached by the last use of the hundredth where there are more', async () => {
    const crowded = await service.addTenant('Crowded', 'STARTER');
    await service.database.query(
      `insert into sessions (id, tenant_id, user_id, kind, created_at, last_used_at, expires_at, authenticated_by)
       select gen_random_uuid(), tenant_id, user_id, kind, created_at, last_used_at - n * interval '1 second', expires_at, authenticated_by
       from sessions, generate_series(1, 149) n where tenant_id = $1 and id = $2`,
      [crowded.tenantId, await idOf(crowded.member)],
    );
    const latest = await sessionsOf(crowded.member);
    expect(latest).toHaveLength(100);
    const rest = await sessionsOf(crowded.member, { until: latest.at(-1)?.lastUsedAt });
    expect(rest).toHaveLength(51);
    expect(new Set([...latest, ...rest].map(({ id }) => id)).size).toBe(150);
  });

  it('is read in the statement that reads the caller: a request takes no other for it', async () => {
    const key = new Client(service.baseUrl, (await createKey(tenant.member)).key);
    const statementsOf = async (client: Client) => {
      await statusOf(client);
      const before = service.statements.length;
      await statusOf(client);
      return service.statements.slice(before);
    };
    const [byToken, byKey] = [await statementsOf(await logIn()), await statementsOf(key)];
    expect(byToken.filter((text) => /\bsessions\b/.test(text))).toHaveLength(1);
    expect(byToken).toHaveLength(byKey.length);
  });

  it('has its last use written at most every five minutes', async () => {
    const client = await logIn();
    const writes = async (afterMs: number) => {
      const before = service.statements.length;
      await clock.at(afterMs, () => Promise.all([statusOf(client), statusOf(client)]));
      await clock.at(afterMs, () => statusOf(client));
      return service.statements.slice(before).filter((text) => text.startsWith('update "sessions"')).length;
    };
    expect(await writes(4 * MINUTE_MS)).toBe(0);
    // Two that came at once may both try; the second changes nothing.
    expect([1, 2]).toContain(await writes(5 * MINUTE_MS + 1_000));
    expect(await writes(9 * MINUTE_MS)).toBe(0);
  });

  it.each([
    ['REST', async (client: Client) => (await client.post('/api/auth/logout')).status === 200],
    [
      'GraphQL',
      async (client: Client) => (await client.graphql('mutation { logout { session { id } } }')).status === 200,
    ],
  ])('ends with a log-out over %s, from the next request and on no other session', async (_name, logOut) => {
    const [client, other] = [await logIn(), await logIn()];
    expect(await logOut(client)).toBe(true);
    expectRefused(await client.get('/api/org/profile'));
    expectRefused(await client.post('/api/auth/logout'));
    expect(await statusOf(other)).toBe(200);
  });

  it('closes its sockets and event streams within 5 seconds of its end', async () => {
    const client = await logIn();
    const socket = await Socket.connect(service.baseUrl, client.token);
    socket.subscribe(WATCH);
    await socket.message(({ type }) => type === 'next');
    const stream = await EventStream.open(client, WATCH);
    await stream.first();
    const endedAt = Date.now();
    await client.post('/api/auth/logout');
    const [{ code, at }, { at: streamAt }] = await Promise.all([socket.closed, stream.ended]);
    expect(code).toBe(4403);
    expect(Math.max(at, streamAt) - endedAt).toBeLessThan(CLOSED_WITHIN_MS);
  });

  it('can be ended by its owner from another one, once, and is shown as ended', async () => {
    const [client, lost] = [await logIn(), await logIn()];
    const sessionId = await idOf(lost);
    const ended = { endSession: { session: { id: sessionId, endReason: 'ended', endedBy: { name: 'Gamma member' } } } };
    expect(await client.data(END, { i: { sessionId } })).toEqual(ended);
    expectRefused(await lost.get('/api/org/profile'));
    expect(await client.data(END, { i: { sessionId } })).toEqual(ended);
    expect((await sessionsOf(client)).map(({ id }) => id)).not.toContain(sessionId);
    const found = (await sessionsOf(client, { ended: true })).find(({ id }) => id === sessionId);
    expect([found?.endReason, found?.endedBy?.name]).toEqual(['ended', 'Gamma member']);
    const audited = await service.database.query<{ after: unknown }>(
      `select after from audit_log where action = 'session.ended' and after->'sessions' ? $1`,
      [sessionId],
    );
    expect(audited).toEqual([{ after: { sessions: [sessionId] } }]);
  });

  it('of another member is seen and ended by an admin alone', async () => {
    const client = await logIn();
    const [sessionId, { me }] = [await idOf(client), await client.data<{ me: { id: string } }>('{ me { id } }')];
    for (const stranger of [tenant.auditor, service.b.admin]) {
      expect((await stranger.graphql(LIST, { userId: me.id })).text).toContain('NOT_FOUND');
      expect((await stranger.graphql(END, { i: { sessionId } })).text).toContain('NOT_FOUND');
    }
    expect(await statusOf(client)).toBe(200);
    expect((await sessionsOf(tenant.admin, { userId: me.id })).map(({ id }) => id)).toContain(sessionId);
    await tenant.admin.data(END, { i: { sessionId } });
    expectRefused(await client.get('/api/org/profile'));
  });

  it('stays when all others of its owner are ended, and those of other people stay too', async () => {
    const [client, one, two] = [await logIn(), await logIn(), await logIn()];
    const { endOtherSessions } = await client.data<{ endOtherSessions: { ended: number } }>(END_OTHERS);
    expect(endOtherSessions.ended).toBeGreaterThanOrEqual(2);
    expect([await statusOf(one), await statusOf(two)]).toEqual([401, 401]);
    expect([await statusOf(client), await statusOf(tenant.auditor)]).toEqual([200, 200]);
    expect(await client.data(END_OTHERS)).toEqual({ endOtherSessions: { ended: 0 } });
  });

  it('ends with all of its member when an admin ends them', async () => {
    const [one, two] = [await logIn(), await logIn()];
    const { me } = await one.data<{ me: { id: string } }>('{ me { id } }');
    const { endMemberSessions } = await tenant.admin.data<{ endMemberSessions: { ended: number } }>(END_MEMBERS, {
      i: { userId: me.id },
    });
    expect(endMemberSessions.ended).toBeGreaterThanOrEqual(2);
    expect([await statusOf(one), await statusOf(two), await statusOf(tenant.admin)]).toEqual([401, 401, 200]);
  });

  it('cannot be listed or ended with an API key', async () => {
    const key = new Client(service.baseUrl, (await createKey(tenant.admin)).key);
    for (const document of ['{ sessions { id } }', 'mutation { logout { session { id } } }', END_OTHERS]) {
      expect((await key.graphql(document)).text).toContain('FORBIDDEN');
    }
  });

  it('is removed 30 days after it was over, not before', async () => {
    const fresh = await service.addTenant('Delta', 'STARTER');
    const count = async () =>
      (await service.database.query('select 1 from sessions where tenant_id = $1', [fresh.tenantId])).length;
    const before = await count();
    const sweepIn = (ms: number) => removeOldSessions(service.app.database, new Date(Date.now() + ms));
    await sweepIn(30 * DAY_MS);
    expect(await count()).toBe(before);
    await sweepIn(30 * DAY_MS + 61 * MINUTE_MS);
    expect(await count()).toBe(0);
  });
});

function expectRefused({ status, headers, text }: Answer): void {
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(text).toContain('"UNAUTHENTICATED"');
}
