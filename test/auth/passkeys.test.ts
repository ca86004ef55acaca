import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentMails } from '../notices/mails.js';
import { createKey } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { logInAs } from '../support/log-in.js';
import {
  addPasskey,
  begin,
  BEGIN_LOGIN,
  BEGIN_REGISTRATION,
  BEGIN_STEP_UP,
  codeOf,
  logInByPasskey,
  PASSKEY_URL,
  REGISTER,
  tokenOf,
} from '../support/passkeys.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { SoftwareAuthenticator, type CreationOptions, type Twist } from '../support/software-authenticator.js';
import { ShiftedClock } from './shifted-clock.js';

const MINUTE_MS = 60_000;
const LIST = '{ passkeys { id name isSynced createdAt lastUsedAt } }';
const LIST_OF = 'query ($id: ID) { passkeys(userId: $id) { id name } }';
const RENAME = 'mutation ($i: RenamePasskeyInput!) { renamePasskey(input: $i) { passkey { name } } }';
const REMOVE = 'mutation ($i: RemovePasskeyInput!) { removePasskey(input: $i) { removedId } }';
const RESET = 'mutation ($i: ResetMemberPasskeysInput!) { resetMemberPasskeys(input: $i) { member { passkeyCount } } }';

interface Listed {
  id: string;
  name: string;
  isSynced: boolean;
  lastUsedAt: string | null;
}

describe('passkeys', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let number = 0;

  beforeAll(async () => {
    service = await startService({ clock, settings: { publicUrl: PASSKEY_URL } });
  });
  afterAll(() => service.stop());

  const fresh = () => service.addTenant(`Firm${(number += 1)}`, 'STARTER');
  const list = async (client: Client) => (await client.data<{ passkeys: Listed[] }>(LIST)).passkeys;
  const idOf = async (client: Client) => (await client.data<{ me: { id: string } }>('{ me { id } }')).me.id;
  const device = () => new SoftwareAuthenticator({ origin: PASSKEY_URL });
  const register = async (client: Client, twist: Twist = {}, authenticator = device()) => {
    const options = await begin<CreationOptions>(client, BEGIN_REGISTRATION);
    return client.graphql(REGISTER, { i: { name: 'Key', credential: authenticator.create(options, twist) } });
  };
  const statusOf = async (client: Client) => (await client.get('/api/org/profile')).status;
  const actionsOf = async ({ admin }: TestTenant) => {
    const { auditLog } = await admin.data<{
      auditLog: { nodes: { action: string; before: unknown; after: unknown }[] };
    }>('{ auditLog(first: 50, action: "member.passkey") { nodes { action before after } } }');
    return auditLog.nodes;
  };

  it('are asked for as discoverable ones of a verified user, without attestation and without data of the person', async () => {
    const { member } = await fresh();
    const options = await begin<CreationOptions>(member, BEGIN_REGISTRATION);
    expect(options).toMatchObject({
      rp: { id: 'crosswalk.example', name: 'Crosswalk' },
      attestation: 'none',
      excludeCredentials: [],
      timeout: 5 * MINUTE_MS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const [account] = await service.database.query<{ id: string }>('select account_id as id from users where id = $1', [
      await idOf(member),
    ]);
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(account?.id.replaceAll('-', ''));
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    const { authenticator } = await addPasskey(member);
    const next = await begin<CreationOptions>(member, BEGIN_REGISTRATION);
    expect(next.excludeCredentials).toMatchObject([{ id: authenticator.id }]);
    expect(next.challenge).not.toBe(options.challenge);
  });

  it('are added, listed, reported by mail to the account and the admins, and audited; other sessions end, API keys stay', async () => {
    const tenant = await fresh();
    const { member, emails } = tenant;
    const other = await logInAs(service.baseUrl, emails.member, PASSWORD);
    const key = new Client(service.baseUrl, (await createKey(member)).key);
    const { id } = await addPasskey(member, { name: '  Telephone ', counts: false });
    expect(await list(member)).toMatchObject([{ id, name: 'Telephone', isSynced: true, lastUsedAt: null }]);
    expect([await statusOf(member), await statusOf(other), await statusOf(key)]).toEqual([200, 401, 200]);
    expect(await actionsOf(tenant)).toMatchObject([
      { action: 'member.passkey_added', after: { passkey_id: id, name: 'Telephone' } },
    ]);
    for (const address of [emails.member, emails.admin]) {
      await eventually(async () =>
        (await sentMails(service)).find(
          (mail) => mail.includes('a passkey was added') && mail.includes(`To: ${address}`),
        ),
      );
    }
  });

  it('revoke the API keys where that is chosen', async () => {
    const { member } = await fresh();
    const key = new Client(service.baseUrl, (await createKey(member)).key);
    const options = await begin<CreationOptions>(member, BEGIN_REGISTRATION);
    await member.data(REGISTER, { i: { name: 'Key', credential: device().create(options), revokeApiKeys: true } });
    expect(await statusOf(key)).toBe(401);
  });

  it.each<[string, Twist, string]>([
    ['a page of another origin', { origin: 'https://crosswalk.example.evil.example' }, 'VALIDATION_FAILED'],
    ['another port', { origin: 'https://crosswalk.example:8443' }, 'VALIDATION_FAILED'],
    ['plain http', { origin: 'http://crosswalk.example' }, 'VALIDATION_FAILED'],
    ['another relying party', { rpId: 'example' }, 'VALIDATION_FAILED'],
    ['a user who was not verified', { isUserVerified: false }, 'VALIDATION_FAILED'],
    ['a user who was not present', { isUserPresent: false }, 'VALIDATION_FAILED'],
    ['an answer of another kind', { type: 'webauthn.get' }, 'VALIDATION_FAILED'],
    ['a frame of another site', { crossOrigin: true }, 'GONE'],
    ['a challenge of its own', { challenge: Buffer.alloc(32, 1).toString('base64url') }, 'GONE'],
  ])('are refused from %s', async (_what, twist, code) => {
    const { member } = service.a;
    expect(codeOf(await register(member, twist))).toBe(code);
    expect(await list(member)).toEqual([]);
  });

  it('are added once by a challenge, within 5 minutes, in its own session and for nothing else', async () => {
    const { member, emails } = await fresh();
    const options = await begin<CreationOptions>(member, BEGIN_REGISTRATION);
    const input = (given: CreationOptions) => ({ i: { name: 'Key', credential: device().create(given) } });
    const other = await logInAs(service.baseUrl, emails.member, PASSWORD);
    expect(codeOf(await other.graphql(REGISTER, input(options)))).toBe('GONE');
    expect(codeOf(await service.a.member.graphql(REGISTER, input(options)))).toBe('GONE');
    expect(codeOf(await clock.at(5 * MINUTE_MS + 1_000, () => member.graphql(REGISTER, input(options))))).toBe('GONE');
    const { challenge } = await begin<CreationOptions>(service.anonymous, BEGIN_LOGIN);
    expect(codeOf(await member.graphql(REGISTER, input({ ...options, challenge })))).toBe('GONE');
    expect(codeOf(await clock.at(5 * MINUTE_MS - 5_000, () => member.graphql(REGISTER, input(options))))).toBeNull();
    expect(codeOf(await member.graphql(REGISTER, input(options)))).toBe('GONE');
    const stepUp = await begin<CreationOptions>(member, BEGIN_STEP_UP);
    expect(codeOf(await member.graphql(REGISTER, input({ ...options, challenge: stepUp.challenge })))).toBe('GONE');
    expect(await list(member)).toHaveLength(1);
  });

  it('use a challenge up also where the answer is wrong', async () => {
    const { member } = await fresh();
    const options = await begin<CreationOptions>(member, BEGIN_REGISTRATION);
    const answer = (twist: Twist) =>
      member.graphql(REGISTER, { i: { name: 'Key', credential: device().create(options, twist) } });
    expect(codeOf(await answer({ isUserVerified: false }))).toBe('VALIDATION_FAILED');
    expect(codeOf(await answer({}))).toBe('GONE');
  });

  it('belong to one account in the whole service', async () => {
    const [one, two] = [await fresh(), await fresh()];
    const { authenticator } = await addPasskey(one.member);
    expect(codeOf(await register(one.member, {}, authenticator))).toBe('CONFLICT');
    expect(codeOf(await register(two.member, { id: authenticator.id }))).toBe('CONFLICT');
    expect(await list(two.member)).toEqual([]);
  });

  it('are at most ten, also of two that are added at once', async () => {
    const { member } = await fresh();
    for (let each = 0; each < 9; each += 1) await addPasskey(member);
    const options = [
      await begin<CreationOptions>(member, BEGIN_REGISTRATION),
      await begin<CreationOptions>(member, BEGIN_REGISTRATION),
    ];
    const answers = await Promise.all(
      options.map((each) => member.graphql(REGISTER, { i: { name: 'Key', credential: device().create(each) } })),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['CONFLICT', null]);
    expect(await list(member)).toHaveLength(10);
    expect(codeOf(await member.graphql(BEGIN_REGISTRATION))).toBe('CONFLICT');
  });

  it('are added and removed after step-up alone, and never by an API key', async () => {
    const { member } = await fresh();
    const { id } = await addPasskey(member);
    await clock.at(11 * MINUTE_MS, async () => {
      expect(codeOf(await member.graphql(BEGIN_REGISTRATION))).toBe('REAUTHENTICATION_REQUIRED');
      expect(codeOf(await member.graphql(REMOVE, { i: { passkeyId: id } }))).toBe('REAUTHENTICATION_REQUIRED');
    });
    const key = new Client(service.baseUrl, (await createKey(member)).key);
    for (const document of [BEGIN_REGISTRATION, LIST]) expect(codeOf(await key.graphql(document))).toBe('FORBIDDEN');
  });

  it.each([
    ['no object', 'text', ''],
    ['no response', { id: 'a', rawId: 'a', type: 'public-key' }, '/credential/response'],
    ['no base64url', { id: 'a b', rawId: 'a', type: 'public-key' }, '/credential/id'],
    ['another type', { id: 'a', rawId: 'a', type: 'password' }, '/credential/type'],
  ])('name what is wrong with an answer that is %s', async (_what, credential, field) => {
    const { text, status } = await service.a.member.graphql(REGISTER, { i: { name: 'Key', credential } });
    expect([status < 500, text.includes('INTERNAL')]).toEqual([true, false]);
    expect(text).toContain(field);
  });

  it('answer nonsense in the form of an answer like a wrong one', async () => {
    const { member } = service.a;
    const options = await begin<CreationOptions>(member, BEGIN_REGISTRATION);
    const made = device().create(options) as { response: Record<string, unknown> };
    const credential = { ...made, response: { ...made.response, attestationObject: 'AAAA' } };
    expect(codeOf(await member.graphql(REGISTER, { i: { name: 'Key', credential } }))).toBe('VALIDATION_FAILED');
    const noClientData = { ...made, response: { ...made.response, clientDataJSON: 'AAAA' } };
    expect(codeOf(await member.graphql(REGISTER, { i: { name: 'Key', credential: noClientData } }))).toBe('GONE');
  });

  it('are renamed by their owner alone', async () => {
    const tenant = await fresh();
    const { id } = await addPasskey(tenant.member);
    expect(await tenant.member.data(RENAME, { i: { passkeyId: id, name: ' Laptop ' } })).toEqual({
      renamePasskey: { passkey: { name: 'Laptop' } },
    });
    for (const stranger of [tenant.admin, service.a.member])
      expect(codeOf(await stranger.graphql(RENAME, { i: { passkeyId: id, name: 'Mine' } }))).toBe('NOT_FOUND');
    expect(codeOf(await tenant.member.graphql(RENAME, { i: { passkeyId: id, name: '  ' } }))).toBe('VALIDATION_FAILED');
    expect((await actionsOf(tenant))[0]).toMatchObject({
      action: 'member.passkey_renamed',
      before: { name: 'Telephone' },
      after: { name: 'Laptop' },
    });
  });

  it('end other sessions and the API keys when they are removed, and log nobody in any more', async () => {
    const tenant = await fresh();
    const { member, emails, admin } = tenant;
    const { id, authenticator } = await addPasskey(member);
    const other = await logInAs(service.baseUrl, emails.member, PASSWORD);
    const key = new Client(service.baseUrl, (await createKey(member)).key);
    for (const stranger of [admin, service.a.member])
      expect(codeOf(await stranger.graphql(REMOVE, { i: { passkeyId: id } }))).toBe('NOT_FOUND');
    expect(await member.data(REMOVE, { i: { passkeyId: id } })).toEqual({ removePasskey: { removedId: id } });
    expect([await statusOf(member), await statusOf(other), await statusOf(key)]).toEqual([200, 401, 401]);
    expect(codeOf(await logInByPasskey(service.anonymous, authenticator))).toBe('INVALID_CREDENTIALS');
    expect((await actionsOf(tenant))[0]).toMatchObject({ action: 'member.passkey_removed' });
    expect(codeOf(await member.graphql(REMOVE, { i: { passkeyId: id } }))).toBe('NOT_FOUND');
  });

  it('are shown to their owner, to admins of the organization and to nobody else', async () => {
    const { admin, member, auditor } = await fresh();
    const { id } = await addPasskey(member);
    const userId = await idOf(member);
    const seen = await admin.data<{ passkeys: Listed[] }>(LIST_OF, { id: userId });
    expect(seen.passkeys).toMatchObject([{ id }]);
    for (const stranger of [auditor, service.a.admin])
      expect(codeOf(await stranger.graphql(LIST_OF, { id: userId }))).toBe('NOT_FOUND');
    const { members } = await admin.data<{ members: { id: string; passkeyCount: number }[] }>(
      '{ members { id passkeyCount } }',
    );
    expect(Object.fromEntries(members.map((each) => [each.id, each.passkeyCount]))[userId]).toBe(1);
    expect(members.reduce((sum, each) => sum + each.passkeyCount, 0)).toBe(1);
  });

  it('are removed by an admin for another member who lost them, whose sessions end', async () => {
    const tenant = await fresh();
    const { admin, member } = tenant;
    const { authenticator } = await addPasskey(member);
    const [userId, adminId] = [await idOf(member), await idOf(admin)];
    expect(codeOf(await service.a.admin.graphql(RESET, { i: { userId } }))).toBe('NOT_FOUND');
    expect(codeOf(await admin.graphql(RESET, { i: { userId: adminId } }))).toBe('CONFLICT');
    expect(await admin.data(RESET, { i: { userId } })).toEqual({
      resetMemberPasskeys: { member: { passkeyCount: 0 } },
    });
    expect(await statusOf(member)).toBe(401);
    expect(codeOf(await logInByPasskey(service.anonymous, authenticator))).toBe('INVALID_CREDENTIALS');
    expect(codeOf(await admin.graphql(RESET, { i: { userId } }))).toBe('CONFLICT');
    expect((await actionsOf(tenant))[0]).toMatchObject({ action: 'member.passkeys_reset', before: { passkeys: 1 } });
  });

  it('are removed by the operator, for the last admin', async () => {
    const { admin, emails } = await fresh();
    const { authenticator } = await addPasskey(admin);
    await service.app.tenants.resetPasskeys(emails.admin);
    expect(codeOf(await logInByPasskey(service.anonymous, authenticator))).toBe('INVALID_CREDENTIALS');
    await expect(service.app.tenants.resetPasskeys(emails.admin)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('are not for an account that an identity provider alone logs in, and could lock out', async () => {
    const { member } = await fresh();
    const options = await begin<CreationOptions>(member, BEGIN_REGISTRATION);
    await service.database.query('update users set has_password = false, is_provider_only = true where id = $1', [
      await idOf(member),
    ]);
    expect(codeOf(await member.graphql(BEGIN_REGISTRATION))).toBe('CONFLICT');
    const input = { name: 'Key', credential: device().create(options) };
    expect(codeOf(await member.graphql(REGISTER, { i: input }))).toBe('CONFLICT');
  });

  it('stay with a new password, whose session remembers that one was shown', async () => {
    const { member } = await fresh();
    const { authenticator } = await addPasskey(member);
    const { changePassword } = await member.data<{ changePassword: { accessToken: string } }>(
      'mutation ($i: ChangePasswordInput!) { changePassword(input: $i) { accessToken } }',
      { i: { currentPassword: PASSWORD, newPassword: 'another horse, another battery' } },
    );
    const [row] = await service.database.query(
      `select has_passkey_proof from sessions where user_id = $1 and ended_at is null`,
      [await idOf(new Client(service.baseUrl, changePassword.accessToken))],
    );
    expect(row).toEqual({ has_passkey_proof: true });
    expect(tokenOf(await logInByPasskey(service.anonymous, authenticator))).not.toBeNull();
  });
});

describe('passkeys at an address without a domain', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('are off, and every operation says why', async () => {
    const reason = 'passkeys need a domain, and the host of PUBLIC_URL is an IP address (127.0.0.1)';
    expect(await service.anonymous.data('{ passkeySupport { isAvailable reason } }')).toEqual({
      passkeySupport: { isAvailable: false, reason },
    });
    for (const [client, document] of [
      [service.anonymous, BEGIN_LOGIN],
      [service.a.member, BEGIN_REGISTRATION],
    ] as const) {
      const answer = await client.graphql(document);
      expect(codeOf(answer)).toBe('CONFLICT');
      expect(answer.text).toContain(reason);
    }
  });
});
