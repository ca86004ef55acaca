import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { HostileProvider } from './hostile-provider.js';
import { NameServer } from './name-server.js';
import { SamlIdp } from './saml-idp.js';
import { OWN } from './saml-keys.js';
import {
  begin,
  changeConnection,
  connectionsOf,
  fetchResult,
  holdDomain,
  isReturn,
  type Result,
} from './signing-on.js';
import { UserAgent } from './user-agent.js';

const MINUTE_MS = 60_000;

/** Whether a provider that is asked to prove the person again has been asked in the words of its protocol. */
interface Asked {
  isForced: boolean;
}

/** A protocol, by the answer of its provider: when the person was authenticated, or null where it does not say. */
interface Protocol {
  /** Goes to the provider and comes back. @returns the page at which the browser arrives */
  answer(agent: UserAgent, address: string, stated: Date | null): Promise<Asked & { page: URL }>;
  /** Settings of a connection. */
  settings(): Record<string, unknown>;
}

let service: TestService;
let names: NameServer;
let provider: HostileProvider;
const idp = new SamlIdp();

const PROTOCOLS: Record<'oidc' | 'saml', Protocol> = {
  oidc: {
    settings: () => ({ issuer: provider.issuer, clientId: 'crosswalk', clientSecret: 'hush' }),
    answer: async (agent, address, stated) => {
      const authTime = stated === null ? undefined : Math.floor(stated.getTime() / 1_000);
      provider.wrong = { claims: { email: 'ada@oidc.example', groups: ['Admins'], auth_time: authTime } };
      const { url: page } = await agent.visit(address, isReturn);
      const { asked } = provider;
      return { page, isForced: asked.get('prompt') === 'login' && asked.get('max_age') === '0' };
    },
  },
  saml: {
    settings: () => ({ issuer: idp.entityId, signOnUrl: idp.signOnUrl, certificates: [OWN.certificate] }),
    answer: async (agent, address, stated) => {
      const request = idp.read(address);
      const parts = { email: 'ada@saml.example', groups: ['Admins'], authnInstant: stated?.toISOString() ?? null };
      const page = await submit(agent, request, idp.assertion(request, parts));
      return { page, isForced: request.isForced };
    },
  },
};

async function submit(agent: UserAgent, request: ReturnType<SamlIdp['read']>, assertion: string): Promise<URL> {
  const xml = idp.response(request, idp.sign(assertion));
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState };
  return (await agent.submit(request.callbackUrl, form)).url;
}

beforeAll(async () => {
  names = await NameServer.start();
  provider = await HostileProvider.start();
  service = await startService({ settings: { nameServers: [names.address] } });
  await connect('oidc', service.a);
  await connect('saml', service.b);
});

afterAll(async () => {
  await service.stop();
  await provider.stop();
  await names.stop();
});

/** Gives an organization an active connection of a protocol, and makes admins of the group Admins. */
async function connect(kind: 'oidc' | 'saml', { admin }: TestTenant): Promise<void> {
  const settings = { ...PROTOCOLS[kind].settings(), groupClaim: 'groups', createsMembers: true };
  const input = { kind, name: kind, ...settings };
  const { id: connectionId } = await changeConnection(admin, 'createIdentityConnection', input);
  await holdDomain(admin, names, `${kind}.example`);
  await admin.data(
    `mutation { setGroupRoles(input: { defaultRole: member, groups: [{ group: "Admins", role: admin }] }) {
      groupRoles { defaultRole } } }`,
  );
  const agent = new UserAgent(service.baseUrl);
  const { body } = await agent.post('/api/auth/sso/test', { connection_id: connectionId }, admin.token);
  const { page } = await PROTOCOLS[kind].answer(agent, redirectOf(body), new Date());
  await fetchResult(agent, page);
  expect((await connectionsOf(admin))[0]).toMatchObject({ status: 'tested' });
  await changeConnection(admin, 'activateIdentityConnection', { connectionId });
}

const redirectOf = (body: unknown) => (body as { data: { redirect_url: string } }).data.redirect_url;
const ago = (minutes: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 - minutes * MINUTE_MS);

/** A log-in in a new browser. */
async function logIn(kind: 'oidc' | 'saml', stated: Date | null): Promise<Result> {
  const agent = new UserAgent(service.baseUrl);
  const address = (await begin(agent, `ada@${kind}.example`)) ?? '';
  const { page } = await PROTOCOLS[kind].answer(agent, address, stated);
  return fetchResult(agent, page);
}

async function rename(token: string): Promise<string | null> {
  const { body } = await new Client(service.baseUrl, token).graphql(
    'mutation { updateOrganization(input: { name: "Renamed" }) { organization { name } } }',
  );
  const { errors } = body as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code ?? null;
}

async function authenticatedAt(token: string): Promise<string | null> {
  const { sessions } = await new Client(service.baseUrl, token).data<{
    sessions: { isCurrent: boolean; authenticatedAt: string | null }[];
  }>('{ sessions { isCurrent authenticatedAt } }');
  return sessions.find(({ isCurrent }) => isCurrent)?.authenticatedAt ?? null;
}

describe.each(['oidc', 'saml'] as const)('a log-in by %s', (kind) => {
  it('is as fresh a proof as the provider says', async () => {
    const hourAgo = ago(60);
    const { token } = await logIn(kind, hourAgo);
    expect(await authenticatedAt(token)).toBe(hourAgo.toISOString());
    expect(await rename(token)).toBe('REAUTHENTICATION_REQUIRED');
    expect(await rename((await logIn(kind, ago(5))).token)).toBeNull();
  });

  it('is refused with an authentication to come, which would be fresh for longer', async () => {
    expect(await logIn(kind, ago(-5))).toMatchObject({ status: 403, reason: 'invalid_response', token: '' });
  });
});

it('is no proof where an OpenID provider does not say when it authenticated the person, though it was asked', async () => {
  const { token } = await logIn('oidc', null);
  expect(JSON.parse(provider.asked.get('claims') ?? 'null')).toEqual({ id_token: { auth_time: null } });
  expect(await authenticatedAt(token)).toBeNull();
  expect(await rename(token)).toBe('REAUTHENTICATION_REQUIRED');
});

/** Moments that a provider states, as they are when it answers, and what they lead to. */
const STATED: [what: string, stated: () => Date | null, reasons: { oidc: string | null; saml: string | null }][] = [
  ['authenticated now', () => ago(0), { oidc: null, saml: null }],
  ['authenticated 5 minutes before', () => ago(5), { oidc: 'authentication_stale', saml: 'authentication_stale' }],
  ['authenticated an hour ago', () => ago(60), { oidc: 'authentication_stale', saml: 'authentication_stale' }],
  ['authenticated at the epoch', () => new Date(0), { oidc: 'authentication_stale', saml: 'authentication_stale' }],
  ['authenticated at no time', () => null, { oidc: 'authentication_stale', saml: 'invalid_response' }],
  ['authenticated in 5 minutes', () => ago(-5), { oidc: 'invalid_response', saml: 'invalid_response' }],
];

describe.each(['oidc', 'saml'] as const)('a step-up by %s', (kind) => {
  const stepUp = async (token: string, stated: Date | null) => {
    const agent = new UserAgent(service.baseUrl);
    const { body } = await agent.post('/api/auth/sso/step-up', {}, token);
    const { page, isForced } = await PROTOCOLS[kind].answer(agent, redirectOf(body), stated);
    expect(isForced).toBe(true);
    return fetchResult(agent, page);
  };

  it.each(STATED)('of somebody %s', async (_what, stated, { [kind]: reason }) => {
    const { token } = await logIn(kind, ago(60));
    const before = await authenticatedAt(token);
    const result = await stepUp(token, stated());
    expect(result).toMatchObject({ status: reason === null ? 200 : 403, reason });
    expect(await rename(token)).toBe(reason === null ? null : 'REAUTHENTICATION_REQUIRED');
    if (reason !== null) expect(await authenticatedAt(token)).toBe(before);
  });

  it('is refused in a session that has ended meanwhile', async () => {
    const { token } = await logIn(kind, ago(60));
    const agent = new UserAgent(service.baseUrl);
    const { body } = await agent.post('/api/auth/sso/step-up', {}, token);
    await new Client(service.baseUrl, token).data('mutation { logout { session { id } } }');
    const { page } = await PROTOCOLS[kind].answer(agent, redirectOf(body), ago(0));
    expect(await fetchResult(agent, page)).toMatchObject({ status: 403, reason: 'expired' });
  });
});

it('is no step-up where a SAML provider answers no request, also where it may begin', async () => {
  const [connection] = await connectionsOf(service.b.admin);
  const input = { connectionId: connection?.id, allowsUnsolicited: true };
  await changeConnection(service.b.admin, 'updateIdentityConnection', input);
  const { token } = await logIn('saml', ago(60));
  const agent = new UserAgent(service.baseUrl);
  const { body } = await agent.post('/api/auth/sso/step-up', {}, token);
  const request = idp.read(redirectOf(body));
  const page = await submit(agent, request, idp.assertion(request, { email: 'ada@saml.example', inResponseTo: null }));
  expect((await fetchResult(agent, page)).reason).toBe('invalid_response');
});
