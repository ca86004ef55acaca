import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import { logInAs } from '../support/log-in.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { codeAt } from './one-time-code.js';

const CHANGE = 'mutation ($i: ChangePasswordInput!) { changePassword(input: $i) { accessToken } }';
const ENROL = 'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }';
const CONFIRM = 'mutation ($i: ConfirmMfaInput!) { confirmMfa(input: $i) { recoveryCodes } }';
const DISABLE = 'mutation ($i: DisableMfaInput!) { disableMfa(input: $i) { user { mfaEnabled } } }';
const RESET = 'mutation ($i: ResetMemberMfaInput!) { resetMemberMfa(input: $i) { member { mfaEnabled } } }';
const REMOVE = 'mutation ($i: RemoveMemberInput!) { removeMember(input: $i) { member { id } } }';
const NEW_PASSWORD = 'another horse, another battery';

/** A member with two sessions and a key, and the admin of their organization. */
interface Case {
  tenant: TestTenant;
  userId: string;
  client: Client;
}

/** A change of credentials, with what it says of the sessions that it ends. */
interface Change {
  name: string;
  reason: string;
  /** Whether the session of the change stays. */
  keepsOwn: boolean;
  before?: (one: Case) => Promise<void>;
  /** @param choice the choice about API keys, where one is made */
  make: (one: Case, choice: { revokeApiKeys?: boolean }) => Promise<unknown>;
}

describe('a change of credentials', () => {
  let service: TestService;
  let number = 0;
  let one: Case;
  let other: Client;
  let key: Client;

  const enrol = async ({ client }: Case): Promise<string> => {
    const { enrolMfa } = await client.data<{ enrolMfa: { enrolment: { secret: string } } }>(ENROL, {
      i: { password: PASSWORD },
    });
    return enrolMfa.enrolment.secret;
  };
  const confirm = async (each: Case, choice: object = {}) =>
    each.client.data(CONFIRM, { i: { otp: codeAt(await enrol(each), Date.now()), ...choice } });
  const enabled = async (each: Case) => {
    await confirm(each, { revokeApiKeys: false });
  };
  const CHANGES: Change[] = [
    {
      name: 'changing the password',
      reason: 'password_changed',
      keepsOwn: false,
      make: ({ client }, choice) =>
        client.data(CHANGE, { i: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, ...choice } }),
    },
    { name: 'switching codes on', reason: 'mfa_changed', keepsOwn: true, make: confirm },
    {
      name: 'switching codes off',
      reason: 'mfa_changed',
      keepsOwn: true,
      before: enabled,
      make: ({ client }, choice) => client.data(DISABLE, { i: { password: PASSWORD, ...choice } }),
    },
    {
      name: 'the reset of codes by an admin',
      reason: 'mfa_changed',
      keepsOwn: false,
      before: enabled,
      make: ({ tenant, userId }, choice) => tenant.admin.data(RESET, { i: { userId, ...choice } }),
    },
    {
      name: 'a password set by the operator',
      reason: 'password_changed',
      keepsOwn: false,
      make: ({ tenant }, { revokeApiKeys }) =>
        service.app.tenants.setPassword(tenant.emails.member, NEW_PASSWORD, revokeApiKeys),
    },
    {
      name: 'the reset of codes by the operator',
      reason: 'mfa_changed',
      keepsOwn: false,
      before: enabled,
      make: ({ tenant }, { revokeApiKeys }) => service.app.tenants.resetMfa(tenant.emails.member, revokeApiKeys),
    },
  ];

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    number += 1;
    const tenant = await service.addTenant(`Firm${number}`, 'STARTER');
    const { me } = await tenant.member.data<{ me: { id: string } }>('{ me { id } }');
    one = { tenant, userId: me.id, client: tenant.member };
  });

  /** Opens another session and a key of the member, after `before` of the change. */
  async function prepare({ before }: Change): Promise<void> {
    await before?.(one);
    other = await secondSession(one.userId);
    key = new Client(service.baseUrl, (await createKey(one.client)).key);
    expect(await statuses()).toEqual([200, 200, 200]);
  }

  const OF_ACCOUNT =
    'update accounts set mfa_enabled = $2 where id = (select account_id from users where users.id = $1)';

  /** Another login, without the code that it would need once codes are in force. */
  async function secondSession(userId: string): Promise<Client> {
    const [user] = await service.database.query<{ mfa: boolean }>(
      'select mfa_enabled as mfa from users where id = $1',
      [userId],
    );
    await service.database.query(OF_ACCOUNT, [userId, false]);
    const client = await logInAs(service.baseUrl, one.tenant.emails.member, PASSWORD);
    await service.database.query(OF_ACCOUNT, [userId, user?.mfa]);
    return client;
  }

  const statuses = () =>
    Promise.all([one.client, other, key].map(async (client) => (await client.get('/api/org/profile')).status));

  it.each(CHANGES)('$name ends the other sessions and the API keys', async (change) => {
    await prepare(change);
    await change.make(one, {});
    expect(await statuses()).toEqual([change.keepsOwn ? 200 : 401, 401, 401]);
    const reasons = await service.database.query<{ reason: string }>(
      'select distinct end_reason as reason from sessions where user_id = $1 and ended_at is not null',
      [one.userId],
    );
    expect(reasons.map(({ reason }) => reason)).toContain(change.reason);
  });

  it.each(CHANGES)('$name leaves the API keys where that is chosen', async (change) => {
    await prepare(change);
    await change.make(one, { revokeApiKeys: false });
    expect(await statuses()).toEqual([change.keepsOwn ? 200 : 401, 401, 200]);
  });

  it('does not end the sessions and keys of other members', async () => {
    const { tenant } = one;
    const others = new Client(service.baseUrl, (await createKey(tenant.auditor)).key);
    await tenant.member.data(CHANGE, { i: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
    for (const client of [tenant.admin, tenant.auditor, others]) {
      expect((await client.get('/api/org/profile')).status).toBe(200);
    }
  });

  it('that is refused ends nothing', async () => {
    const { tenant } = one;
    const { text } = await tenant.member.graphql(CHANGE, {
      i: { currentPassword: 'wrong', newPassword: NEW_PASSWORD },
    });
    expect(text).toContain('INVALID_CREDENTIALS');
    expect((await tenant.member.get('/api/org/profile')).status).toBe(200);
  });

  it('by removal ends the sessions of the member', async () => {
    const { tenant, userId } = one;
    await tenant.admin.data(REMOVE, { i: { userId } });
    const ended = await service.database.query('select end_reason as reason from sessions where user_id = $1', [
      userId,
    ]);
    expect(ended).toEqual([{ reason: 'member_removed' }]);
  });
});
