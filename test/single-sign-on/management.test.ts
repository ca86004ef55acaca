import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDomains } from '../../src/modules/single-sign-on/email-domain.jobs.js';
import { txtResolver } from '../../src/modules/single-sign-on/txt-records.js';
import { createLog } from '../../src/platform/log.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { accept, invite, tokenOf } from '../organizations/inviting.js';
import { Client, type Answer } from '../support/client.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { NameServer } from './name-server.js';
import { CLIENT_ID, CLIENT_SECRET, OpenidProvider } from './openid-provider.js';
import {
  changeConnection,
  claimDomain,
  connectionsOf,
  holdDomain,
  signOn,
  testConnection,
  VERIFY,
} from './signing-on.js';
import { UserAgent } from './user-agent.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const CREATE = `mutation ($input: CreateIdentityConnectionInput!) {
  createIdentityConnection(input: $input) { identityConnection { id } } }`;

const clock = new ShiftedClock();
let service: TestService;
let names: NameServer;
let provider: OpenidProvider;

beforeAll(async () => {
  names = await NameServer.start();
  provider = await OpenidProvider.start();
  service = await startService({ settings: { nameServers: [names.address] }, clock });
});

afterAll(async () => {
  await service.stop();
  await provider.stop();
  await names.stop();
});

const codeOf = ({ body }: Answer) =>
  (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code ?? null;
const logIn = (email: string, password = PASSWORD) =>
  new Client(service.baseUrl, null).post('/api/auth/login', { email, password });
const errorOf = ({ body }: Answer) => (body as { error?: { code: string } }).error?.code ?? null;
const oidc = () => ({
  kind: 'oidc',
  name: 'Directory',
  issuer: provider.issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
});
const stateOf = async (domain: string) =>
  (
    await service.database.query<{ verified: boolean; missing: boolean }>(
      `select verified_at is not null as verified, missing_since is not null as missing from email_domains
       where domain = $1 and tenant_id = $2`,
      [domain, service.a.tenantId],
    )
  )[0];

describe('a domain', () => {
  it('is verified by its TXT record alone, and by one organization alone', async () => {
    const { a, b } = service;
    const own = await claimDomain(a.admin, 'One.Example.');
    const other = await claimDomain(b.admin, 'one.example');
    const verify = (client: Client, domainId: string) => client.graphql(VERIFY, { input: { domainId } });
    expect(own.recordName).toBe('_crosswalk-challenge.one.example');
    expect(own.recordText).not.toBe(other.recordText);
    expect(codeOf(await verify(a.admin, own.id))).toBe('CONFLICT');
    names.records.set(own.recordName, other.recordText);
    expect(codeOf(await verify(a.admin, own.id))).toBe('CONFLICT');
    names.records.set(own.recordName, own.recordText);
    expect(codeOf(await verify(a.admin, own.id))).toBeNull();
    names.records.set(own.recordName, other.recordText);
    const { text } = await verify(b.admin, other.id);
    expect(text).toContain('another organization holds this domain');
    expect(codeOf(await verify(b.admin, own.id))).toBe('NOT_FOUND');
  });

  it.each([
    'localhost',
    'example',
    '192.0.2.1',
    'exa mple.com',
    '-a.example',
    'a@b.example',
    `${'a.'.repeat(130)}example`,
  ])('cannot be %s', async (domain) => {
    const document =
      'mutation ($input: ClaimEmailDomainInput!) { claimEmailDomain(input: $input) { emailDomain { id } } }';
    expect(codeOf(await service.a.admin.graphql(document, { input: { domain } }))).toBe('VALIDATION_FAILED');
  });

  it('is lost when its record has been missing for 7 days, and not while name servers fail', async () => {
    const { database } = service.app;
    await holdDomain(service.a.admin, names, 'two.example');
    const record = '_crosswalk-challenge.two.example';
    const text = names.records.get(record) ?? '';
    const check = (days: number) =>
      clock.at(days * DAY_MS, () =>
        checkDomains(
          { database, clock, log: createLog('silent'), resolveTxt: txtResolver([names.address]) },
          new AbortController().signal,
        ),
      );
    names.records.delete(record);
    names.fails = true;
    await check(2);
    expect(await stateOf('two.example')).toEqual({ verified: true, missing: false });
    names.fails = false;
    await check(2);
    expect(await stateOf('two.example')).toEqual({ verified: true, missing: true });
    names.records.set(record, text);
    await check(4);
    expect(await stateOf('two.example')).toEqual({ verified: true, missing: false });
    names.records.delete(record);
    await check(6);
    await check(12);
    expect(await stateOf('two.example')).toEqual({ verified: true, missing: true });
    await check(14);
    expect(await stateOf('two.example')).toEqual({ verified: false, missing: false });
  });
});

describe('a connection', () => {
  it.each([
    ['an issuer that is no address', { issuer: 'issuer' }],
    ['an issuer with a password in it', { issuer: 'https://a:b@issuer.example' }],
    ['an issuer with a query', { issuer: 'https://issuer.example/?a=b' }],
    ['no client', { clientId: null }],
    ['settings of the other protocol', { signOnUrl: 'https://issuer.example/' }],
    ['a certificate that is none', { certificates: ['hello'] }],
  ])('is refused with %s', async (_what, wrong) => {
    const answer = await service.a.admin.graphql(CREATE, { input: { ...oidc(), ...wrong } });
    expect(codeOf(answer)).toBe('VALIDATION_FAILED');
  });

  it('seals its secret, shows it nowhere, and gives it to no other issuer', async () => {
    const { admin, tenantId } = service.a;
    const { id, hasClientSecret } = await changeConnection(admin, 'createIdentityConnection', oidc());
    expect(hasClientSecret).toBe(true);
    const everything = await service.database.query<{ row: string }>(
      `select c::text as row from identity_connections c where tenant_id = $1
       union all select a::text from audit_log a where tenant_id = $1
       union all select s::text from security_events s where tenant_id = $1`,
      [tenantId],
    );
    expect(everything.filter(({ row }) => row.includes(CLIENT_SECRET))).toEqual([]);
    expect((await admin.get('/api/org/identity-connections')).text).not.toContain(CLIENT_SECRET);
    const change = (more: object) => changeConnection(admin, 'updateIdentityConnection', { connectionId: id, ...more });
    expect(await change({ name: 'Renamed' })).toMatchObject({ hasClientSecret: true });
    expect(await change({ issuer: 'https://evil.example' })).toMatchObject({ hasClientSecret: false, status: 'draft' });
    expect(await change({ issuer: provider.issuer, clientSecret: CLIENT_SECRET })).toMatchObject({
      hasClientSecret: true,
    });
    expect(await change({ clientId: 'another' })).toMatchObject({ hasClientSecret: false });
    const trail = await service.database.query<{ action: string }>(
      `select action from audit_log where tenant_id = $1 and resource_id = $2 order by sequence`,
      [tenantId, id],
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'identity_connection.created',
      ...Array.from({ length: 4 }, () => 'identity_connection.updated'),
    ]);
    await admin.data(
      'mutation ($input: IdentityConnectionInput!) { deleteIdentityConnection(input: $input) { deletedId } }',
      {
        input: { connectionId: id },
      },
    );
    expect(await connectionsOf(admin)).toEqual([]);
  });

  it('reaches no address inside, and says so to the admin who tests it', async () => {
    const guarded = await startService({
      settings: { allowsPrivateIntegrations: false, nameServers: [names.address] },
    });
    try {
      const { admin } = guarded.a;
      expect(codeOf(await admin.graphql(CREATE, { input: oidc() }))).toBe('VALIDATION_FAILED');
      const issuer = provider.issuer.replace('http:', 'https:');
      const { id } = await changeConnection(admin, 'createIdentityConnection', { ...oidc(), issuer });
      const agent = new UserAgent(guarded.baseUrl);
      const { status, body } = await agent.post('/api/auth/sso/test', { connection_id: id }, admin.token);
      expect({ status, reason: JSON.stringify(body).includes('provider_unreachable') }).toEqual({
        status: 403,
        reason: true,
      });
      expect((await agent.post('/api/auth/sso/test', { connection_id: id }, guarded.a.auditor.token)).status).toBe(403);
      expect((await agent.post('/api/auth/sso/test', { connection_id: id }, guarded.b.admin.token)).status).toBe(404);
    } finally {
      await guarded.stop();
    }
  });
});

describe('enforced single sign-on', () => {
  let connectionId: string;

  beforeAll(async () => {
    const { a } = service;
    const connection = await changeConnection(a.admin, 'createIdentityConnection', { ...oidc(), createsMembers: true });
    connectionId = connection.id;
    provider.register([connection.callbackUrl], { inIdToken: true });
    provider.person = { sub: 'member', email: a.emails.member, email_verified: true };
    const activate = (client: Client) =>
      client.graphql(
        'mutation ($input: IdentityConnectionInput!) { activateIdentityConnection(input: $input) { identityConnection { id } } }',
        { input: { connectionId } },
      );
    expect(codeOf(await activate(a.admin))).toBe('CONFLICT');
    await holdDomain(a.admin, names, 'alpha.example');
    expect((await testConnection(service, a, connectionId)).status).toBe('tested');
    expect(codeOf(await activate(a.admin))).toBeNull();
  });

  const userIdOf = async (client: Client) => (await client.data<{ me: { id: string } }>('{ me { id } }')).me.id;

  it('refuses passwords of the domain, with one answer to right ones, wrong ones and nobody’s, but for one admin', async () => {
    const { a, b } = service;
    const [member, auditor] = [a.member, a.auditor];
    expect((await logIn(a.emails.member)).status).toBe(200);
    const input = { connectionId, breakGlassUserId: await userIdOf(a.admin) };
    const wrong = { connectionId, breakGlassUserId: await userIdOf(member) };
    const enforce = `mutation ($input: EnforceSingleSignOnInput!) {
      enforceSingleSignOn(input: $input) { identityConnection { isEnforced } } }`;
    expect(codeOf(await a.admin.graphql(enforce, { input: wrong }))).toBe('CONFLICT');
    expect(codeOf(await a.admin.graphql(enforce, { input }))).toBeNull();
    // Sessions that a password opened are over.
    expect((await member.get('/api/org/profile')).status).toBe(401);
    expect((await auditor.get('/api/org/profile')).status).toBe(401);
    const answers = [
      await logIn(a.emails.member),
      await logIn(a.emails.member, 'a wrong password'),
      await logIn('nobody@alpha.example'),
      await logIn(a.emails.admin, 'a wrong password'),
    ];
    expect(answers.map(errorOf)).toEqual(Array.from({ length: 4 }, () => 'SINGLE_SIGN_ON_REQUIRED'));
    const bodies = answers.map(({ body }) => JSON.stringify((body as { error: unknown }).error));
    expect(new Set(bodies).size).toBe(1);
    expect((await logIn(b.emails.member)).status).toBe(200);
    const { status, user } = await signOn(service, a.emails.member);
    expect({ status, email: user?.email }).toEqual({ status: 200, email: a.emails.member });
  });

  it('lets the one admin in, and records it', async () => {
    const { a } = service;
    expect((await logIn(a.emails.admin)).status).toBe(200);
    const used = await service.database.query(
      `select actor_type from audit_log where tenant_id = $1 and action = 'identity_connection.break_glass_used'`,
      [a.tenantId],
    );
    expect(used).toEqual([{ actor_type: 'user' }]);
  });

  it('takes no password in a session either: neither to change it nor to prove oneself again', async () => {
    const { a } = service;
    const { token } = await signOn(service, a.emails.member);
    const member = new Client(service.baseUrl, token);
    const change = await member.graphql(
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { accessToken } }',
      { input: { currentPassword: PASSWORD, newPassword: 'another long pass phrase' } },
    );
    expect(codeOf(change)).toBe('SINGLE_SIGN_ON_REQUIRED');
    const again = await member.graphql(
      'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { session { id } } }',
      { input: { password: PASSWORD } },
    );
    expect(codeOf(again)).toBe('SINGLE_SIGN_ON_REQUIRED');
  });

  it('makes a member without a password and a session of who accepts an invitation', async () => {
    const token = tokenOf(await invite(service.a.admin, 'new.person@alpha.example'));
    const accepted = await accept(service.anonymous, token);
    expect(codeOf(accepted)).toBe('SINGLE_SIGN_ON_REQUIRED');
    const rows = await service.database.query(
      `select password_hash, (select count(*)::int from sessions s where s.user_id = u.id) as sessions
       from users u where email = 'new.person@alpha.example'`,
    );
    expect(rows).toEqual([{ password_hash: null, sessions: 0 }]);
  });

  it('lets a right password be guessed no more often than a wrong one', async () => {
    const codes: (string | null)[] = [];
    for (let attempt = 0; attempt < 12; attempt++) codes.push(errorOf(await logIn(service.a.emails.auditor)));
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'SINGLE_SIGN_ON_REQUIRED'));
    expect(codes.at(-1)).toBe('RATE_LIMITED');
  });

  it('stays until it is switched off: the provider, the connection and the last domain cannot go before', async () => {
    const { admin } = service.a;
    const [{ id: domainId } = { id: '' }] = await service.database
      .query<{ id: string }>(
        `delete from email_domains where tenant_id = $1 and domain <> 'alpha.example' returning id`,
        [service.a.tenantId],
      )
      .then(() =>
        service.database.query<{ id: string }>(`select id from email_domains where domain = 'alpha.example'`),
      );
    const attempts = [
      ['updateIdentityConnection', 'UpdateIdentityConnectionInput', { connectionId, issuer: 'https://evil.example' }],
      ['deactivateIdentityConnection', 'IdentityConnectionInput', { connectionId }],
      ['deleteIdentityConnection', 'IdentityConnectionInput', { connectionId }],
      ['releaseEmailDomain', 'EmailDomainInput', { domainId }],
    ] as const;
    for (const [name, type, input] of attempts) {
      const result = name.startsWith('delete')
        ? 'deletedId'
        : name.startsWith('release')
          ? 'releasedId'
          : 'identityConnection { id }';
      const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${result} } }`;
      expect(codeOf(await admin.graphql(document, { input })), name).toBe('CONFLICT');
    }
    expect(await changeConnection(admin, 'relaxSingleSignOn', { connectionId })).toMatchObject({ isEnforced: false });
    expect((await logIn(service.a.emails.member)).status).toBe(200);
  });

  it('proves an admin again who has no password', async () => {
    const { a } = service;
    provider.person = { sub: 'boss', email: 'boss@alpha.example', email_verified: true };
    const { token, user } = await signOn(service, 'boss@alpha.example');
    await service.database.query(`update users set role = 'admin' where id = $1`, [user?.id]);
    await service.database.query(
      `update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`,
      [user?.id],
    );
    const boss = new Client(service.baseUrl, token);
    const rename = () =>
      boss.graphql('mutation { updateOrganization(input: { name: "Renamed" }) { organization { name } } }');
    expect(codeOf(await rename())).toBe('REAUTHENTICATION_REQUIRED');
    const prove = async () => {
      const agent = new UserAgent(service.baseUrl);
      const { body } = await agent.post('/api/auth/sso/step-up', {}, token);
      const address = (body as { data: { redirect_url: string } }).data.redirect_url;
      expect(new URL(address).searchParams.get('prompt')).toBe('login');
      const { url } = await agent.visit(address, ({ pathname }) => pathname === '/sign-on');
      return agent.post('/api/auth/sso/session', { state: url.searchParams.get('state') });
    };
    provider.person = { sub: 'member', email: a.emails.member, email_verified: true };
    expect((await prove()).status).toBe(403);
    expect(codeOf(await rename())).toBe('REAUTHENTICATION_REQUIRED');
    provider.person = { sub: 'boss', email: 'boss@alpha.example', email_verified: true };
    expect((await prove()).status).toBe(200);
    expect(codeOf(await rename())).toBeNull();
  });
});
