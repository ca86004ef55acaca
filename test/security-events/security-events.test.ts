import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventAggregator } from '../../src/modules/security-events/event-aggregator.js';
import { systemClock } from '../../src/platform/clock.js';
import { createLog } from '../../src/platform/log.js';
import { createLink, openLink, REVOKE } from '../auditor-links/auditor-links.js';
import { Socket } from '../http/socket.js';
import { createKey } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { createScimToken } from '../support/scim.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';

interface Event {
  kind: string;
  outcome: string;
  count: number;
  actor: { type: string; id: string | null; api_key_id: string | null };
  address: string | null;
  user_agent: string | null;
  resource_id: string | null;
  details: Record<string, unknown> | null;
}

let service: TestService;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  service = await startService({
    settings: { trustProxy: true },
    writeSecurityLine: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
});
afterAll(() => service.stop());

const read = (query = '', client = service.a.auditor) => client.rest<Event[]>(`/api/security-events${query}`);

describe('security events', () => {
  it('has the use of an API key from a new address once, with agent, for many requests', async () => {
    const { key, apiKey } = await createKey(service.a.member);
    const client = new Client(service.baseUrl, key);
    for (let request = 0; request < 3; request += 1) {
      await client.get('/api/compliance/frameworks', { 'user-agent': 'pipeline/1.0' });
    }
    const events = await read('?kind=api_key.used');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      outcome: 'success',
      actor: { type: 'api_key', api_key_id: apiKey.id },
      user_agent: 'pipeline/1.0',
      resource_id: apiKey.id,
    });
    expect(events[0]?.address).toMatch(/127\.0\.0\.1$/);
  });

  it('has the use of an API key over a socket from a new address, once', async () => {
    const { key, apiKey } = await createKey(service.a.admin);
    for (let connection = 0; connection < 2; connection += 1)
      await (await Socket.connect(service.baseUrl, key)).close();
    const events = await read('?kind=api_key.used');
    expect(events.filter(({ resource_id: id }) => id === apiKey.id)).toMatchObject([
      { actor: { type: 'api_key', api_key_id: apiKey.id } },
    ]);
  });

  it('has the use of a SCIM token from each new address once, with the token as its author', async () => {
    const { scimToken, token } = await createScimToken(service.a.admin);
    for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1']) {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
      expect((await fetch(`${service.baseUrl}/scim/v2/Users`, { headers })).status).toBe(200);
    }
    const events = await read('?kind=scim_token.used');
    const actor = { type: 'identity_provider', id: scimToken.id };
    const use = { outcome: 'success', actor, user_agent: 'node', resource_id: scimToken.id };
    expect(events).toMatchObject([
      { ...use, address: '192.0.2.2' },
      { ...use, address: '192.0.2.1' },
    ]);
  });

  it('has links of auditors created, opened and revoked, with a line of each', async () => {
    lines.length = 0;
    const { id, secret } = await createLink(service.a.admin);
    await openLink(service, secret);
    await openLink(service, secret);
    await service.a.admin.data(REVOKE, { input: { auditorLinkId: id } });
    const events = await read('?kind=auditor_link.');
    const [ofAdmin, ofAuditor] = [{ type: 'user' }, { type: 'auditor_link', id }];
    expect(events).toMatchObject([
      { kind: 'auditor_link.revoked', actor: ofAdmin, resource_id: id },
      { kind: 'auditor_link.opened', actor: ofAuditor, resource_id: id },
      { kind: 'auditor_link.opened', actor: ofAuditor, resource_id: id },
      { kind: 'auditor_link.created', actor: ofAdmin, resource_id: id },
    ]);
    expect(events[1]?.address).toMatch(/127\.0\.0\.1$/);
    expect(lines).toMatchObject([
      { class_uid: 3001, activity_name: 'Auditor Link Create', severity_id: 2 },
      { class_uid: 3002, activity_name: 'Logon', actor: { app_name: 'auditor link', app_uid: id } },
      { class_uid: 3002, activity_name: 'Logon', actor: { app_name: 'auditor link', app_uid: id } },
      { class_uid: 3001, activity_name: 'Auditor Link Revoke', severity_id: 1 },
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('has log-ins and failures with the account, and of an unknown address only a line', async () => {
    const logIn = (email: string, password: string) => service.anonymous.post('/api/auth/login', { email, password });
    lines.length = 0;
    await logIn(service.b.emails.member, 'a wrong password of some length');
    await logIn('nobody@nowhere.example', 'a wrong password of some length');
    await logIn(service.b.emails.member, PASSWORD);
    const failed = await eventually(async () => {
      const events = await read('?kind=login.failed', service.b.auditor);
      return events.length > 0 ? events : null;
    });
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({
      outcome: 'failure',
      actor: { type: 'anonymous', id: null },
      details: { reason: 'password' },
      user_agent: 'node',
    });
    const [latest] = await read('?kind=login.succeeded&limit=1', service.b.auditor);
    expect(latest).toMatchObject({ actor: { type: 'user' }, details: { method: 'password', mfa: false } });
    const unknown = lines.filter(({ metadata }) => (metadata as { tenant_uid?: string }).tenant_uid === undefined);
    expect(unknown).toHaveLength(1);
    expect(unknown[0]).toMatchObject({ class_uid: 3002, status_id: 2, user: { name: 'unknown' } });
    expect(JSON.stringify(lines)).not.toContain('nowhere.example');
  });

  it('adds no statement to a read', async () => {
    const { key } = await createKey(service.a.member);
    const client = new Client(service.baseUrl, key);
    await client.rest('/api/compliance/frameworks');
    service.statements.length = 0;
    await client.rest('/api/compliance/frameworks');
    await service.a.member.rest('/api/compliance/frameworks');
    expect(service.statements.filter((text) => /security_events|_addresses/.test(text))).toEqual([]);
  });

  it('has refused calls of both interfaces, equal ones as one event with their number', async () => {
    const { member } = service.b;
    for (let call = 0; call < 5; call += 1) await member.get('/api/org/members');
    await member.graphql('{ auditLog(first: 1) { nodes { id } } }');
    const { events, refused } = await eventually(async () => {
      const events = await read('?kind=access.refused', service.b.auditor);
      return events.length >= 2 ? { events, refused: events.map(({ details }) => details?.operation) } : null;
    });
    expect(refused.sort()).toEqual(['Query.auditLog', 'Query.members']);
    expect(events.find(({ details }) => details?.operation === 'Query.members')).toMatchObject({
      outcome: 'failure',
      count: 5,
      actor: { type: 'user' },
    });
    expect(lines.filter(({ class_uid: uid }) => uid === 6003)).toHaveLength(2);
  });

  it('is not shown to a member or to another organization', async () => {
    expect((await service.a.member.get('/api/security-events')).status).toBe(403);
    expect(await read('?kind=api_key.', service.b.auditor)).toEqual([]);
  });
});

describe('counted events', () => {
  it('become at most 21 rows of a tenant, however many different ones there are', async () => {
    const aggregator = new EventAggregator({
      database: service.app.database,
      clock: systemClock,
      log: createLog('silent'),
      write: () => undefined,
    });
    const actor = { actorType: 'user', actorId: null, apiKeyId: null, userAgent: null, requestId: null } as const;
    for (let n = 0; n < 10_000; n += 1) {
      const event = { kind: 'evidence.downloaded', resourceId: String(n % 100) } as const;
      aggregator.add(service.a.tenantId, event, { ...actor, address: `192.0.2.${n % 50}` });
    }
    await aggregator.stop();
    const events = await read('?kind=evidence.downloaded');
    expect(events).toHaveLength(21);
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
    expect(events[0]?.details).toEqual({ others: true });
  });
});
