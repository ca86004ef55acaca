import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../support/client.js';
import { accept, codeOf, invite, tokenOf as tokenOfInvitation } from '../organizations/inviting.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { NameServer } from './name-server.js';
import { CLIENT_ID, CLIENT_SECRET, OpenidProvider } from './openid-provider.js';
import { begin, changeConnection, fetchResult, holdDomain, isReturn, signOn, testConnection } from './signing-on.js';
import { UserAgent } from './user-agent.js';

let service: TestService;
let names: NameServer;
let provider: OpenidProvider;
let connectionId: string;

beforeAll(async () => {
  names = await NameServer.start();
  provider = await OpenidProvider.start();
  service = await startService({ settings: { nameServers: [names.address] } });
  const { a, b } = service;
  const settings = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const input = { kind: 'oidc', name: 'Directory', ...settings, groupClaim: 'groups', createsMembers: true };
  const connection = await changeConnection(a.admin, 'createIdentityConnection', input);
  connectionId = connection.id;
  provider.register([connection.callbackUrl]);
  await holdDomain(a.admin, names, 'alpha.example');
  await holdDomain(b.admin, names, 'beta.example');
  await a.admin.data(
    `mutation { setGroupRoles(input: { defaultRole: member, groups: [
      { group: "Admins", role: admin }, { group: "Audit", role: auditor }] }) { groupRoles { defaultRole } } }`,
  );
  provider.person = { sub: 'tester', email: 'tester@alpha.example', email_verified: true, groups: ['Audit'] };
  const tested = await testConnection(service, a, connectionId);
  expect(tested).toMatchObject({ status: 'tested', lastTest: { refusal: null, role: 'auditor' } });
  await changeConnection(a.admin, 'activateIdentityConnection', { connectionId });
});

afterAll(async () => {
  await service.stop();
  await provider.stop();
  await names.stop();
});

beforeEach(() => {
  provider.person = { sub: 'ada', email: 'ada@alpha.example', email_verified: true, name: 'Ada', groups: ['Audit'] };
});

const me = async (token: string) =>
  (
    await new Client(service.baseUrl, token).data<{ me: { id: string; email: string; role: string } }>(
      '{ me { id email role } }',
    )
  ).me;

describe('a sign-on by OpenID Connect', () => {
  it('creates a member with the highest role of their groups, and a session as a log-in does', async () => {
    provider.person.groups = ['Audit', 'ADMINS', 'Everybody'];
    const { status, token, user } = await signOn(service, 'ada@alpha.example');
    expect(status).toBe(200);
    expect(user).toMatchObject({ email: 'ada@alpha.example', name: 'Ada', role: 'admin' });
    expect(await me(token)).toMatchObject({ email: 'ada@alpha.example', role: 'admin' });
  });

  it('changes the role at each log-in', async () => {
    provider.person.groups = ['Audit'];
    expect((await signOn(service, 'ada@alpha.example')).user?.role).toBe('auditor');
    provider.person.groups = [];
    expect((await signOn(service, 'ada@alpha.example')).user?.role).toBe('member');
  });

  it('links the account of an address once, and finds it by the subject from then on', async () => {
    const { auditor, emails } = service.a;
    const own = await auditor.data<{ me: { id: string } }>('{ me { id } }');
    provider.person = { sub: 'rae', email: emails.auditor, email_verified: true, groups: ['Audit'] };
    expect((await signOn(service, emails.auditor)).user?.id).toBe(own.me.id);
    provider.person.email = 'renamed@alpha.example';
    expect((await signOn(service, emails.auditor)).user).toMatchObject({ id: own.me.id, email: emails.auditor });
  });

  it('is refused to another person to whom the provider has given the address of a linked account', async () => {
    provider.person = { sub: 'stranger', email: service.a.emails.auditor, email_verified: true, groups: ['Admins'] };
    expect(await signOn(service, service.a.emails.auditor)).toMatchObject({ status: 403, reason: 'subject_changed' });
  });

  it.each([
    ['an address that is not verified', { email_verified: false }, 'email_unverified'],
    ['an address of which the provider does not say whether it is', { email_verified: undefined }, 'email_unverified'],
    ['a person without an address', { email: undefined }, 'email_missing'],
    ['an address in a domain of another organization', { email: 'ada@beta.example' }, 'domain_not_held'],
    ['an address in a domain of nobody', { email: 'ada@gamma.example' }, 'domain_not_held'],
    ['an address in a subdomain', { email: 'ada@mail.alpha.example' }, 'domain_not_held'],
  ])('is refused to %s', async (_what, person, reason) => {
    Object.assign(provider.person, { sub: 'new', ...person });
    expect(await signOn(service, 'ada@alpha.example')).toMatchObject({ status: 403, reason, user: null });
  });

  it('is refused to a linked person whose address has moved to another organization', async () => {
    await signOn(service, 'ada@alpha.example');
    provider.person.email = service.b.emails.admin;
    expect((await signOn(service, 'ada@alpha.example')).reason).toBe('domain_not_held');
  });

  it('lets a person of another organization into its own alone, and takes over nothing of their account', async () => {
    const email = 'guest@alpha.example';
    const token = tokenOfInvitation(await invite(service.b.admin, email, 'admin'));
    await accept(service.anonymous, token, { name: 'Guest', password: PASSWORD });
    const before = await service.database.query('select * from accounts where email = $1', [email]);
    provider.person = { sub: 'guest', email, email_verified: true };
    const result = await signOn(service, email);
    expect(result).toMatchObject({ status: 200, user: { email, role: 'member' } });
    const guest = new Client(service.baseUrl, result.token);
    const { memberships } = await guest.data<{ memberships: { tenantId: string }[] }>('{ memberships { tenantId } }');
    expect(memberships.map(({ tenantId }) => tenantId)).toEqual([service.a.tenantId]);
    const codes = [];
    for (const [name, type, input] of [
      ['switchOrganization', 'SwitchOrganizationInput', { tenantId: service.b.tenantId }],
      ['enrolMfa', 'EnrolMfaInput', { password: PASSWORD }],
      ['changePassword', 'ChangePasswordInput', { currentPassword: PASSWORD, newPassword: 'entirely other words' }],
    ] as const) {
      const selection = {
        switchOrganization: 'tokenType',
        enrolMfa: 'enrolment { secret }',
        changePassword: 'tokenType',
      }[name];
      const document = `mutation ($i: ${type}!) { ${name}(input: $i) { ${selection} } }`;
      codes.push(codeOf(await guest.graphql(document, { i: input })));
    }
    expect(codes).toEqual(['REAUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'INVALID_CREDENTIALS']);
    expect(await service.database.query('select * from accounts where email = $1', [email])).toEqual(before);
    // Whoever the provider vouches for uses up none of the attempts that the account has in its other organization.
    const prove = (client: Client, password: string) =>
      client.graphql('mutation ($i: ReauthenticateInput!) { reauthenticate(input: $i) { session { id } } }', {
        i: { password },
      });
    for (let count = 0; count < 11; count += 1) await prove(guest, 'a guess');
    expect(codeOf(await prove(guest, 'a guess'))).toBe('RATE_LIMITED');
    const { access_token: own } = (
      (
        await service.anonymous.post('/api/auth/login', {
          ...{ email, password: PASSWORD, tenant_id: service.b.tenantId },
        })
      ).body as { data: { access_token: string } }
    ).data;
    expect(codeOf(await prove(new Client(service.baseUrl, own), PASSWORD))).toBeNull();
    // Nor does the password of the account open the organization of the provider.
    const login = (tenantId: string) =>
      service.anonymous.post('/api/auth/login', { email, password: PASSWORD, tenant_id: tenantId });
    expect((await login(service.a.tenantId)).status).toBe(404);
    expect((await login(service.b.tenantId)).body).toMatchObject({ data: { user: { role: 'admin' } } });
  });

  it('brings back nobody whom an admin has removed', async () => {
    provider.person = { sub: 'left', email: 'left@alpha.example', email_verified: true };
    const { user, token } = await signOn(service, 'left@alpha.example');
    await service.a.admin.data(
      'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }',
      {
        input: { userId: user?.id },
      },
    );
    expect((await new Client(service.baseUrl, token).get('/api/org/profile')).status).toBe(401);
    expect((await signOn(service, 'left@alpha.example')).reason).toBe('account_disabled');
    provider.person.sub = 'left again';
    expect((await signOn(service, 'left@alpha.example')).reason).toBe('account_disabled');
  });

  it('leaves the last admin an admin', async () => {
    await service.database.query(
      `update users set role = 'member' where tenant_id = $1 and role = 'admin' and email <> $2`,
      [service.a.tenantId, service.a.emails.admin],
    );
    provider.person = { sub: 'root', email: service.a.emails.admin, email_verified: true, groups: [] };
    expect((await signOn(service, service.a.emails.admin)).user?.role).toBe('admin');
  });

  it('is recorded with the connection, and the link in the audit trail', async () => {
    const [event] = await service.database.query(
      `select details from security_events where tenant_id = $1 and kind = 'login.succeeded'
       and details ->> 'method' = 'oidc' limit 1`,
      [service.a.tenantId],
    );
    expect(event).toEqual({ details: { method: 'oidc', connection_id: connectionId } });
    const trail = await service.database.query(
      `select actor_type, actor_id from audit_log where tenant_id = $1 and action = 'member.identity_linked' limit 1`,
      [service.a.tenantId],
    );
    expect(trail).toEqual([{ actor_type: 'identity_provider', actor_id: connectionId }]);
  });
});

describe('a browser', () => {
  it('learns the same of every address in a domain, and nothing of domains that nobody holds', async () => {
    const agent = new UserAgent(service.baseUrl);
    const known = new URL((await begin(agent, service.a.emails.member)) ?? '');
    const unknown = new URL((await begin(agent, 'nobody.at.all@alpha.example')) ?? '');
    expect([...unknown.searchParams.keys()]).toEqual([...known.searchParams.keys()]);
    expect(unknown.origin + unknown.pathname).toBe(known.origin + known.pathname);
    expect(await begin(agent, 'somebody@gamma.example')).toBeNull();
    expect(await begin(agent, service.b.emails.admin)).toBeNull();
  });

  it('sends PKCE, state and nonce, each of 256 bits and new each time', async () => {
    const agent = new UserAgent(service.baseUrl);
    const one = new URL((await begin(agent, 'ada@alpha.example')) ?? '').searchParams;
    const two = new URL((await begin(agent, 'ada@alpha.example')) ?? '').searchParams;
    expect(one.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(Buffer.from(one.get(name) ?? '', 'base64url')).toHaveLength(32);
      expect(one.get(name)).not.toBe(two.get(name));
    }
  });

  it('finishes only what it began itself', async () => {
    const [victim, attacker] = [new UserAgent(service.baseUrl), new UserAgent(service.baseUrl)];
    const address = (await begin(attacker, 'ada@alpha.example')) ?? '';
    const stolen = await attacker.visit(address, (url) => url.pathname.endsWith('/callback'));
    expect((await victim.visit(stolen.url.href)).url.search).toBe('');
    await begin(victim, 'ada@alpha.example');
    expect((await victim.visit(stolen.url.href)).url.search).toBe('');
    const back = await attacker.visit(stolen.url.href, isReturn);
    expect((await fetchResult(victim, back.url)).reason).toBe('expired');
    expect((await fetchResult(attacker, back.url)).status).toBe(200);
  });

  it('uses a callback and its result once', async () => {
    const agent = new UserAgent(service.baseUrl);
    const address = (await begin(agent, 'ada@alpha.example')) ?? '';
    const { url: callback } = await agent.visit(address, (url) => url.pathname.endsWith('/callback'));
    const { url: page } = await agent.visit(callback.href, isReturn);
    const name = `crosswalk-sign-on-${page.port}`;
    const cookie = agent.cookies.get(page.host)?.get(name) ?? '';
    expect((await fetchResult(agent, page)).status).toBe(200);
    agent.cookies.get(page.host)?.set(name, cookie);
    expect((await fetchResult(agent, page)).reason).toBe('expired');
    expect((await agent.visit(callback.href, isReturn)).url.search).toBe('');
  });

  it('gets no session for a code that is used with another state or at another connection', async () => {
    const agent = new UserAgent(service.baseUrl);
    const address = (await begin(agent, 'ada@alpha.example')) ?? '';
    const { url } = await agent.visit(address, (each) => each.pathname.endsWith('/callback'));
    const forged = new URL(url);
    forged.searchParams.set('state', 'x'.repeat(43));
    expect((await agent.visit(forged.href, isReturn)).url.search).toBe('');
    const other = new URL(url);
    other.pathname = other.pathname.replace(connectionId, '11111111-2222-4333-8444-555555555555');
    expect((await agent.visit(other.href, isReturn)).url.search).toBe('');
    expect((await fetchResult(agent, (await agent.visit(url.href, isReturn)).url)).status).toBe(200);
  });

  it('is shown that the provider refused', async () => {
    const agent = new UserAgent(service.baseUrl);
    const address = new URL((await begin(agent, 'ada@alpha.example')) ?? '');
    const callback = new URL(address.searchParams.get('redirect_uri') ?? '');
    callback.search = new URLSearchParams({
      error: 'access_denied',
      state: address.searchParams.get('state') ?? '',
      iss: provider.issuer,
    }).toString();
    const { url } = await agent.visit(callback.href, isReturn);
    expect((await fetchResult(agent, url)).reason).toBe('provider_refused');
  });

  it('begins nothing for a page of another site', async () => {
    const foreign = await fetch(`${service.baseUrl}/api/auth/sso`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify({ email: 'ada@alpha.example' }),
    });
    expect(foreign.status).toBe(403);
    await foreign.text();
  });
});
