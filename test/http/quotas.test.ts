import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createApp, type App } from '../../src/app/app.js';
import type { RequestContext } from '../../src/context.js';
import { TenantQuota } from '../../src/feature/tenant-quota.js';
import { createLog } from '../../src/platform/log.js';
import { REPORT } from '../access/world.js';
import { anyOf } from '../support/any-of.js';
import { Client, type Answer } from '../support/client.js';
import { programEnvironment } from '../support/program-environment.js';
import { connect } from '../support/scans.js';
import { baseUrlOf, startService, type TestService, type TestTenant } from '../support/service.js';

/** Quotas per minute at 600 requests a minute. Source: contract, "Limits". */
const [TRIGGERS, IMPORTS, REPORTS] = [6, 20, 20];

/** Operations that send something to somebody outside, each time they are called; `reaching-out.test.ts` calls all of them. */
const REACHING_OUT = [
  {
    what: 'invitations',
    name: 'invitations',
    limit: 20,
    field: ({ at }: Target) => `inviteMember(input: {email: "p${at}@new.example", role: member})`,
  },
  {
    what: 'tests of integrations',
    name: 'integration-tests',
    limit: 20,
    field: ({ integration }: Target) => `testIntegration(input: {integrationId: "${integration}"})`,
  },
  {
    what: 'pings of webhooks',
    name: 'webhook-deliveries-by-hand',
    limit: 30,
    field: ({ webhook }: Target) => `pingWebhook(input: {webhookId: "${webhook}"})`,
  },
];

/** What the headers say remains of a further limit, after the limit of all requests. */
function remainingOf({ headers }: Answer, name: string, limit: number): number {
  expect(headers.get('ratelimit-policy')).toBe(`"default";q=600;w=60, "${name}";q=${limit};w=60`);
  const [, rest = ''] = headers.get('ratelimit')?.split(', ') ?? [];
  const found = new RegExp(`^"${name}";r=(\\d+);t=(\\d+)$`).exec(rest);
  expect(Number(found?.[2])).toBeGreaterThan(0);
  return Number(found?.[1]);
}

interface Target {
  integration: string;
  webhook: string;
  /** Number of the call. */
  at: number;
}

describe('the quotas of costly requests', () => {
  let service: TestService;
  /** A second web process on the same database. */
  let twin: App;
  let twinUrl: string;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web', rateLimitPerMinute: 600 } });
    twin = await createApp({ config: service.config, log: createLog('silent') });
    await twin.start();
    twinUrl = baseUrlOf(twin);
  });
  afterAll(async () => {
    await twin.stop();
    await service.stop();
  });

  const onTwin = ({ token }: Client) => new Client(twinUrl, token);
  const trigger = (client: Client, body: unknown = {}) => client.post('/api/scans/trigger', body);

  it(`are ${TRIGGERS} triggers a minute, over all processes, REST and GraphQL`, async () => {
    const { admin, member } = service.a;
    await connect(admin, 'demo');
    for (let count = 0; count < TRIGGERS / 2; count += 1) {
      expect((await trigger(member)).status).toBe(202);
      const { body } = await onTwin(admin).graphql('mutation { triggerScan(input: {}) { scan { id } } }');
      expect(body).not.toHaveProperty('errors');
    }
    for (const client of [member, onTwin(member), admin]) expectRefused(await trigger(client));
    const { body } = await onTwin(admin).graphql('mutation { triggerScan(input: {}) { scan { id } } }');
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: anyOf(Number) } }],
    });
  });

  it('do not affect other requests and other tenants', async () => {
    expect((await service.a.member.get('/api/scans')).status).toBe(200);
    await connect(service.b.admin, 'demo');
    expect((await trigger(service.b.member)).status).toBe(202);
  });

  it('are restored after a minute', async () => {
    await letTheMinuteGoBy(service.a);
    for (let count = 0; count < TRIGGERS; count += 1) {
      const answer = await trigger(service.a.member);
      expect(answer.status).toBe(202);
      expect(remainingOf(answer, 'scan-triggers', TRIGGERS)).toBe(TRIGGERS - 1 - count);
    }
    const refused = await trigger(service.a.member);
    expectRefused(refused);
    expect(remainingOf(refused, 'scan-triggers', TRIGGERS)).toBe(0);
    const plain = await service.a.member.get('/api/scans');
    expect(plain.headers.get('ratelimit')).not.toContain('scan-triggers');
  });

  it('hold for concurrent triggers', async () => {
    await letTheMinuteGoBy(service.a);
    const clients = Array.from({ length: 20 }, (_, at) => (at % 2 ? service.a.member : onTwin(service.a.admin)));
    const answers = await Promise.all(clients.map((client) => trigger(client)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(TRIGGERS);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - TRIGGERS);
  });

  it('count no refused trigger', async () => {
    const { admin, member, auditor } = await service.addTenant('Gamma', 'STARTER');
    for (let count = 0; count < TRIGGERS; count += 1) {
      expect((await trigger(member)).status).toBe(409);
      expect((await trigger(auditor)).status).toBe(403);
      expect((await trigger(member, { integration_types: ['none'] })).status).toBe(400);
    }
    await connect(admin, 'demo');
    for (let count = 0; count < TRIGGERS; count += 1) expect((await trigger(member)).status).toBe(202);
    for (let count = 0; count < TRIGGERS; count += 1) expectRefused(await trigger(member));
    await letTheMinuteGoBy(service.a);
    expect((await trigger(service.a.member)).status).toBe(202);
  });

  it.each(REACHING_OUT)('are $limit $what a minute, as the headers say', async ({ what, name, limit, field }) => {
    const tenant = await service.addTenant(`Quota-${what.replaceAll(' ', '-')}`, 'ENTERPRISE');
    const { admin } = tenant;
    const ids = { integration: await connect(admin, 'demo'), webhook: await createWebhook(admin) };
    // The integration was tested when it was connected.
    await letTheMinuteGoBy(tenant);
    const codes: (string | null)[] = [];
    const left: number[] = [];
    while (codes.length <= limit) {
      const answer = await admin.graphql(`mutation { ${field({ ...ids, at: codes.length })} { __typename } }`);
      const { errors } = answer.body as { errors?: { extensions: { code: string } }[] };
      codes.push(errors?.[0]?.extensions.code ?? null);
      left.push(remainingOf(answer, name, limit));
    }
    expect(codes).toEqual([...Array.from({ length: limit }, () => null), 'RATE_LIMITED']);
    expect(left).toEqual([...Array.from({ length: limit }, (_, at) => limit - 1 - at), 0]);
  });

  it(`are ${IMPORTS} imports a minute, counting broken reports but not unknown integrations`, async () => {
    const { admin } = service.a;
    const path = `/api/org/integrations/${await connect(admin, 'prowler')}/import`;
    const nowhere = '/api/org/integrations/00000000-0000-4000-8000-000000000000/import';
    for (let count = 0; count < IMPORTS / 2; count += 1) {
      expect((await admin.upload(nowhere, REPORT)).status).toBe(404);
      expect((await admin.upload(path, REPORT)).status).toBe(202);
      expect((await onTwin(admin).upload(path, 'no report')).status).toBe(400);
    }
    expectRefused(await admin.upload(path, REPORT));
    expectRefused(await onTwin(admin).upload(path, REPORT));
  });

  it(`are ${REPORTS} reports a minute; all of them scale with the rate limit of the tenant`, async () => {
    const quota = new TenantQuota({ name: 'reports', per600Requests: REPORTS, requestsPerMinute: 600 });
    expect(await takenBefore429(quota, service.b, null)).toBe(20);
    expect(await takenBefore429(quota, service.b, 1_200)).toBe(40);
    await letTheMinuteGoBy(service.b);
    expect(await takenBefore429(quota, service.b, 300)).toBe(10);
    await letTheMinuteGoBy(service.b);
    expect(await takenBefore429(quota, service.b, 1)).toBe(1);
  });

  it('cost nothing where the turn of what was asked for never comes, in the minute in which it was', async () => {
    const { tenantId } = await service.addTenant('Turns', 'STARTER');
    const quota = new TenantQuota({ name: 'reports', per600Requests: REPORTS, requestsPerMinute: 600 });
    const { database } = service.app;
    const quotas: RequestContext['quotas'] = [];
    const viewer = { tenantId, rateLimitPerMinute: null } as unknown as RequestContext['viewer'];
    type InTurn = (work: () => Promise<string>) => Promise<string>;
    const ask = (inTurn: InTurn, work = () => Promise.resolve('made')) =>
      database.within({ kind: 'tenant', tenantId }, () =>
        quota.takeForTurn({ em: database.fork(), viewer, quotas }, inTurn, work),
      );
    const used = async () => {
      const rows = await service.database.query<{ used: number }>(
        `select used from tenant_quotas where tenant_id = $1`,
        [tenantId],
      );
      return [rows[0]?.used, quotas.at(-1)?.remaining];
    };
    const never = () => Promise.reject(new Error('never'));
    expect(await ask((work) => work())).toBe('made');
    expect(await used()).toEqual([1, REPORTS - 1]);
    await expect(ask(never)).rejects.toThrow('never');
    expect(await used()).toEqual([1, REPORTS - 1]);
    const failing = ask(
      (work) => work(),
      () => Promise.reject(new Error('failed')),
    );
    await expect(failing).rejects.toThrow('failed');
    expect(await used()).toEqual([2, REPORTS - 2]);
    // Of the next minute it gives nothing back.
    const late = ask(async () => {
      await letTheMinuteGoBy({ tenantId });
      await ask((work) => work());
      return never();
    });
    await expect(late).rejects.toThrow('never');
    expect((await used())[0]).toBe(1);
  });

  it('are set by the operator for an organization at the command line, and that is audited', async () => {
    const { admin, tenantId } = service.b;
    await setLimit(tenantId, '1200');
    expect((await admin.get('/api/org/profile')).headers.get('x-ratelimit-limit')).toBe('1200');
    await letTheMinuteGoBy(service.b);
    for (let count = 0; count < 2 * TRIGGERS; count += 1) expect((await trigger(admin)).status).toBe(202);
    expectRefused(await trigger(admin));
    await setLimit(tenantId, 'default');
    expect((await admin.get('/api/org/profile')).headers.get('x-ratelimit-limit')).toBe('600');
    const rows = await service.database.query(
      `select action, actor_type, before, after from audit_log
       where tenant_id = $1 and action = 'organization.rate_limit_changed' order by sequence`,
      [tenantId],
    );
    const action = { action: 'organization.rate_limit_changed', actor_type: 'operator' };
    expect(rows).toEqual([
      { ...action, before: { rateLimitPerMinute: null }, after: { rateLimitPerMinute: 1_200 } },
      { ...action, before: { rateLimitPerMinute: 1_200 }, after: { rateLimitPerMinute: null } },
    ]);
  });

  it.each(['0', '1.5', 'many'])('cannot be set to %s', async (limit) => {
    await expect(setLimit(service.b.tenantId, limit)).rejects.toMatchObject({ code: 2 });
  });

  it('cannot be set for an unknown organization', async () => {
    await expect(setLimit('00000000-0000-4000-8000-000000000000', '5')).rejects.toMatchObject({ code: 1 });
    await expect(setLimit('nobody', '5')).rejects.toMatchObject({ code: 1 });
  });

  async function letTheMinuteGoBy({ tenantId }: Pick<TestTenant, 'tenantId'>): Promise<void> {
    await service.database.query('update tenant_quotas set window_ends_at = now() where tenant_id = $1', [tenantId]);
  }

  /** Number of accepted requests in this minute before the next is refused. */
  async function takenBefore429(quota: TenantQuota, { tenantId }: TestTenant, own: number | null): Promise<number> {
    const { database } = service.app;
    const viewer = { tenantId, rateLimitPerMinute: own };
    const take = () =>
      database.within({ kind: 'tenant', tenantId }, () =>
        quota.take({ em: database.fork(), viewer: viewer as RequestContext['viewer'], quotas: [] }),
      );
    const takeAll = async () => {
      for (let count = 0; count < 100; count += 1) await take();
    };
    await expect(takeAll()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const [row] = await service.database.query<{ used: number }>(
      `select used from tenant_quotas where tenant_id = $1 and quota = 'reports'`,
      [tenantId],
    );
    return row?.used ?? -1;
  }

  async function setLimit(tenantId: string, limit: string): Promise<void> {
    const cli = new URL('../../src/cli/main.js', import.meta.url).pathname;
    const { databaseUrl, dataDir } = service.config;
    await promisify(execFile)(
      process.execPath,
      [cli, 'tenant', 'set-limit', '--tenant', tenantId, `--per-minute=${limit}`],
      {
        env: programEnvironment({
          DATABASE_URL: databaseUrl ?? '',
          DATA_DIR: dataDir,
          SECRET_KEY: 'of the command line, in this test alone',
        }),
      },
    );
  }
});

async function createWebhook(admin: Client): Promise<string> {
  const input = {
    url: 'https://receiver.example/hook',
    events: ['scan.completed'],
    secret: 'a secret of this test, long enough',
  };
  const { body } = await admin.post('/api/webhooks', input);
  return (body as { data: { id: string } }).data.id;
}

function expectRefused({ status, headers, body }: Answer): void {
  expect(status).toBe(429);
  expect(body).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
}
