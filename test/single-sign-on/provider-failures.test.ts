import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OidcProvider } from '../../src/modules/single-sign-on/oidc-provider.js';
import { newBinding, secretsOf } from '../../src/modules/single-sign-on/attempt-secrets.rules.js';
import { systemClock } from '../../src/platform/clock.js';
import { GuardedNetwork } from '../../src/platform/safe-fetch/guarded-network.js';
import { startService, type TestService } from '../support/service.js';
import { ENDPOINTS, HostileProvider, type Endpoint, type Failure } from './hostile-provider.js';
import { NameServer } from './name-server.js';
import { changeConnection, connectionsOf, fetchResult, holdDomain, isReturn } from './signing-on.js';
import { UserAgent } from './user-agent.js';

const STEPS = Object.keys(ENDPOINTS) as Endpoint[];
/** Steps as errors name them. */
const NAMES = {
  discovery: 'discovery document',
  authorization: 'authorization endpoint',
  token: 'token endpoint',
  keys: 'signing keys',
  userinfo: 'userinfo endpoint',
} as const;

let provider: HostileProvider;

beforeAll(async () => {
  provider = await HostileProvider.start();
});

afterAll(() => provider.stop());

beforeEach(() => {
  // Without an address in the id token the userinfo endpoint is asked too.
  provider.wrong = { claims: { email: undefined } };
  provider.broken = null;
});

const answer =
  (status: number, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }): Failure =>
  (res) =>
    res.writeHead(status, headers).end(body);
const changed =
  (change: object): Failure =>
  (res, right) =>
    answer(200, JSON.stringify({ ...right, ...change }))(res, right);

/** What every endpoint can do instead of its work. */
const FAILURES: [what: string, failure: Failure, reason: string][] = [
  ['breaks the connection', (res) => res.socket?.destroy(), 'provider_unreachable'],
  [
    'breaks off within its answer',
    (res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      res.write('{"issuer":', () => res.destroy());
    },
    'provider_unreachable',
  ],
  ['fails with a page', answer(500, '<h1>Error</h1>', { 'content-type': 'text/html' }), 'provider_unreachable'],
  ['is overloaded', answer(503, '{"error":"server_error"}'), 'provider_unreachable'],
  ['answers with a status that there is not', answer(999, '{}'), 'provider_unreachable'],
  [
    'sends what does not unpack',
    answer(200, 'no gzip', { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
    'provider_unreachable',
  ],
  ['is not there', answer(404, 'not found', { 'content-type': 'text/plain' }), 'invalid_response'],
  [
    'redirects to itself',
    (res, right) => answer(302, '', { location: res.req.url ?? '/' })(res, right),
    'invalid_response',
  ],
  ['redirects elsewhere', answer(307, '', { location: 'http://127.0.0.1:9/' }), 'invalid_response'],
  ['sends nothing', answer(200, ''), 'invalid_response'],
  ['has no content', answer(204, ''), 'invalid_response'],
  ['sends what is no JSON', answer(200, '{"issuer": "'), 'invalid_response'],
  ['sends null', answer(200, 'null'), 'invalid_response'],
  ['sends a list', answer(200, '[]'), 'invalid_response'],
  ['sends an empty object', answer(200, '{}'), 'invalid_response'],
  ['sends a page', answer(200, '<html></html>', { 'content-type': 'text/html' }), 'invalid_response'],
  ['sends too much', changed({ more: 'x'.repeat(2 * 1024 * 1024) }), 'invalid_response'],
];

/** What one endpoint can do: the endpoint, and the step at which it shows. */
const PARTICULAR: [what: string, endpoint: Endpoint, step: keyof typeof NAMES, failure: Failure, reason: string][] = [
  ['another issuer', 'discovery', 'discovery', changed({ issuer: 'https://issuer.example' }), 'invalid_response'],
  [
    'no authorization endpoint',
    'discovery',
    'authorization',
    changed({ authorization_endpoint: undefined }),
    'invalid_response',
  ],
  [
    'a script as authorization endpoint',
    'discovery',
    'authorization',
    changed({ authorization_endpoint: 'javascript:alert(1)' }),
    'invalid_response',
  ],
  ['a token endpoint that is no address', 'discovery', 'token', changed({ token_endpoint: 'x' }), 'invalid_response'],
  ['keys at a file', 'discovery', 'keys', changed({ jwks_uri: 'file:///etc/passwd' }), 'invalid_response'],
  ['a refusal', 'token', 'token', answer(400, '{"error":"invalid_grant"}'), 'provider_refused'],
  ['no id token', 'token', 'token', changed({ id_token: undefined }), 'invalid_response'],
  ['an id token of three words', 'token', 'token', changed({ id_token: 'a.b.c' }), 'invalid_response'],
  ['a number as id token', 'token', 'token', changed({ id_token: 1 }), 'invalid_response'],
  ['no keys', 'keys', 'keys', changed({ keys: [] }), 'invalid_response'],
  ['a text as keys', 'keys', 'keys', changed({ keys: 'one' }), 'invalid_response'],
  [
    'a key that is none',
    'keys',
    'keys',
    changed({ keys: [{ kty: 'RSA', kid: 'one', alg: 'RS256', use: 'sig', n: '!', e: 1 }] }),
    'invalid_response',
  ],
  [
    'a challenge',
    'userinfo',
    'userinfo',
    answer(401, '', { 'www-authenticate': 'Bearer error="invalid_token"' }),
    'provider_refused',
  ],
  ['claims of somebody else', 'userinfo', 'userinfo', changed({ sub: 'somebody else' }), 'invalid_response'],
];

/** A sign-on at the provider alone, from the beginning to the person. */
async function identify(options: { timeoutMs?: number } = {}) {
  const network = new GuardedNetwork({ allowsPrivate: true });
  try {
    const oidc = new OidcProvider(network, systemClock, options);
    const redirectUri = 'http://127.0.0.1/callback';
    const client = { clientId: 'crosswalk', clientSecret: 'hush', groupClaim: null };
    const connection = { ...client, issuer: provider.issuer, redirectUri };
    const secrets = secretsOf(newBinding());
    const address = await oidc.authorizationUrl(connection, { ...secrets, loginHint: null, isStepUp: false });
    const response = await fetch(address, { redirect: 'manual' });
    await response.text();
    return await oidc.identify(connection, secrets, new URL(response.headers.get('location') ?? ''));
  } finally {
    await network.close();
  }
}

const refusal = (reason: string, step: string) => ({
  name: 'SignOnRefusal',
  reason,
  at: { issuer: provider.issuer, step },
});

describe('an identity provider', () => {
  it('identifies a person when nothing is wrong', async () => {
    const { identity } = await identify();
    expect(identity).toMatchObject({ subject: 'hostile', email: 'hostile@alpha.example' });
  });

  describe.each(STEPS)('whose %s', (endpoint) => {
    it.each(FAILURES)('%s is named with the step', async (_what, failure, reason) => {
      provider.broken = { endpoint, failure };
      await expect(identify()).rejects.toMatchObject(refusal(reason, endpoint));
    });
  });

  it.each(PARTICULAR)('with %s (%s) is named with the step %s', async (_what, endpoint, step, failure, reason) => {
    provider.broken = { endpoint, failure };
    await expect(identify()).rejects.toMatchObject(refusal(reason, step));
  });

  it('that never answers is given up, at every step', async () => {
    for (const endpoint of STEPS) {
      provider.broken = { endpoint, failure: () => undefined };
      const slow = { ...refusal('provider_unreachable', endpoint), detail: 'it did not answer in time' };
      await expect(identify({ timeoutMs: 1_000 })).rejects.toMatchObject(slow);
    }
  });
});

describe('a failure of a provider', () => {
  let service: TestService;
  let names: NameServer;
  let failing: HostileProvider;
  let connectionId: string;

  beforeAll(async () => {
    names = await NameServer.start();
    service = await startService({ settings: { nameServers: [names.address] } });
    await holdDomain(service.a.admin, names, 'alpha.example');
  });

  afterAll(async () => {
    await service.stop();
    await names.stop();
  });

  // A provider of its own for each test: discovery documents and keys are cached for some minutes.
  beforeEach(async () => {
    failing = await HostileProvider.start();
    failing.wrong = { claims: { email: undefined } };
    const settings = { issuer: failing.issuer, clientId: 'crosswalk', clientSecret: 'hush', createsMembers: true };
    const input = { kind: 'oidc', name: 'Hostile', ...settings };
    connectionId = (await changeConnection(service.a.admin, 'createIdentityConnection', input)).id;
  });

  afterEach(async () => {
    await service.database.query(`delete from identity_connections where id = $1`, [connectionId]);
    await failing.stop();
  });

  const breaks = (endpoint: Endpoint) => (failing.broken = { endpoint, failure: answer(503, '') });
  const activate = () =>
    service.database.query(`update identity_connections set status = 'active' where id = $1`, [connectionId]);
  const latestEvent = async () => {
    const rows = await service.database.query<{ kind: string; details: unknown }>(
      `select kind, details from security_events where tenant_id = $1 order by sequence desc limit 1`,
      [service.a.tenantId],
    );
    return rows[0];
  };
  const errorOf = (endpoint: Endpoint) => ({
    code: 'SIGN_ON_REFUSED',
    message: `The identity provider cannot be reached: ${NAMES[endpoint]} of ${failing.issuer}.`,
    details: [
      { field: '/reason', message: 'provider_unreachable' },
      { field: '/issuer', message: failing.issuer },
      { field: '/step', message: endpoint },
    ],
  });

  it.each(STEPS)('at its %s is the result of a test, and an entry of the audit trail', async (endpoint) => {
    breaks(endpoint);
    const { admin, tenantId } = service.a;
    const agent = new UserAgent(service.baseUrl);
    const { status, body } = await agent.post('/api/auth/sso/test', { connection_id: connectionId }, admin.token);
    if (status === 200) {
      const { redirect_url: address } = (body as { data: { redirect_url: string } }).data;
      await fetchResult(agent, (await agent.visit(address, isReturn)).url);
    } else expect(body).toMatchObject({ error: errorOf(endpoint) });
    expect(status).toBe(endpoint === 'discovery' ? 403 : 200);
    const detail = `${NAMES[endpoint]}: it answered 503`;
    const connection = (await connectionsOf(admin)).find(({ id }) => id === connectionId);
    expect(connection).toMatchObject({ status: 'draft', lastTest: { refusal: 'provider_unreachable', detail } });
    const trail = await service.database.query(
      `select action, after from audit_log where tenant_id = $1 and resource_id = $2 order by sequence desc limit 1`,
      [tenantId, connectionId],
    );
    expect(trail).toEqual([
      { action: 'identity_connection.tested', after: { status: 'draft', refusal: 'provider_unreachable', detail } },
    ]);
  });

  it.each(STEPS)('at its %s refuses a log-in by name, and is a security event', async (endpoint) => {
    await activate();
    breaks(endpoint);
    const agent = new UserAgent(service.baseUrl);
    const start = await agent.post('/api/auth/sso', { email: 'ada@alpha.example' });
    const end = async () => {
      const { redirect_url: address } = (start.body as { data: { redirect_url: string } }).data;
      return fetchResult(agent, (await agent.visit(address, isReturn)).url);
    };
    const { status, body } = endpoint === 'discovery' ? start : await end();
    expect({ status, body }).toMatchObject({ status: 403, body: { error: errorOf(endpoint) } });
    expect(await latestEvent()).toEqual({
      kind: 'login.failed',
      details: { reason: 'provider_unreachable', connection_id: connectionId, step: endpoint },
    });
  });
});
