import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeAuthor } from '../../src/modules/audit/audit.js';
import { SecurityNotices } from '../../src/modules/notices/security-notices.js';
import { registerProvider } from '../../src/modules/organizations/identity-provider.js';
import { ProvisioningService } from '../../src/modules/organizations/provisioning.service.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import type { EntityManager } from '../../src/platform/database/database.js';
import type { AppError } from '../../src/platform/errors.js';
import { OutgoingMails } from '../../src/platform/mail/outgoing-mails.js';
import { createKey, createServiceAccount } from '../support/api-keys.js';
import { holdDomains } from '../support/held-domains.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';

const MANAGED = '{ members { id email role managedBy { id kind name } } }';
const SET_ROLE = 'mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { role } } }';
const SET_GROUPS =
  'mutation ($input: SetGroupRolesInput!) { setGroupRoles(input: $input) { groupRoles { defaultRole groups { group role } } } }';
const TRAIL = '{ auditLog(first: 20, action: "member.") { nodes { action actor { type id name } before after } } }';

interface Member {
  id: string;
  email: string;
  role: string;
  managedBy: { id: string; kind: string; name: string } | null;
}

describe('members of an identity provider', () => {
  let service: TestService;
  let provisioning: ProvisioningService;

  beforeAll(async () => {
    service = await startService();
    const mails = new OutgoingMails(new Vault(service.config.secretKey));
    const notices = new SecurityNotices(mails, { wake: () => Promise.resolve() });
    provisioning = new ProvisioningService(service.app.database, notices);
  });
  afterAll(() => service.stop());

  const run = <T>(author: ChangeAuthor, work: (em: EntityManager) => Promise<T>) => provisioning.run(author, work);
  /** A tenant with a provider, as the author of changes from now on. */
  async function connected(name: string, tier: 'STARTER' | 'ENTERPRISE' = 'ENTERPRISE') {
    const tenant = await service.addTenant(name, tier);
    await holdDomains(service.database, tenant.tenantId, `${name.toLowerCase()}.example`);
    const [id, { tenantId }] = [randomUUID(), tenant];
    const by = (): ChangeAuthor => ({
      actor: { type: 'identity_provider', id, apiKeyId: null, address: '192.0.2.1', requestId: 'r' },
      tenantId,
      at: new Date(),
      events: null,
    });
    await run(by(), (em) => registerProvider(em, { id, tenantId, kind: 'oidc', name: 'Sign-on', at: new Date() }));
    const provision = (email: string, role: 'admin' | 'auditor' | 'member' = 'member') =>
      run(by(), (em) => provisioning.provision(em, by(), { email, name: 'Ada Byron', role }));
    return { tenant, id, by, provision };
  }
  const members = async ({ admin }: TestTenant) => (await admin.data<{ members: Member[] }>(MANAGED)).members;
  const memberOf = async (tenant: TestTenant, email: string) =>
    (await members(tenant)).find((each) => each.email === email);
  const idOf = async (tenant: TestTenant, email: string) => (await memberOf(tenant, email))?.id ?? '';
  const codeOf = async ({ admin }: TestTenant, query: string, input: object) =>
    (await admin.graphql(query, { input })).text;

  it('are created without a password, changed, deactivated and reactivated, in its name', async () => {
    const { tenant, id, by, provision } = await connected('Gamma');
    const userId = await provision('ada@gamma.example', 'auditor');
    expect(await memberOf(tenant, 'ada@gamma.example')).toEqual({
      id: userId,
      email: 'ada@gamma.example',
      role: 'auditor',
      managedBy: { id, kind: 'oidc', name: 'Sign-on' },
    });
    await run(by(), (em) => provisioning.update(em, by(), userId, { email: 'ada.b@gamma.example', name: 'Ada B.' }));
    await run(by(), (em) => provisioning.update(em, by(), userId, { name: 'Ada B.' }));
    await run(by(), (em) => provisioning.setRole(em, by(), userId, 'member'));
    await run(by(), (em) => provisioning.deactivate(em, by(), userId));
    await run(by(), (em) => provisioning.deactivate(em, by(), userId));
    expect(await memberOf(tenant, 'ada.b@gamma.example')).toBeUndefined();
    await run(by(), (em) => provisioning.reactivate(em, by(), userId, 'auditor'));
    expect(await memberOf(tenant, 'ada.b@gamma.example')).toMatchObject({ id: userId, role: 'auditor' });
    await run(by(), (em) => provisioning.release(em, by(), userId));
    expect(await memberOf(tenant, 'ada.b@gamma.example')).toMatchObject({ managedBy: null });
    const { auditLog } = await tenant.admin.data<{ auditLog: { nodes: { action: string; actor: object }[] } }>(TRAIL);
    expect(auditLog.nodes.map(({ action }) => action)).toEqual([
      'member.released',
      'member.reactivated',
      'member.deactivated',
      'member.role_changed',
      'member.updated',
      'member.provisioned',
    ]);
    for (const { actor } of auditLog.nodes) expect(actor).toEqual({ type: 'identity_provider', id, name: 'Sign-on' });
  });

  it('who are deactivated lose sessions and keys, and pass their service accounts to another admin', async () => {
    const { tenant, by } = await connected('Delta');
    const userId = await idOf(tenant, tenant.emails.member);
    const { key } = await createKey(tenant.member);
    const accountId = await createServiceAccount(tenant.member);
    await run(by(), (em) => provisioning.deactivate(em, by(), userId));
    expect((await tenant.member.get('/api/org/profile')).status).toBe(401);
    expect(
      (await tenant.member.send('GET', '/api/org/profile', { headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(401);
    const [account] = await service.database.query(`select responsible_id from service_accounts where id = $1`, [
      accountId,
    ]);
    expect(account).toEqual({ responsible_id: await idOf(tenant, tenant.emails.admin) });
    const ended = await service.database.query(
      `select end_reason from sessions where user_id = $1 and ended_at is not null`,
      [userId],
    );
    expect(ended).toEqual([{ end_reason: 'member_removed' }]);
  });

  it('always include an admin', async () => {
    const { tenant, by } = await connected('Epsilon');
    const userId = await idOf(tenant, tenant.emails.admin);
    const refusal = { code: 'CONFLICT' };
    await expect(run(by(), (em) => provisioning.deactivate(em, by(), userId))).rejects.toMatchObject(refusal);
    await expect(run(by(), (em) => provisioning.setRole(em, by(), userId, 'member'))).rejects.toMatchObject(refusal);
  });

  it('have an address at a verified domain: a member’s is named so, any other is refused in the same words', async () => {
    const { tenant, provision, by } = await connected('Zeta');
    await expect(provision(tenant.emails.auditor)).rejects.toMatchObject({ code: 'CONFLICT' });
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (err: unknown) => {
          const { code, message, details } = err as AppError;
          return { code, message, details };
        },
      );
    const elsewhere = await refused(provision(service.a.emails.member));
    expect(elsewhere).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refused(provision('no address'))).toEqual(elsewhere);
    expect(await refused(provision('nobody@elsewhere.example'))).toEqual(elsewhere);
    const userId = await provision('grace@zeta.example');
    const change = (email: string) => run(by(), (em) => provisioning.update(em, by(), userId, { email }));
    expect(await refused(change(service.a.emails.member))).toEqual(elsewhere);
    expect(await refused(change(tenant.emails.auditor))).toMatchObject({ code: 'CONFLICT' });
    // Once the domain is another organization's, whoever was deactivated does not come back.
    await run(by(), (em) => provisioning.deactivate(em, by(), userId));
    const other = await connected('Eta');
    await holdDomains(service.database, other.tenant.tenantId, 'zeta.example');
    await other.provision('grace@zeta.example');
    const back = run(by(), (em) => provisioning.reactivate(em, by(), userId, 'member'));
    expect(await refused(back)).toEqual(elsewhere);
  });

  it('join the account that their address has elsewhere, which stays its owner’s', async () => {
    const { tenant, provision, by } = await connected('Kelvin');
    const email = service.a.emails.auditor;
    await holdDomains(service.database, tenant.tenantId, 'kelvin.example', email.slice(email.indexOf('@') + 1));
    const before = await service.database.query('select * from accounts where email = $1', [email]);
    const userId = await provision(email);
    expect(await service.database.query('select * from accounts where email = $1', [email])).toEqual(before);
    const known = 'select has_password, mfa_enabled, passkey_count, is_provider_only from users where id = $1';
    expect(await service.database.query(known, [userId])).toEqual([
      { has_password: false, mfa_enabled: false, passkey_count: 0, is_provider_only: true },
    ]);
    const login = (tenant_id?: string) =>
      service.anonymous.post('/api/auth/login', { email, password: PASSWORD, ...(tenant_id ? { tenant_id } : {}) });
    expect((await login()).body).toMatchObject({ data: { tenant: { name: 'Alpha' } } });
    expect((await login(tenant.tenantId)).status).toBe(404);
    const moved = run(by(), (em) => provisioning.update(em, by(), userId, { email: 'mallory@kelvin.example' }));
    await expect(moved).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: '/email' }] });
    await run(by(), (em) => provisioning.deactivate(em, by(), userId));
    expect((await login()).status).toBe(200);
    await run(by(), (em) => provisioning.reactivate(em, by(), userId, 'admin'));
    expect((await login(tenant.tenantId)).status).toBe(404);
  });

  it('keep their address where they have a password: a provider cannot give the account to another identity', async () => {
    const { tenant, by } = await connected('Sigma');
    const userId = await idOf(tenant, tenant.emails.admin);
    const moved = run(by(), (em) => provisioning.update(em, by(), userId, { email: 'mallory@sigma.example' }));
    await expect(moved).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: '/email' }] });
    await run(by(), (em) => provisioning.update(em, by(), userId, { email: tenant.emails.admin, name: 'Ada' }));
  });

  it('keep role, membership and address while they may use a password under enforced single sign-on', async () => {
    const { tenant, by, provision } = await connected('Tau');
    await provision('second@tau.example', 'admin');
    const userId = await idOf(tenant, tenant.emails.admin);
    await service.database.query(
      `insert into identity_connections (id, tenant_id, name, kind, status, is_enforced, break_glass_user_id, issuer,
         client_id, created_at)
       values (gen_random_uuid(), $1, 'Sign-on', 'oidc', 'active', true, $2, 'https://idp.example', 'crosswalk', now())`,
      [tenant.tenantId, userId],
    );
    for (const work of [
      (em: EntityManager) => provisioning.setRole(em, by(), userId, 'member'),
      (em: EntityManager) => provisioning.deactivate(em, by(), userId),
    ])
      await expect(run(by(), work)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await codeOf(tenant, SET_ROLE, { userId, role: 'auditor' })).toContain('CONFLICT');
    expect(await memberOf(tenant, tenant.emails.admin)).toMatchObject({ role: 'admin' });
  });

  it('count for the license, again after a reactivation', async () => {
    const { provision, by } = await connected('Theta', 'STARTER');
    const first = await provision('one@theta.example');
    await provision('two@theta.example');
    await expect(provision('three@theta.example')).rejects.toMatchObject({ code: 'LICENSE_LIMIT_REACHED' });
    await run(by(), (em) => provisioning.deactivate(em, by(), first));
    await provision('three@theta.example');
    const back = run(by(), (em) => provisioning.reactivate(em, by(), first, 'member'));
    await expect(back).rejects.toMatchObject({ code: 'LICENSE_LIMIT_REACHED' });
  });

  it('of another organization are not found', async () => {
    const { by } = await connected('Iota');
    const theirs = await idOf(service.a, service.a.emails.member);
    const found = { code: 'NOT_FOUND' };
    for (const work of [
      (em: EntityManager) => provisioning.update(em, by(), theirs, { name: 'X' }),
      (em: EntityManager) => provisioning.setRole(em, by(), theirs, 'admin'),
      (em: EntityManager) => provisioning.deactivate(em, by(), theirs),
      (em: EntityManager) => provisioning.reactivate(em, by(), theirs, 'admin'),
      (em: EntityManager) => provisioning.release(em, by(), theirs),
    ])
      await expect(run(by(), work)).rejects.toMatchObject(found);
    expect((await service.a.member.get('/api/org/profile')).status).toBe(200);
  });

  it('have a role that admins change until groups decide it', async () => {
    const { tenant, provision } = await connected('Kappa');
    const userId = await provision('ada@kappa.example');
    expect(await codeOf(tenant, SET_ROLE, { userId, role: 'auditor' })).not.toContain('errors');
    await codeOf(tenant, SET_GROUPS, { defaultRole: 'member', groups: [{ group: 'Staff', role: 'member' }] });
    expect(await codeOf(tenant, SET_ROLE, { userId, role: 'admin' })).toContain('CONFLICT');
    const unmanaged = await idOf(tenant, tenant.emails.member);
    expect(await codeOf(tenant, SET_ROLE, { userId: unmanaged, role: 'auditor' })).not.toContain('errors');
  });

  it('have the roles that the table of groups gives, which an admin replaces as a whole', async () => {
    const { tenant } = await connected('Lambda');
    const path = '/api/org/group-roles';
    expect(await tenant.auditor.rest(path)).toEqual({ default_role: 'member', groups: [] });
    const put = (groups: object[]) => tenant.admin.put(path, { default_role: 'auditor', groups });
    const groups = [
      { group: 'admins', role: 'admin' },
      { group: 'Staff', role: 'member' },
    ];
    expect((await put(groups.toReversed())).body).toMatchObject({ data: { default_role: 'auditor', groups } });
    expect((await put([...groups, { group: 'STAFF ', role: 'admin' }])).text).toContain('/groups/2/group');
    expect((await put(Array.from({ length: 101 }, (_, no) => ({ group: `g${no}`, role: 'member' })))).status).toBe(400);
    expect((await put([{ group: ' ', role: 'member' }])).status).toBe(400);
    expect(await tenant.auditor.rest(path)).toEqual({ default_role: 'auditor', groups });
    expect((await put([])).status).toBe(200);
    const [entry] = await service.database.query(
      `select before, after from audit_log where tenant_id = $1 and action = 'organization.group_roles_changed'
       order by sequence desc limit 1`,
      [tenant.tenantId],
    );
    expect(entry).toEqual({
      before: { default_role: 'auditor', groups: { admins: 'admin', Staff: 'member' } },
      after: { default_role: 'auditor', groups: {} },
    });
  });
});
