import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../../src/platform/public-url.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const TOKEN = 'a-token-for-whoever-scrapes';
const NOBODYS = '00000000-0000-4000-8000-000000000000';

describe('/metrics', () => {
  let service: TestService;
  let scraper: Client;

  beforeAll(async () => {
    service = await startService({
      settings: { metricsToken: TOKEN, metricsPort: 0, rateLimitPerMinute: 600 },
    });
    scraper = new Client(service.baseUrl, TOKEN);
  });
  afterAll(() => service.stop());

  /** Value of a sample; 0 for none. */
  async function sample(name: string, labels: Record<string, string>): Promise<number> {
    const { text } = await scraper.get('/metrics');
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const line = text
      .split('\n')
      .find((each) => each.startsWith(`${name}{`) && wanted.every((one) => each.includes(one)));
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  /** Value of a sample once a response was counted, which may be after it was read. */
  const counted = (name: string, labels: Record<string, string>, atLeast = 1) =>
    eventually(async () => ((await sample(name, labels)) >= atLeast ? true : null));

  it('is returned with its token, and is an unknown path otherwise', async () => {
    const { status, headers } = await scraper.get('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect((await service.anonymous.get('/metrics')).status).toBe(401);
    expect((await new Client(service.baseUrl, 'another-token-altogether').get('/metrics')).status).toBe(401);
    expect((await service.a.admin.get('/metrics')).status).toBe(404);
    expect((await scraper.send('POST', '/metrics')).status).toBe(401);
  });

  it('is on a port of its own, without a token and without any other path', async () => {
    const own = new Client(urlOf(service.app.metricsServer) ?? '', null);
    expect((await own.get('/metrics')).text).toContain('nodejs_eventloop_lag_seconds');
    expect((await own.get('/livez')).status).toBe(404);
    expect((await own.send('POST', '/metrics')).status).toBe(404);
  });

  it('counts requests by route and never by path, operations by their outcome', async () => {
    await service.a.admin.get(`/api/scans/${NOBODYS}`);
    await service.a.admin.get('/no/such/path');
    await service.a.member.get('/api/org/integrations');
    const requests = 'crosswalk_http_request_duration_seconds_count';
    await counted(requests, { method: 'GET', route: '/api/scans/{scan_job_id}', status: '404' });
    await counted(requests, { method: 'GET', route: '/api/org/integrations', status: '403' });
    await counted(requests, { route: 'other', status: '404' });
    const operations = 'crosswalk_graphql_operations_total';
    await counted(operations, { operation: 'Query.scan', outcome: 'NOT_FOUND' });
    await counted(operations, { operation: 'Mutation.login', outcome: 'ok' }, 6);
    await service.a.member.graphql('{ integrations { id } }');
    await counted(operations, { operation: 'Query.integrations', outcome: 'FORBIDDEN' });
  });

  it('counts scans, jobs and rate-limited requests', async () => {
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    await counted('crosswalk_scan_duration_seconds_count', { outcome: 'completed' });
    await counted('crosswalk_job_duration_seconds_count', { job: 'scan.run', outcome: 'ok' });
    for (let left = 6; left > 0; left -= 1) await service.a.admin.post('/api/scans/trigger');
    await counted('crosswalk_rate_limited_total', { quota: 'scan triggers' });
  });

  it('has the connections of the pool and the open subscriptions', async () => {
    const abort = new AbortController();
    const stream = await fetch(`${service.baseUrl}/graphql/stream`, {
      method: 'POST',
      signal: abort.signal,
      headers: { authorization: `Bearer ${service.a.admin.token ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'subscription { scansChanged { id } }' }),
    });
    expect(stream.status).toBe(200);
    await counted('crosswalk_live_open', { kind: 'subscriptions' });
    abort.abort();
    await eventually(async () =>
      (await sample('crosswalk_live_open', { kind: 'subscriptions' })) === 0 ? true : null,
    );
    expect(await sample('crosswalk_database_connections', { state: 'idle' })).toBeGreaterThan(0);
  });

  it('contains no id, address or path of a client', async () => {
    const { text } = await scraper.get('/metrics');
    expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
    expect(text).not.toMatch(/@|alpha|no\/such/i);
    expect(text).not.toContain(service.a.tenantId);
  });
});

describe('/metrics on its own port', () => {
  it('is not on the public port', async () => {
    const service = await startService();
    try {
      expect((await service.anonymous.get('/metrics')).status).toBe(401);
      expect((await service.a.admin.get('/metrics')).status).toBe(404);
    } finally {
      await service.stop();
    }
  });
});
