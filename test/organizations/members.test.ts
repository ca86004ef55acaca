import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { anyOf } from '../support/any-of.js';
import type { Client } from '../support/client.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { auditOf } from './audit-rows.js';

interface MemberBody {
  id: string;
  email: string;
  name: string;
  role: string;
  last_login: string | null;
  mfa_enabled: boolean;
}

const WATCH = 'subscription { scansChanged { id } }';

describe('members', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const listOf = (client: Client, query = '') => client.rest<MemberBody[]>(`/api/org/members${query}`);
  const idOf = async ({ admin }: TestTenant, email: string) =>
    (await listOf(admin)).find((member) => member.email === email)?.id ?? '';
  const setRole = (client: Client, userId: string, role: string) =>
    codeOf(client, 'mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { role } } }', {
      input: { userId, role },
    });
  /** Codes of the errors of the items of one call. */
  const setRoles = async (client: Client, changes: [string, string][]) => {
    const { updateMembers } = await client.data<{ updateMembers: { results: { error: { code: string } | null }[] } }>(
      'mutation ($input: UpdateMembersInput!) { updateMembers(input: $input) { results { error { code } } } }',
      { input: { members: changes.map(([userId, role]) => ({ userId, role })) } },
    );
    return updateMembers.results.map(({ error }) => error?.code ?? null);
  };
  const remove = (client: Client, userId: string) =>
    codeOf(client, 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }', {
      input: { userId },
    });

  it('are listed with all fields of the specification, and no others', async () => {
    const members = await listOf(service.a.auditor);
    expect(members.map(({ email }) => email)).toEqual([
      'admin@alpha.example',
      'auditor@alpha.example',
      'member@alpha.example',
    ]);
    expect(members[1]).toEqual({
      id: anyOf(String),
      email: 'auditor@alpha.example',
      name: 'Alpha auditor',
      role: 'auditor',
      last_login: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      mfa_enabled: false,
    });
  });

  it('are filtered by role; an unknown role is refused', async () => {
    expect((await listOf(service.a.admin, '?role=member')).map(({ role }) => role)).toEqual(['member']);
    expect((await service.a.admin.get('/api/org/members?role=owner')).status).toBe(400);
    expect((await service.a.admin.get('/api/org/members?rolle=admin')).status).toBe(400);
  });

  it('have a changed role from their next request, with the same token', async () => {
    const tenant = await service.addTenant('Gamma', 'STARTER');
    const userId = await idOf(tenant, tenant.emails.member);
    expect((await tenant.member.get('/api/org/members')).status).toBe(403);
    expect(await setRole(tenant.admin, userId, 'auditor')).toBeNull();
    expect((await tenant.member.get('/api/org/members')).status).toBe(200);
    expect(await setRole(tenant.admin, userId, 'auditor')).toBeNull();
    expect((await auditOf(service, tenant.tenantId)).slice(1)).toEqual([
      { action: 'member.role_changed', actor: 'user', before: { role: 'member' }, after: { role: 'auditor' } },
    ]);
  });

  it('who are removed are refused at once, cannot log in, free their license, and remain the authors of their actions', async () => {
    const tenant = await service.addTenant('Delta', 'STARTER');
    const userId = await idOf(tenant, tenant.emails.auditor);
    await service.database.query(
      `insert into assessments (id, tenant_id, universal_no, status, assessed_by)
       select gen_random_uuid(), $1, min(no), 'compliant', $2 from catalogue_universal_controls`,
      [tenant.tenantId, userId],
    );
    expect(await remove(tenant.admin, userId)).toBeNull();
    expect((await tenant.auditor.get('/api/org/profile')).status).toBe(401);
    const login = await service.anonymous.post('/api/auth/login', { email: tenant.emails.auditor, password: PASSWORD });
    expect(login.body).toMatchObject({ error: { code: 'INVALID_CREDENTIALS' } });
    expect(await listOf(tenant.admin)).toHaveLength(2);
    expect(await tenant.admin.rest('/api/org/profile')).toMatchObject({ usage: { users: 2 } });
    const [stored] = await service.database.query('select assessed_by from assessments where tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(stored).toEqual({ assessed_by: userId });
    expect((await auditOf(service, tenant.tenantId)).at(-1)).toMatchObject({
      action: 'member.removed',
      before: { email: tenant.emails.auditor, role: 'auditor' },
    });
    expect(await remove(tenant.admin, userId)).toBe('NOT_FOUND');
    expect(await setRole(tenant.admin, userId, 'member')).toBe('NOT_FOUND');
  });

  it('who are removed free their address for a new account', async () => {
    const tenant = await service.addTenant('Epsilon', 'STARTER');
    await remove(tenant.admin, await idOf(tenant, tenant.emails.member));
    const users = [{ email: tenant.emails.member, name: 'Anew', role: 'admin' as const, password: PASSWORD }];
    const made = await service.app.tenants.create({ name: 'Zeta', tier: 'STARTER', frameworks: null, users });
    const login = await service.anonymous.post('/api/auth/login', { email: tenant.emails.member, password: PASSWORD });
    expect(login.body).toMatchObject({ data: { tenant: { tenant_id: made.tenantId } } });
  });

  it('include at least one admin, who can be neither removed nor demoted', async () => {
    const tenant = await service.addTenant('Eta', 'STARTER');
    const adminId = await idOf(tenant, tenant.emails.admin);
    expect(await remove(tenant.admin, adminId)).toBe('CONFLICT');
    expect(await setRole(tenant.admin, adminId, 'member')).toBe('CONFLICT');
    const other = await idOf(tenant, tenant.emails.member);
    await setRole(tenant.admin, other, 'admin');
    expect(await remove(tenant.admin, adminId)).toBeNull();
    expect(await setRole(tenant.member, other, 'auditor')).toBe('CONFLICT');
  });

  it('include at least one admin after every item of a call', async () => {
    const tenant = await service.addTenant('Kappa', 'STARTER');
    const [first, second] = [await idOf(tenant, tenant.emails.admin), await idOf(tenant, tenant.emails.member)];
    expect(
      await setRoles(tenant.admin, [
        [second, 'admin'],
        [first, 'admin'],
        [second, 'member'],
        [first, 'member'],
      ]),
    ).toEqual([null, null, null, 'CONFLICT']);
    expect((await listOf(tenant.admin, '?role=admin')).map(({ id }) => id)).toEqual([first]);
  });

  it('are changed by no item after the one that takes the caller’s own role', async () => {
    const tenant = await service.addTenant('Lambda', 'STARTER');
    const [first, second] = [await idOf(tenant, tenant.emails.admin), await idOf(tenant, tenant.emails.member)];
    const changes: [string, string][] = [
      [second, 'admin'],
      [first.toUpperCase(), 'auditor'],
      [second, 'auditor'],
      [first, 'admin'],
    ];
    expect(await setRoles(tenant.admin, changes)).toEqual([null, null, 'FORBIDDEN', 'FORBIDDEN']);
    expect((await listOf(tenant.member, '?role=admin')).map(({ id }) => id)).toEqual([second]);
  });

  it.each(['demote', 'remove'])('include at least one admin when two %s each other concurrently', async (how) => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await service.addTenant(`Theta-${how}-${round}`, 'STARTER');
      const [first, second] = [await idOf(tenant, tenant.emails.admin), await idOf(tenant, tenant.emails.member)];
      await setRole(tenant.admin, second, 'admin');
      const act = (client: Client, userId: string) =>
        how === 'demote' ? setRole(client, userId, 'auditor') : remove(client, userId);
      await Promise.all([act(tenant.admin, second), act(tenant.member, first)]);
      const [left] = await service.database.query<{ admins: number }>(
        `select count(*)::int as admins from users where tenant_id = $1 and role = 'admin' and removed_at is null`,
        [tenant.tenantId],
      );
      expect(left?.admins).toBe(1);
    }
  });

  it.each([
    ['removed', 4403, 'UNAUTHENTICATED', 'Token withdrawn'],
    ['given another role', 4410, 'UNAVAILABLE', 'Permissions changed'],
  ])('who are %s lose their open connections within 5 seconds', async (how, expected, error, message) => {
    const tenant = await service.addTenant(`Iota-${how.length}`, 'STARTER');
    const userId = await idOf(tenant, tenant.emails.auditor);
    const socket = await Socket.connect(service.baseUrl, tenant.auditor.token);
    const stream = await EventStream.open(tenant.auditor, WATCH);
    await stream.first();
    const changedAt = Date.now();
    if (how === 'removed') await remove(tenant.admin, userId);
    else await setRole(tenant.admin, userId, 'member');
    const [{ code, at }, { at: streamAt }] = await Promise.all([socket.closed, stream.ended]);
    expect(code).toBe(expected);
    expect(stream.end).toEqual({ code: error, closeCode: expected, message });
    expect(Math.max(at, streamAt) - changedAt).toBeLessThan(5_000);
  });
});

/** Error code of an operation, or null. */
async function codeOf(client: Client, document: string, variables: Record<string, unknown>): Promise<string | null> {
  const { body } = await client.graphql(document, variables);
  return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code ?? null;
}
