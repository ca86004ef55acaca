import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from './event-stream.js';
import { Socket } from './socket.js';
import { Client, type Answer } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';

const LIMIT = 10;

describe('the rate limit', () => {
  let service: TestService;

  beforeAll(async () => {
    // Both tenants' six logins count for this address: four are left.
    service = await startService({ settings: { rateLimitPerMinute: LIMIT } });
  });
  afterAll(() => service.stop());

  it('is in the headers of every response, and counts REST and GraphQL together', async () => {
    const { admin, member } = service.a;
    expectQuota(await admin.get('/api/org/profile'), 9);
    expectQuota(await member.graphql('{ me { id } }'), 8);
    expectQuota(await admin.get('/api/no/such/path'), 7);
    expectQuota(await member.get('/api/org/integrations'), 6);
    expectQuota(await admin.get('/api/scans?limit=0'), 5);
    expectQuota(await admin.send('PATCH', '/api/scans'), 4);
    expectQuota(await admin.graphql('{ broken'), 3);
    const stream = await EventStream.open(admin, '{ me { id } }');
    expect(stream.header('x-ratelimit-remaining')).toBe('2');
    await stream.close();
    expectQuota(await admin.get('/api/scans'), 1);
    expectQuota(await admin.get('/api/scans'), 0);
  });

  it('returns RATE_LIMITED beyond it over HTTP and event streams, with Retry-After, and closes sockets', async () => {
    const { admin, auditor } = service.a;
    const rest = await auditor.get('/api/org/profile');
    expect(rest.body).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    const graphql = await admin.graphql('{ me { id } }');
    expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    for (const answer of [rest, graphql]) {
      expect(answer.status).toBe(429);
      expectRetryAfter(answer.headers.get('retry-after'));
      expectQuota(answer, 0);
    }
    const stream = await EventStream.open(admin, '{ me { id } }');
    expect(stream.status).toBe(429);
    expectRetryAfter(stream.header('retry-after'));
    const socket = await Socket.open(service.baseUrl, { Authorization: `Bearer ${admin.token ?? ''}` });
    expect((await socket.closed).code).toBe(4429);
  });

  it('does not affect other tenants', async () => {
    expectQuota(await service.b.admin.get('/api/org/profile'), 9);
  });

  it('counts the greeting and the operations of a socket', async () => {
    const socket = await Socket.connect(service.baseUrl, service.b.admin.token);
    await socket.ask('{ me { id } }');
    await socket.ask('{ me { id } }');
    expectQuota(await service.b.admin.get('/api/org/profile'), 5);
    await socket.close();
  });

  it('applies to the address without a valid token', async () => {
    const { anonymous } = service;
    expectQuota(await anonymous.get('/api/org/profile'), 3);
    expectQuota(await anonymous.get('/api/org/profile', { authorization: 'Bearer garbage' }), 2);
    expectQuota(await anonymous.get('/files/nothing'), 1);
    expectQuota(await anonymous.post('/api/auth/login', { email: 'a@b.example', password: 'x' }), 0);
    const answer = await anonymous.post('/api/auth/login', { email: 'a@b.example', password: 'x' });
    expect(answer.status).toBe(429);
    expectRetryAfter(answer.headers.get('retry-after'));
  });

  it('costs no statement beyond it, whatever credential is sent', async () => {
    const before = service.statements.length;
    for (let no = 0; no < 5; no += 1) {
      const authorization = `Bearer cwk_${String(no).repeat(43)}`;
      expect((await service.anonymous.get('/api/org/profile', { authorization })).status).toBe(429);
      expect((await service.anonymous.send('POST', '/graphql', { headers: { authorization } })).status).toBe(429);
      const stream = await EventStream.open(new Client(service.baseUrl, `cwk_${String(no)}`), '{ me { id } }');
      expect(stream.status).toBe(429);
      const socket = await Socket.open(service.baseUrl, { Authorization: authorization });
      expect((await socket.closed).code).toBe(4429);
    }
    expect(service.statements.slice(before)).toEqual([]);
  });

  it('does not lock out a tenant when its address exceeds it', async () => {
    expect((await service.b.admin.get('/api/org/profile')).status).toBe(200);
    await (await Socket.connect(service.baseUrl, service.b.admin.token)).close();
  });

  it('does not apply to health checks, which show the quota of the address without using it', async () => {
    for (const path of ['/livez', '/readyz', '/livez']) {
      const answer = await service.anonymous.get(path);
      expect(answer.status).toBe(200);
      expectQuota(answer, 0);
    }
  });

  it.each(['', '/docs', '/graphiql'])(
    'does not apply to the assets of the page at "%s", which it may take many of',
    async (path) => {
      const directory = `dist/dashboard/${path === '' ? 'app' : path.slice(1)}/assets`;
      const [asset = ''] = readdirSync(directory);
      const answer = await service.anonymous.get(`${path}/assets/${asset}`);
      expect(answer.status).toBe(200);
      expectQuota(answer, 0);
      expect((await service.anonymous.get(`${path}/assets/missing.js`)).status).toBe(429);
    },
  );

  it('is in the headers of unknown paths outside of the API', async () => {
    for (const path of ['/%', '/nothing', '/graphiql/nothing']) expectQuota(await service.anonymous.get(path), 0);
  });

  it('may be set for a tenant', async () => {
    await setLimit(service.b, 3);
    expectQuota(await service.b.admin.get('/api/org/profile'), 2, 3);
  });

  it('is charged by the cost of an operation on every transport, the last of which may cost more than is left', async () => {
    await setLimit(service.a, 20);
    const tenant = service.a;
    const three = '{ a: me { id } b: me { id } c: me { id } }';
    expectQuota(await tenant.admin.graphql(three), 17, 20);
    expectQuota(await tenant.admin.get('/api/org/profile'), 16, 20);
    const socket = await Socket.connect(service.baseUrl, tenant.admin.token);
    await socket.ask(three);
    await socket.close();
    expectQuota(await tenant.admin.get('/api/org/profile'), 11, 20);
    const stream = await EventStream.open(tenant.admin, three);
    await stream.close();
    expectQuota(await tenant.admin.get('/api/org/profile'), 7, 20);
    expectQuota(await tenant.admin.graphql('{ me { id } }', { unused: 'x'.repeat(70_000) }), 5, 20);
    // More than 16,000 fields in the answer, by estimate: a unit for each 2,000.
    const large = await tenant.admin.graphql(
      '{ universalControls { id a: mappings { id control { id title status category controlId } } b: mappings { id rationale control { id title status } } } }',
    );
    expect(large.status).toBe(200);
    expectQuota(large, 0, 20);
    expect((await tenant.admin.get('/api/org/profile')).status).toBe(429);
  });

  async function setLimit({ tenantId }: TestTenant, limit: number): Promise<void> {
    await service.database.query('update tenants set rate_limit_per_minute = $2 where id = $1', [tenantId, limit]);
  }
});

function expectQuota({ headers }: Answer, remaining: number, limit = LIMIT): void {
  const reset = headers.get('x-ratelimit-reset') ?? '';
  expect(Number(reset)).toBeGreaterThanOrEqual(1);
  expect(Number(reset)).toBeLessThanOrEqual(60);
  expect({
    'ratelimit-policy': headers.get('ratelimit-policy'),
    ratelimit: headers.get('ratelimit'),
    limit: headers.get('x-ratelimit-limit'),
    remaining: headers.get('x-ratelimit-remaining'),
  }).toEqual({
    'ratelimit-policy': `"default";q=${limit};w=60`,
    ratelimit: `"default";r=${remaining};t=${reset}`,
    limit: String(limit),
    remaining: String(remaining),
  });
}

function expectRetryAfter(value: string | null): void {
  expect(value).toMatch(/^\d+$/);
  expect(Number(value)).toBeGreaterThanOrEqual(1);
  expect(Number(value)).toBeLessThanOrEqual(60);
}
