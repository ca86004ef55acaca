import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { holdDomains } from '../support/held-domains.js';
import { logInAs } from '../support/log-in.js';
import {
  addPasskey,
  begin,
  BEGIN_LOGIN,
  BEGIN_REGISTRATION,
  BEGIN_STEP_UP,
  codeOf,
  LOG_IN,
  logInByPasskey,
  PASSKEY_URL,
  STEP_UP,
  tokenOf,
} from '../support/passkeys.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { SoftwareAuthenticator, type RequestOptions, type Twist } from '../support/software-authenticator.js';
import { codeAt } from './one-time-code.js';
import { ShiftedClock } from './shifted-clock.js';
import { TestBrowser } from './test-browser.js';

const MINUTE_MS = 60_000;
const UPDATE = 'mutation ($i: UpdateOrganizationInput!) { updateOrganization(input: $i) { organization { name } } }';
const ENROL = 'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }';
const CONFIRM = 'mutation ($i: ConfirmMfaInput!) { confirmMfa(input: $i) { recoveryCodes } }';
const REQUIRE = 'mutation ($i: RequireMfaInput!) { requireMfa(input: $i) { organization { name } } }';
const BROWSER_LOG_IN =
  'mutation ($i: PasskeyInput!) { opened: logInWithPasskey(input: $i, session: browser) { accessToken expiresIn } }';

interface Event {
  kind: string;
  userId: string | null;
  details: Record<string, unknown> | null;
}

describe('a log-in by a passkey', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let number = 0;

  beforeAll(async () => {
    service = await startService({ clock, settings: { publicUrl: PASSKEY_URL } });
  });
  afterAll(() => service.stop());

  const fresh = () => service.addTenant(`Firm${(number += 1)}`, 'STARTER');
  const client = (token: string | null) => new Client(service.baseUrl, token);
  const statusOf = async (each: Client) => (await each.get('/api/org/profile')).status;
  const idOf = async (each: Client) => (await each.data<{ me: { id: string } }>('{ me { id } }')).me.id;
  const logIn = (authenticator: SoftwareAuthenticator, twist: Twist = {}) =>
    logInByPasskey(service.anonymous, authenticator, twist);
  const eventsOf = ({ tenantId }: TestTenant, kind: string) =>
    service.database.query<Event>(
      'select kind, user_id as "userId", details from security_events where tenant_id = $1 and kind = $2',
      [tenantId, kind],
    );

  it('names no address, opens a session of its account, and is recorded with its method', async () => {
    const tenant = await fresh();
    const { id, authenticator } = await addPasskey(tenant.member);
    const options = await begin<RequestOptions>(service.anonymous, BEGIN_LOGIN);
    expect(options).toMatchObject({ rpId: 'crosswalk.example', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const answer = await service.anonymous.graphql(LOG_IN, { i: { credential: authenticator.get(options) } });
    expect(answer.body).toMatchObject({
      data: { opened: { user: { email: tenant.emails.member }, tenant: { name: expect.stringContaining('Firm') } } },
    });
    const opened = client(tokenOf(answer));
    expect(await statusOf(opened)).toBe(200);
    const { passkeys } = await opened.data<{ passkeys: { lastUsedAt: string | null }[] }>(
      '{ passkeys { lastUsedAt } }',
    );
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
    expect(await eventsOf(tenant, 'login.succeeded')).toContainEqual({
      kind: 'login.succeeded',
      userId: await idOf(opened),
      details: { method: 'passkey', passkey_id: id },
    });
  });

  it('asks for no one-time code, and opens everything where a second factor is required, which a password does not', async () => {
    const tenant = await fresh();
    const { admin, member, emails } = tenant;
    const { authenticator } = await addPasskey(member);
    const { enrolMfa } = await admin.data<{ enrolMfa: { enrolment: { secret: string } } }>(ENROL, {
      i: { password: PASSWORD },
    });
    await admin.data(CONFIRM, { i: { otp: codeAt(enrolMfa.enrolment.secret, Date.now()) } });
    const ofAdmin = await addPasskey(admin);
    expect(codeOf(await logIn(ofAdmin.authenticator))).toBeNull();
    await admin.data(REQUIRE, { i: { isRequired: true, graceDays: 0 } });
    expect(await statusOf(client(tokenOf(await logIn(authenticator))))).toBe(200);
    // The session in which it was added has shown it too.
    expect(await statusOf(member)).toBe(200);
    const byPassword = await logInAs(service.baseUrl, emails.member, PASSWORD);
    expect(await statusOf(byPassword)).toBe(403);
    // There the passkey opens the rest.
    const options = await begin<RequestOptions>(byPassword, BEGIN_STEP_UP);
    await byPassword.data(STEP_UP, { i: { credential: authenticator.get(options) } });
    expect(await statusOf(byPassword)).toBe(200);
    // And so does a new one.
    const auditor = await logInAs(service.baseUrl, emails.auditor, PASSWORD);
    expect(await statusOf(auditor)).toBe(403);
    const { id } = await addPasskey(auditor);
    expect(await statusOf(auditor)).toBe(200);
    await auditor.data('mutation ($i: RemovePasskeyInput!) { removePasskey(input: $i) { removedId } }', {
      i: { passkeyId: id },
    });
    expect(await statusOf(auditor)).toBe(403);
  });

  it('lets an admin with a passkey and no codes require a second factor', async () => {
    const { admin } = await fresh();
    expect(codeOf(await admin.graphql(REQUIRE, { i: { isRequired: true } }))).toBe('CONFLICT');
    await addPasskey(admin);
    expect(codeOf(await admin.graphql(REQUIRE, { i: { isRequired: true } }))).toBeNull();
  });

  it.each<[string, Twist, string]>([
    ['from a page of another origin', { origin: 'https://crosswalk.example.evil.example' }, 'INVALID_CREDENTIALS'],
    ['for another relying party', { rpId: 'evil.example' }, 'INVALID_CREDENTIALS'],
    ['without a verified user', { isUserVerified: false }, 'INVALID_CREDENTIALS'],
    ['without a present user', { isUserPresent: false }, 'INVALID_CREDENTIALS'],
    ['signed by another key', { key: SoftwareAuthenticator.otherKey() }, 'INVALID_CREDENTIALS'],
    ['of another kind', { type: 'webauthn.create' }, 'INVALID_CREDENTIALS'],
    ['with another backup flag', { isBackupEligible: true }, 'INVALID_CREDENTIALS'],
    ['that names no account', { userHandle: null }, 'INVALID_CREDENTIALS'],
    ['that names another account', { userHandle: Buffer.alloc(16, 7).toString('base64url') }, 'INVALID_CREDENTIALS'],
    ['that nobody has', { id: Buffer.alloc(32, 7).toString('base64url') }, 'INVALID_CREDENTIALS'],
    ['in a frame of another site', { crossOrigin: true }, 'GONE'],
    ['for a challenge of its own', { challenge: Buffer.alloc(32, 7).toString('base64url') }, 'GONE'],
  ])('is refused %s', async (_what, twist, code) => {
    const { member } = await fresh();
    const { authenticator } = await addPasskey(member);
    const answer = await logIn(authenticator, twist);
    expect([codeOf(answer), tokenOf(answer)]).toEqual([code, null]);
    expect(codeOf(await logIn(authenticator))).toBeNull();
  });

  it('answers an unknown passkey and a wrong one alike', async () => {
    const { member } = await fresh();
    const { authenticator } = await addPasskey(member);
    const answers = [
      await logIn(authenticator, { key: SoftwareAuthenticator.otherKey() }),
      await logIn(new SoftwareAuthenticator({ origin: PASSKEY_URL }), { userHandle: 'AAAA' }),
    ];
    const messages = answers.map(({ body }) => (body as { errors: { message: string }[] }).errors[0]?.message);
    expect(messages[0]).toBe(messages[1]);
  });

  it('takes a challenge once, within 5 minutes, and none of a step-up or a registration', async () => {
    const { member } = await fresh();
    const { authenticator } = await addPasskey(member);
    const options = await begin<RequestOptions>(service.anonymous, BEGIN_LOGIN);
    const answer = (given: RequestOptions) =>
      service.anonymous.graphql(LOG_IN, { i: { credential: authenticator.get(given) } });
    expect(codeOf(await clock.at(5 * MINUTE_MS + 1_000, () => answer(options)))).toBe('GONE');
    const credential = authenticator.get(options);
    const both = await Promise.all([1, 2].map(() => service.anonymous.graphql(LOG_IN, { i: { credential } })));
    expect(both.map(codeOf).toSorted()).toEqual(['GONE', null]);
    for (const document of [BEGIN_STEP_UP, BEGIN_REGISTRATION]) {
      const { challenge } = await begin<RequestOptions>(member, document);
      expect(codeOf(await answer({ ...options, challenge }))).toBe('GONE');
    }
  });

  it('is refused by a counter that does not rise, which is an event, and takes authenticators that do not count', async () => {
    const tenant = await fresh();
    const { id, authenticator } = await addPasskey(tenant.member);
    expect(codeOf(await logIn(authenticator, { signCount: 7 }))).toBeNull();
    for (const signCount of [7, 6, 0])
      expect(codeOf(await logIn(authenticator, { signCount }))).toBe('INVALID_CREDENTIALS');
    expect(codeOf(await logIn(authenticator, { signCount: 8 }))).toBeNull();
    const events = await eventsOf(tenant, 'passkey.counter_regressed');
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({ userId: await idOf(tenant.member), details: { passkey_id: id } });
    const synced = await addPasskey(tenant.auditor, { counts: false });
    for (let time = 0; time < 3; time += 1) expect(codeOf(await logIn(synced.authenticator))).toBeNull();
  });

  it('is a counted failure of the account, and locks it like passwords', async () => {
    const tenant = await fresh();
    const { authenticator } = await addPasskey(tenant.member);
    const wrong = { key: SoftwareAuthenticator.otherKey() };
    for (let time = 0; time < 10; time += 1)
      expect(codeOf(await logIn(authenticator, wrong))).toBe('INVALID_CREDENTIALS');
    expect(codeOf(await logIn(authenticator))).toBe('RATE_LIMITED');
    const password = await service.anonymous.post('/api/auth/login', {
      email: tenant.emails.member,
      password: PASSWORD,
    });
    expect(password.status).toBe(429);
    await eventually(async () => {
      const failed = await eventsOf(tenant, 'login.failed');
      return failed.find(({ details }) => details?.reason === 'passkey') ?? null;
    }, 12_000);
    await service.app.tenants.unlock(tenant.emails.member);
    expect(codeOf(await logIn(authenticator))).toBeNull();
  });

  it('forgets failures, and is refused after ten wrong passwords', async () => {
    const { member, emails } = await fresh();
    const { authenticator } = await addPasskey(member);
    const guess = () => service.anonymous.post('/api/auth/login', { email: emails.member, password: 'wrong' });
    for (let time = 0; time < 9; time += 1) await guess();
    expect(codeOf(await logIn(authenticator))).toBeNull();
    for (let time = 0; time < 10; time += 1) expect((await guess()).status).toBe(401);
    expect(codeOf(await logIn(authenticator))).toBe('RATE_LIMITED');
  });

  it('is refused to removed members, whose passkeys are deleted, and in a suspended organization', async () => {
    const { admin, member, auditor, tenantId } = await fresh();
    const { authenticator } = await addPasskey(member);
    await admin.data('mutation ($i: RemoveMemberInput!) { removeMember(input: $i) { member { id } } }', {
      i: { userId: await idOf(member) },
    });
    expect(codeOf(await logIn(authenticator))).toBe('INVALID_CREDENTIALS');
    expect(
      await service.database.query(
        'select p.id from passkeys p join users u using (account_id) where u.tenant_id = $1',
        [tenantId],
      ),
    ).toEqual([]);
    const other = await addPasskey(auditor);
    await service.database.query('update tenants set suspended_at = now(), suspension_reason = $2 where id = $1', [
      tenantId,
      'unpaid',
    ]);
    expect(codeOf(await logIn(other.authenticator))).toBe('ORGANIZATION_SUSPENDED');
  });

  it('is refused where single sign-on is enforced, but to the one exception, whose use is audited', async () => {
    const tenant = await fresh();
    const { admin, member, tenantId, emails } = tenant;
    const [ofMember, ofAdmin] = [await addPasskey(member), await addPasskey(admin)];
    await holdDomains(service.database, tenantId, emails.admin.split('@')[1] ?? '');
    await service.database.query(
      `insert into identity_connections
         (id, tenant_id, name, kind, status, issuer, client_id, created_at, is_enforced, break_glass_user_id)
       values (gen_random_uuid(), $1, 'Directory', 'oidc', 'active', 'https://issuer.invalid', 'crosswalk', now(), true, $2)`,
      [tenantId, await idOf(admin)],
    );
    expect(codeOf(await logIn(ofMember.authenticator))).toBe('SINGLE_SIGN_ON_REQUIRED');
    expect(codeOf(await member.graphql(BEGIN_REGISTRATION))).toBe('SINGLE_SIGN_ON_REQUIRED');
    const options = await begin<RequestOptions>(member, BEGIN_STEP_UP);
    const credential = ofMember.authenticator.get(options);
    expect(codeOf(await member.graphql(STEP_UP, { i: { credential } }))).toBe('SINGLE_SIGN_ON_REQUIRED');
    expect(codeOf(await logIn(ofAdmin.authenticator))).toBeNull();
    const used = await service.database.query(
      `select id from audit_log where tenant_id = $1 and action = 'identity_connection.break_glass_used'`,
      [tenantId],
    );
    expect(used).toHaveLength(1);
  });

  it('opens the session of a browser on pages of this service alone', async () => {
    const { member } = await fresh();
    const { authenticator } = await addPasskey(member);
    const credential = async () => authenticator.get(await begin<RequestOptions>(service.anonymous, BEGIN_LOGIN));
    const foreign = new TestBrowser(service.baseUrl, { origin: 'https://evil.example' });
    expect((await foreign.send(BROWSER_LOG_IN, { i: { credential: await credential() } })).code).toBe('FORBIDDEN');
    const browser = new TestBrowser(service.baseUrl);
    const opened = await browser.send(BROWSER_LOG_IN, { i: { credential: await credential() } });
    expect([opened.code, opened.expiresIn]).toEqual([null, 600]);
    expect(browser.cookie).toContain('__Host-crosswalk=');
    const next = await browser.refresh();
    expect(await statusOf(browser.client(next))).toBe(200);
  });
});

describe('step-up by a passkey', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService({ clock, settings: { publicUrl: PASSKEY_URL } });
    tenant = service.a;
  });
  afterAll(() => service.stop());

  const later = <T>(work: () => Promise<T>) => clock.at(10 * MINUTE_MS + 5_000, work);
  const update = async (client: Client) => codeOf(await client.graphql(UPDATE, { i: { name: 'Alpha' } }));
  const prove = async (client: Client, authenticator: SoftwareAuthenticator, twist: Twist = {}) => {
    const options = await begin<RequestOptions>(client, BEGIN_STEP_UP);
    return client.graphql(STEP_UP, { i: { credential: authenticator.get(options, twist) } });
  };

  it('opens what asks for it, for this session alone, and is recorded with its method', async () => {
    const { authenticator } = await addPasskey(tenant.admin);
    const other = await logInAs(service.baseUrl, tenant.emails.admin, PASSWORD);
    await later(async () => {
      expect(await update(tenant.admin)).toBe('REAUTHENTICATION_REQUIRED');
      const options = await begin<RequestOptions>(tenant.admin, BEGIN_STEP_UP);
      expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }]);
      // Where the request names the passkey, authenticators need not name the account.
      const credential = authenticator.get(options, { userHandle: null });
      expect(codeOf(await other.graphql(STEP_UP, { i: { credential } }))).toBe('GONE');
      expect(codeOf(await tenant.admin.graphql(STEP_UP, { i: { credential } }))).toBeNull();
      expect(codeOf(await tenant.admin.graphql(STEP_UP, { i: { credential } }))).toBe('GONE');
      expect(await update(tenant.admin)).toBeNull();
      expect(await update(other)).toBe('REAUTHENTICATION_REQUIRED');
    });
    const events = await service.database.query<{ kind: string; details: object }>(
      `select kind, details from security_events where tenant_id = $1 and kind like 'reauthentication.%'`,
      [tenant.tenantId],
    );
    expect(events).toContainEqual({ kind: 'reauthentication.succeeded', details: { method: 'passkey' } });
    expect(events).toContainEqual({ kind: 'reauthentication.failed', details: { method: 'passkey' } });
  });

  it('is refused with the passkey of another person, without a verified user, and by a counter that does not rise', async () => {
    const { auditor, member } = tenant;
    const mine = (await addPasskey(auditor)).authenticator;
    const theirs = (await addPasskey(member)).authenticator;
    const ofOtherTenant = (await addPasskey(service.b.member)).authenticator;
    await later(async () => {
      for (const [authenticator, twist] of [
        [theirs, {}],
        [theirs, { userHandle: null }],
        [ofOtherTenant, { userHandle: null }],
        [mine, { isUserVerified: false }],
        [mine, { key: SoftwareAuthenticator.otherKey() }],
      ] as const)
        expect(codeOf(await prove(auditor, authenticator, twist))).toBe('INVALID_CREDENTIALS');
      expect(codeOf(await prove(auditor, mine, { signCount: 9 }))).toBeNull();
      expect(codeOf(await prove(auditor, mine, { signCount: 9 }))).toBe('INVALID_CREDENTIALS');
    });
  });

  it('is not begun by who has none, and is locked after ten wrong ones', async () => {
    const { admin, member } = await service.addTenant('Zeta', 'STARTER');
    expect(codeOf(await admin.graphql(BEGIN_STEP_UP))).toBe('CONFLICT');
    const { authenticator } = await addPasskey(member);
    const wrong = { key: SoftwareAuthenticator.otherKey() };
    for (let time = 0; time < 10; time += 1) await prove(member, authenticator, wrong);
    expect(codeOf(await prove(member, authenticator))).toBe('RATE_LIMITED');
  });
});
