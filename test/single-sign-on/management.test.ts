import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../auth/one-time-code.js';
import { accept, invite, tokenOf } from '../organizations/inviting.js';
import { Client, type Answer } from '../support/client.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { NameServer } from './name-server.js';
import { CLIENT_ID, CLIENT_SECRET, OpenidProvider } from './openid-provider.js';
import { changeConnection, codeOf, connectionsOf, holdDomain, signOn, testConnection } from './signing-on.js';
import { UserAgent } from './user-agent.js';

const CREATE = `mutation ($input: CreateIdentityConnectionInput!) {
  createIdentityConnection(input: $input) { identityConnection { id } } }`;

let service: TestService;
let names: NameServer;
let provider: OpenidProvider;

beforeAll(async () => {
  names = await NameServer.start();
  provider = await OpenidProvider.start();
  service = await startService({ settings: { nameServers: [names.address] } });
});

afterAll(async () => {
  await service.stop();
  await provider.stop();
  await names.stop();
});

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

/** Gives a member one-time codes. @returns their seed */
async function enrolCodes(member: Client): Promise<string> {
  const { enrolMfa } = await member.data<{ enrolMfa: { enrolment: { secret: string } } }>(
    'mutation ($input: EnrolMfaInput!) { enrolMfa(input: $input) { enrolment { secret } } }',
    { input: { password: PASSWORD } },
  );
  const { secret } = enrolMfa.enrolment;
  await member.data('mutation ($input: ConfirmMfaInput!) { confirmMfa(input: $input) { recoveryCodes } }', {
    input: { otp: codeAt(secret, Date.now()) },
  });
  return secret;
}

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
  /** Of the auditor's one-time codes, from before. */
  let seed: string;

  beforeAll(async () => {
    const { a } = service;
    seed = await enrolCodes(a.auditor);
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

  it('takes no one-time code in a session: neither to prove oneself again nor to switch codes off', async () => {
    provider.person = { sub: 'auditor', email: service.a.emails.auditor, email_verified: true };
    const { token } = await signOn(service, service.a.emails.auditor);
    const auditor = new Client(service.baseUrl, token);
    const input = { otp: codeAt(seed, Date.now()) };
    const again = await auditor.graphql(
      'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { session { id } } }',
      { input },
    );
    expect(codeOf(again)).toBe('SINGLE_SIGN_ON_REQUIRED');
    const off = await auditor.graphql(
      'mutation ($input: DisableMfaInput!) { disableMfa(input: $input) { user { id } } }',
      { input },
    );
    expect(codeOf(off)).toBe('SINGLE_SIGN_ON_REQUIRED');
  });

  it('makes a member without a password and a session of who accepts an invitation', async () => {
    const token = tokenOf(await invite(service.a.admin, 'new.person@alpha.example'));
    const accepted = await accept(service.anonymous, token);
    expect(codeOf(accepted)).toBe('SINGLE_SIGN_ON_REQUIRED');
    const rows = await service.database.query(
      `select has_password, (select count(*)::int from sessions s where s.user_id = u.id) as sessions
       from users u where email = 'new.person@alpha.example'`,
    );
    expect(rows).toEqual([{ has_password: false, sessions: 0 }]);
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
