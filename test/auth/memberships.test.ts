import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentMails } from '../notices/mails.js';
import { codeOf, invite } from '../organizations/inviting.js';
import { createKey } from '../support/api-keys.js';
import { eventually } from '../support/eventually.js';
import { logInAs } from '../support/log-in.js';
import { addPasskey, logInByPasskey } from '../support/passkeys.js';
import { PASSWORD, type TestTenant } from '../support/service.js';
import { meOf, openedBy, statusOf, Town } from './town.js';

const CHANGE = 'mutation ($i: ChangePasswordInput!) { changePassword(input: $i) { accessToken } }';
const REMOVE = 'mutation ($i: RemoveMemberInput!) { removeMember(input: $i) { member { id } } }';
const RESET_MFA = 'mutation ($i: ResetMemberMfaInput!) { resetMemberMfa(input: $i) { member { mfaEnabled } } }';
const RESET_PASSKEYS = 'mutation ($i: ResetMemberPasskeysInput!) { resetMemberPasskeys(input: $i) { member { id } } }';
const NEW_PASSWORD = 'entirely other words than before';

describe('a person in two organizations', () => {
  let town: Town;

  beforeAll(async () => {
    town = await Town.start();
  });
  afterAll(() => town.service.stop());

  it('logs in to the last used one, or to the one that they name', async () => {
    const { email, one, two } = await town.person();
    const tenantOf = async (input: object) =>
      openedBy(await town.logIn({ email, password: PASSWORD, ...input })).tenant;
    expect((await tenantOf({})).tenantId).toBe(two.tenantId);
    expect((await tenantOf({ tenantId: one.tenantId.toUpperCase() })).tenantId).toBe(one.tenantId);
    expect((await tenantOf({})).tenantId).toBe(one.tenantId);
    const rest = await town.service.anonymous.post('/api/auth/login', {
      email,
      password: PASSWORD,
      tenant_id: two.tenantId,
    });
    expect(rest.body).toMatchObject({ data: { user: { role: 'auditor' }, tenant: { tenant_id: two.tenantId } } });
    const foreign = { email, password: PASSWORD, tenantId: town.service.a.tenantId };
    expect(codeOf(await town.logIn(foreign))).toBe('NOT_FOUND');
    // Whoever has no password learns nothing of organizations.
    expect(codeOf(await town.logIn({ ...foreign, password: 'wrong' }))).toBe('INVALID_CREDENTIALS');
    expect(codeOf(await town.logIn({ email, password: 'wrong', tenantId: one.tenantId }))).toBe('INVALID_CREDENTIALS');
  });

  it('costs a stranger as many statements as an unknown address and as a person in one, and has the same answer', async () => {
    const { email, one } = await town.person();
    const attempt = async (address: string) => {
      const before = town.service.statements.length;
      const { body } = await town.service.anonymous.post('/api/auth/login', { email: address, password: 'wrong' });
      const { error } = body as { error: { code: string; message: string } };
      return [town.service.statements.length - before, error.code, error.message];
    };
    const unknown = await attempt('nobody@elsewhere.example');
    expect([await attempt(email), await attempt(one.emails.admin)]).toEqual([unknown, unknown]);
  });

  it('has the role of each organization in it alone, and finds nothing of the other', async () => {
    const { one, two, inOne, inTwo } = await town.person();
    await town.rows(`update users set role = 'admin' where tenant_id = $1 and id = $2`, [
      one.tenantId,
      (await meOf(inOne)).id,
    ]);
    expect((await invite(inOne, 'colleague@one.example')).status).toBe(201);
    expect((await invite(inTwo, 'colleague@two.example')).status).toBe(403);
    const { id } = await meOf(one.admin);
    expect((await inTwo.get(`/api/org/members`)).text).not.toContain(id);
    const foreign = await one.admin.graphql('query ($id: ID!) { member(id: $id) { id } }', {
      id: (await meOf(two.admin)).id,
    });
    expect(codeOf(foreign)).toBe('NOT_FOUND');
    const shared = await one.admin.graphql('query ($id: ID!) { member(id: $id) { id } }', {
      id: (await meOf(inTwo)).id,
    });
    expect(codeOf(shared)).toBe('NOT_FOUND');
  });

  it('keeps their factors from the admins of either, who cannot take them away', async () => {
    const { one, two, inOne, inTwo } = await town.person();
    const { authenticator } = await addPasskey(inOne);
    const inTwoAgain = town.client((await logInAs(town.service.baseUrl, one.emails.member, PASSWORD)).token);
    expect(await statusOf(inTwo)).toBe(401);
    const ids = [
      (await meOf(inOne)).id,
      (
        await town.rows<{ id: string }>('select id from users where tenant_id = $1 and email = $2', [
          two.tenantId,
          one.emails.member,
        ])
      )[0]?.id,
    ];
    for (const [tenant, userId] of [
      [one, ids[0]],
      [two, ids[1]],
    ] as const) {
      expect(codeOf(await tenant.admin.graphql(RESET_PASSKEYS, { i: { userId } }))).toBe('CONFLICT');
      expect(codeOf(await tenant.admin.graphql(RESET_MFA, { i: { userId } }))).toBe('CONFLICT');
    }
    expect((await logInByPasskey(town.service.anonymous, authenticator)).status).toBe(200);
    expect(await statusOf(inTwoAgain)).toBe(200);
    await one.admin.data(REMOVE, { i: { userId: ids[0] } });
    // It is that of the second alone now.
    expect(codeOf(await two.admin.graphql(RESET_PASSKEYS, { i: { userId: ids[1] } }))).toBe(null);
  });

  it('loses with one membership its sessions and keys alone', async () => {
    const { email, one, two, inOne, inTwo } = await town.person();
    const keys = [town.client((await createKey(inOne)).key), town.client((await createKey(inTwo)).key)];
    await one.admin.data(REMOVE, { i: { userId: (await meOf(inOne)).id } });
    expect(await Promise.all([inOne, inTwo, ...keys].map(statusOf))).toEqual([401, 200, 401, 200]);
    expect(openedBy(await town.logIn({ email, password: PASSWORD })).tenant.tenantId).toBe(two.tenantId);
    expect(codeOf(await town.logIn({ email, password: PASSWORD, tenantId: one.tenantId }))).toBe('NOT_FOUND');
    const { id } = await meOf(inTwo);
    await two.admin.data(REMOVE, { i: { userId: id } });
    expect(codeOf(await town.logIn({ email, password: PASSWORD }))).toBe('INVALID_CREDENTIALS');
    expect(await town.rows('select id from accounts where email_key = $1', [email])).toEqual([]);
  });

  it('changes the password of all: every other session ends, and each organization has it in its trail', async () => {
    const { one, two, inOne, inTwo } = await town.person();
    const keys = [town.client((await createKey(inOne)).key), town.client((await createKey(inTwo)).key)];
    const ids = [(await meOf(inOne)).id, (await meOf(inTwo)).id];
    const { changePassword } = await inOne.data<{ changePassword: { accessToken: string } }>(CHANGE, {
      i: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect(await Promise.all([inOne, inTwo, ...keys].map(statusOf))).toEqual([401, 401, 401, 401]);
    expect(await statusOf(town.client(changePassword.accessToken))).toBe(200);
    for (const [index, { tenantId }] of [one, two].entries()) {
      const trail = await town.rows(
        `select actor_type, actor_id, resource_id from audit_log where tenant_id = $1 and action = 'member.password_changed'`,
        [tenantId],
      );
      expect(trail).toEqual([{ actor_type: 'user', actor_id: ids[index], resource_id: ids[index] }]);
    }
    // The person is notified once, and the admin of each organization.
    const received = await eventually(async () => {
      const mails = (await sentMails(town.service)).filter((mail) => mail.includes('the password was changed'));
      const to = (email: string) => mails.filter((mail) => mail.includes(`To: ${email}`)).length;
      const counts = [one.emails.member, one.emails.admin, two.emails.admin].map(to);
      return counts.every((count) => count > 0) ? counts : null;
    });
    expect(received).toEqual([1, 1, 1]);
  });

  it('is locked as one account, whichever organization is named', async () => {
    const { email, one, two } = await town.person();
    for (let failures = 0; failures < 10; failures += 1) {
      const tenantId = failures % 2 === 0 ? one.tenantId : two.tenantId;
      expect(codeOf(await town.logIn({ email, password: 'wrong', tenantId }))).toBe('INVALID_CREDENTIALS');
    }
    for (const tenantId of [one.tenantId, two.tenantId, null])
      expect(codeOf(await town.logIn({ email, password: PASSWORD, tenantId }))).toBe('RATE_LIMITED');
  });

  it('logs in by a passkey of the account to the last used one, and to the other once that has ended', async () => {
    const { one, two, inTwo } = await town.person();
    const { authenticator } = await addPasskey(inTwo);
    const nameOf = async () => {
      const { body } = await logInByPasskey(town.service.anonymous, authenticator);
      return (body as { data: { opened: { tenant: { name: string } } } }).data.opened.tenant.name;
    };
    const names = await town.rows<{ id: string; name: string }>('select id, name from tenants');
    const named = ({ tenantId }: TestTenant) => names.find(({ id }) => id === tenantId)?.name;
    expect(await nameOf()).toBe(named(two));
    await town.logIn({ email: one.emails.member, password: PASSWORD, tenantId: one.tenantId });
    expect(await nameOf()).toBe(named(one));
    const [member] = await town.rows<{ id: string }>('select id from users where tenant_id = $1 and email = $2', [
      one.tenantId,
      one.emails.member,
    ]);
    await one.admin.data(REMOVE, { i: { userId: member?.id } });
    expect(await nameOf()).toBe(named(two));
  });

  it('enters an organization that is not suspended, and is refused where all are', async () => {
    const { email, one, two } = await town.person();
    await town.rows(`update tenants set suspended_at = now(), suspension_reason = 'x' where id = $1`, [two.tenantId]);
    expect(openedBy(await town.logIn({ email, password: PASSWORD })).tenant.tenantId).toBe(one.tenantId);
    expect(codeOf(await town.logIn({ email, password: PASSWORD, tenantId: two.tenantId }))).toBe(
      'ORGANIZATION_SUSPENDED',
    );
    await town.rows(`update tenants set suspended_at = now(), suspension_reason = 'x' where id = $1`, [one.tenantId]);
    expect(codeOf(await town.logIn({ email, password: PASSWORD }))).toBe('ORGANIZATION_SUSPENDED');
  });
});
