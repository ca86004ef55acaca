import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { anyOf } from '../support/any-of.js';
import { createKey } from '../support/api-keys.js';
import {
  createPerson,
  Directory,
  ERROR_SCHEMA,
  GROUP_SCHEMA,
  memberOf,
  patchOf,
  REVOKE_SCIM_TOKEN,
  setGroups,
  USER_SCHEMA,
} from '../support/scim.js';
import { holdDomains } from '../support/held-domains.js';
import { startService, type TestService } from '../support/service.js';

describe('SCIM', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const connected = async (name: string, ...domains: string[]) => {
    const tenant = await service.addTenant(name, 'ENTERPRISE');
    await holdDomains(service.database, tenant.tenantId, `${name.toLowerCase()}.example`, ...domains);
    return { tenant, directory: await Directory.of(tenant.admin, 'Okta') };
  };

  it('counts an answer by its size, a unit for each 64 KiB', async () => {
    const { directory } = await connected('Large');
    const people = await Promise.all(
      Array.from({ length: 60 }, (_, no) => createPerson(directory, `person-${no}-${'x'.repeat(40)}@large.example`)),
    );
    const members = people.map((value) => ({ value }));
    for (let no = 0; no < 20; no += 1) {
      const group = { schemas: [GROUP_SCHEMA], displayName: `Group ${no}`, members };
      expect(await directory.send('POST', '/Groups', group)).toMatchObject({ status: 201 });
    }
    const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
    const before = left(await directory.get('/ServiceProviderConfig'));
    const answer = await directory.get('/Groups');
    const units = Math.floor(Buffer.byteLength(JSON.stringify(answer.body)) / 65_536);
    expect(units).toBeGreaterThan(1);
    expect(before - left(answer)).toBe(units);
  });

  it('does what Okta asks of users: look up, create, read, replace, deactivate, reactivate', async () => {
    const { tenant, directory } = await connected('Okta', 'okta.local');
    expect((await directory.get('/Users?startIndex=1&count=2')).body).toMatchObject({
      totalResults: 3,
      itemsPerPage: 2,
    });
    const search = `/Users?filter=${encodeURIComponent('userName eq "test.user@okta.local"')}&startIndex=1&count=100`;
    expect((await directory.get(search)).body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const sent = {
      schemas: [USER_SCHEMA],
      userName: 'test.user@okta.local',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const created = await directory.send('POST', '/Users', sent);
    const id = created.body.id as string;
    const location = `${service.baseUrl}/scim/v2/Users/${id}`;
    expect(created.status).toBe(201);
    expect(created.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(created.headers.get('location')).toBe(location);
    expect(created.body).toEqual({
      schemas: [USER_SCHEMA],
      id,
      externalId: '00ujl29u0le5T6Aj10h7',
      userName: 'test.user@okta.local',
      name: { givenName: 'Test', familyName: 'User' },
      displayName: 'Test User',
      emails: [{ value: 'test.user@okta.local', type: 'work', primary: true }],
      active: true,
      meta: { resourceType: 'User', created: anyOf(String), lastModified: anyOf(String), location },
    });
    expect(await memberOf(tenant, 'test.user@okta.local')).toMatchObject({
      name: 'Test User',
      role: 'member',
      managedBy: { kind: 'scim', name: 'Okta' },
    });
    expect((await directory.get(search)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect((await directory.get(`/Users/${id}`)).body).toEqual(created.body);
    const again = await directory.send('POST', '/Users', sent);
    expect(again).toMatchObject({
      status: 409,
      body: { schemas: [ERROR_SCHEMA], status: '409', scimType: 'uniqueness' },
    });
    const replaced = await directory.send('PUT', `/Users/${id}`, {
      ...sent,
      id,
      name: { givenName: 'Another', familyName: 'User' },
      displayName: 'Another User',
      emails: [{ primary: true, value: 'another@okta.local', type: 'work' }],
    });
    expect(replaced).toMatchObject({ status: 200, body: { id, name: { givenName: 'Another' } } });
    expect(await memberOf(tenant, 'another@okta.local')).toMatchObject({ id, name: 'Another User' });
    const off = await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
    expect(off).toMatchObject({ status: 200, body: { id, active: false, displayName: 'Another User' } });
    expect(await memberOf(tenant, 'another@okta.local')).toBeUndefined();
    expect((await directory.get(`/Users/${id}`)).body).toMatchObject({ active: false });
    const on = await directory.send('PUT', `/Users/${id}`, { ...sent, id, active: true });
    expect(on.body).toMatchObject({ active: true });
    expect(await memberOf(tenant, 'test.user@okta.local')).toMatchObject({ id, role: 'member' });
  });

  it('does what Entra asks of users: paths with filters, False as text, unknown attributes, deletion', async () => {
    const { tenant, directory } = await connected('Entra', 'testuser.com');
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const created = await directory.send('POST', '/Users', {
      schemas: [USER_SCHEMA, enterprise],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Test_User_ab6490ee@testuser.com',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
      [enterprise]: { department: 'Engines' },
    });
    expect(created.status).toBe(201);
    const id = created.body.id as string;
    for (const text of [
      'userName eq "test_user_AB6490ee@testuser.com"',
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
      `id eq "${id}" and userName eq "Test_User_ab6490ee@testuser.com"`,
      'emails[type eq "work"].value eq "Test_User_fd0ea19b@testuser.com"',
    ]) {
      expect((await directory.get(`/Users?filter=${encodeURIComponent(text)}`)).body).toMatchObject({
        totalResults: 1,
        Resources: [{ id }],
      });
    }
    expect(
      (await directory.get(`/Users?filter=${encodeURIComponent('userName eq "non-existent user"')}`)).body,
    ).toMatchObject({
      totalResults: 0,
    });
    const changed = await directory.send(
      'PATCH',
      `/Users/${id}`,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@testuser.com' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Looms' },
        { op: 'Replace', path: 'userName', value: 'renamed@testuser.com' },
      ),
    );
    expect(changed).toMatchObject({
      status: 200,
      body: {
        userName: 'renamed@testuser.com',
        name: { familyName: 'updatedFamilyName' },
        emails: [{ value: 'updated@testuser.com' }],
      },
    });
    expect(await memberOf(tenant, 'updated@testuser.com')).toMatchObject({ id });
    const off = await directory.send(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'Replace', path: 'active', value: 'False' }),
    );
    expect(off.body).toMatchObject({ active: false });
    expect(await memberOf(tenant, 'updated@testuser.com')).toBeUndefined();
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await directory.get(`/Users/${id}`)).status).toBe(404);
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(404);
    const trail = await service.database.query<{ action: string }>(
      `select action from audit_log where tenant_id = $1 and actor_type = 'identity_provider' order by sequence`,
      [tenant.tenantId],
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'member.provisioned',
      'member.updated',
      'member.directory_names_changed',
      'member.deactivated',
      'member.released',
    ]);
  });

  it('links a member who was there before by address, and leaves their role until a group decides it', async () => {
    const { tenant, directory } = await connected('Linked');
    const found = await directory.get(`/Users?filter=${encodeURIComponent(`userName eq "${tenant.emails.auditor}"`)}`);
    const [user] = found.body.Resources as { id: string; active: boolean }[];
    expect(user).toMatchObject({ userName: tenant.emails.auditor, displayName: 'Linked auditor', active: true });
    await directory.send(
      'PATCH',
      `/Users/${user?.id ?? ''}`,
      patchOf({ op: 'replace', value: { externalId: '7', displayName: 'Linked' } }),
    );
    expect(await memberOf(tenant, tenant.emails.auditor)).toMatchObject({
      name: 'Linked',
      role: 'auditor',
      managedBy: { kind: 'scim' },
    });
    expect((await tenant.auditor.get('/api/org/profile')).status).toBe(200);
    const { scimTokens } = await tenant.admin.data<{ scimTokens: { id: string }[] }>('{ scimTokens { id } }');
    await tenant.admin.data(REVOKE_SCIM_TOKEN, { input: { scimTokenId: scimTokens[0]?.id } });
    expect(await memberOf(tenant, tenant.emails.auditor)).toMatchObject({ managedBy: null });
  });

  it('does what both ask of groups, whose members have the highest role of their groups', async () => {
    const { tenant, directory } = await connected('Groups');
    const [ada, grace] = [
      await createPerson(directory, 'ada@groups.example'),
      await createPerson(directory, 'grace@groups.example'),
    ];
    await setGroups(tenant, { Compliance: 'auditor', Owners: 'admin' });
    const roleOf = async (name: string) => (await memberOf(tenant, `${name}@groups.example`))?.role;
    const post = await directory.send('POST', '/Groups', {
      schemas: [GROUP_SCHEMA, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'compliance',
      members: [{ value: ada, display: 'ada' }],
      meta: { resourceType: 'Group' },
    });
    expect(post).toMatchObject({
      status: 201,
      body: { displayName: 'compliance', members: [{ value: ada, display: 'ada@groups.example' }] },
    });
    expect(await roleOf('ada')).toBe('auditor');
    const id = post.body.id as string;
    expect((await directory.get(`/Groups/${id}?excludedAttributes=members`)).body).not.toHaveProperty('members');
    const search = `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Compliance"')}`;
    expect((await directory.get(search)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const change = (...operations: object[]) => directory.send('PATCH', `/Groups/${id}`, patchOf(...operations));
    expect((await change({ op: 'Add', path: 'members', value: [{ $ref: null, value: grace }] })).status).toBe(204);
    expect(await roleOf('grace')).toBe('auditor');
    await change({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ada }] });
    expect(await roleOf('ada')).toBe('member');
    await change(
      { op: 'remove', path: `members[value eq "${grace}"]` },
      { op: 'add', path: 'members', value: [{ value: ada }] },
    );
    expect([await roleOf('ada'), await roleOf('grace')]).toEqual(['auditor', 'member']);
    const owners = await directory.send('POST', '/Groups', { displayName: 'Owners', members: [{ value: ada }] });
    expect(await roleOf('ada')).toBe('admin');
    await change({ op: 'replace', value: { id, displayName: 'Cooks' } });
    expect((await directory.send('DELETE', `/Groups/${owners.body.id as string}`)).status).toBe(204);
    expect(await roleOf('ada')).toBe('member');
    const put = await directory.send('PUT', `/Groups/${id}`, {
      displayName: 'Compliance',
      members: [{ value: grace }],
    });
    expect(put).toMatchObject({ status: 200, body: { members: [{ value: grace }] } });
    await setGroups(tenant, { Compliance: 'admin' }, 'auditor');
    expect([await roleOf('ada'), await roleOf('grace')]).toEqual(['auditor', 'admin']);
    expect((await directory.send('POST', '/Groups', { displayName: 'COMPLIANCE' })).body).toMatchObject({
      scimType: 'uniqueness',
    });
    expect((await directory.get('/Groups?startIndex=1&count=100')).body).toMatchObject({ totalResults: 1 });
  });

  it('never takes the last admin from an organization', async () => {
    const { tenant, directory } = await connected('Last');
    const { id } = (await memberOf(tenant, tenant.emails.admin)) ?? { id: '' };
    const off = await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
    expect(off).toMatchObject({ status: 409, body: { status: '409' } });
    expect(off.body).not.toHaveProperty('scimType');
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(409);
    await setGroups(tenant, { Cooks: 'member' });
    await directory.send('POST', '/Groups', { displayName: 'Cooks', members: [{ value: id }] });
    expect(await memberOf(tenant, tenant.emails.admin)).toMatchObject({ role: 'admin', managedBy: { kind: 'scim' } });
  });

  it('ends the session, the key, the socket and the stream of who is deactivated within 5 seconds', async () => {
    const { tenant, directory } = await connected('Ended');
    const { id } = (await memberOf(tenant, tenant.emails.auditor)) ?? { id: '' };
    const { key } = await createKey(tenant.auditor);
    const socket = await Socket.connect(service.baseUrl, tenant.auditor.token);
    const stream = await EventStream.open(tenant.auditor, 'subscription { scansChanged { id } }');
    await stream.first();
    const at = Date.now();
    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }));
    expect((await tenant.auditor.get('/api/org/profile')).status).toBe(401);
    expect((await service.anonymous.get('/api/org/profile', { authorization: `Bearer ${key}` })).status).toBe(401);
    const [closed, ended] = await Promise.all([socket.closed, stream.ended]);
    expect(closed.code).toBe(4403);
    expect(Math.max(closed.at, ended.at) - at).toBeLessThan(5_000);
  });

  it('decides no role any more after its token is revoked', async () => {
    const { tenant, directory } = await connected('Gone');
    const ada = await createPerson(directory, 'ada@gone.example');
    await directory.send('POST', '/Groups', { displayName: 'Ops', members: [{ value: ada }] });
    const { scimTokens } = await tenant.admin.data<{ scimTokens: { id: string }[] }>('{ scimTokens { id } }');
    await tenant.admin.data(REVOKE_SCIM_TOKEN, { input: { scimTokenId: scimTokens[0]?.id } });
    await setGroups(tenant, { Ops: 'admin' });
    expect(await memberOf(tenant, 'ada@gone.example')).toMatchObject({ role: 'member' });
  });

  it('ends with the membership of the admin who created its token', async () => {
    const { tenant } = await connected('Left');
    const { id: userId } = (await memberOf(tenant, tenant.emails.auditor)) ?? { id: '' };
    await tenant.admin.data('mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
      input: { userId, role: 'admin' },
    });
    const directory = await Directory.of(tenant.auditor);
    expect((await directory.get('/Users')).status).toBe(200);
    await tenant.admin.data('mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }', {
      input: { userId },
    });
    expect((await directory.get('/Users')).status).toBe(401);
  });
});
