import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyOf } from '../support/any-of.js';
import { createKey } from '../support/api-keys.js';
import {
  createPerson,
  createScimToken,
  Directory,
  ERROR_SCHEMA,
  GROUP_SCHEMA,
  memberOf,
  patchOf,
  person,
  REVOKE_SCIM_TOKEN,
  setGroups,
  USER_SCHEMA,
} from '../support/scim.js';
import { holdDomains } from '../support/held-domains.js';
import { startService, type TestService } from '../support/service.js';

describe('access to SCIM', () => {
  let service: TestService;
  let directory: Directory;

  beforeAll(async () => {
    service = await startService();
    directory = await Directory.of(service.a.admin);
  });
  afterAll(() => service.stop());

  const connected = async (name: string) => {
    const tenant = await service.addTenant(name, 'ENTERPRISE');
    await holdDomains(service.database, tenant.tenantId, `${name.toLowerCase()}.example`);
    return { tenant, directory: await Directory.of(tenant.admin, 'Okta') };
  };

  it('shows and changes nothing of another organization', async () => {
    const { tenant, directory } = await connected('Mine');
    const other = await connected('Theirs');
    const [user, random] = [await createPerson(other.directory, 'ada@theirs.example'), randomUUID()];
    const group = (await other.directory.send('POST', '/Groups', { displayName: 'Cooks', members: [{ value: user }] }))
      .body.id as string;
    const before = await service.database.query('select * from scim_users natural join scim_group_members');
    const mine = (await directory.send('POST', '/Groups', { displayName: 'Cooks' })).body.id as string;
    for (const id of [user, random]) {
      expect((await directory.get(`/Users/${id}`)).status).toBe(404);
      expect((await directory.get(`/Users?filter=${encodeURIComponent(`id eq "${id}"`)}`)).body).toMatchObject({
        totalResults: 0,
      });
      expect((await directory.send('PUT', `/Users/${id}`, person('x@mine.example'))).status).toBe(404);
      expect(
        (await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false })))
          .status,
      ).toBe(404);
      expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(404);
      const added = await directory.send(
        'PATCH',
        `/Groups/${mine}`,
        patchOf({ op: 'add', path: 'members', value: [{ value: id }] }),
      );
      expect(added).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue', detail: 'members has a value that is no user' },
      });
    }
    for (const id of [group, random]) {
      expect((await directory.get(`/Groups/${id}`)).status).toBe(404);
      expect((await directory.send('PATCH', `/Groups/${id}`, patchOf({ op: 'remove', path: 'members' }))).status).toBe(
        404,
      );
      expect((await directory.send('DELETE', `/Groups/${id}`)).status).toBe(404);
    }
    expect(await service.database.query('select * from scim_users natural join scim_group_members')).toEqual(before);
    // An address elsewhere is refused in the words of one that is none.
    const taken = await directory.send('POST', '/Users', person('ada@theirs.example'));
    expect(taken).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect((await directory.send('POST', '/Users', person('no address'))).body).toEqual(taken.body);
    expect(await memberOf(tenant, 'ada@theirs.example')).toBeUndefined();
  });

  it('opens no path to a wrong, a revoked or another kind of credential, and nothing else to its token', async () => {
    const { tenant } = await connected('Token');
    const { token, scimToken, baseUrl } = await createScimToken(tenant.admin, 'Second');
    expect(baseUrl).toBe(`${service.baseUrl}/scim/v2`);
    expect((await new Directory(service.baseUrl, token).get('/Users')).status).toBe(200);
    const { scimTokens } = await tenant.admin.data<{ scimTokens: { id: string; lastUsedAt: string | null }[] }>(
      '{ scimTokens { id lastUsedAt } }',
    );
    expect(scimTokens.find(({ id }) => id === scimToken.id)?.lastUsedAt).not.toBeNull();
    expect((await service.anonymous.get('/api/org/profile', { authorization: `Bearer ${token}` })).status).toBe(401);
    await tenant.admin.data(REVOKE_SCIM_TOKEN, { input: { scimTokenId: scimToken.id } });
    const wrong = [
      null,
      'scim_wrong',
      `${token.slice(0, -1)}0`,
      token,
      tenant.admin.token,
      (await createKey(tenant.admin)).key,
    ];
    const routes = service.app.scimRoutes;
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, path } of routes) {
      for (const credential of wrong) {
        const reply = await new Directory(service.baseUrl, credential).send(method, path.replace('{id}', randomUUID()));
        expect({ path, status: reply.status, schemas: reply.body.schemas }).toEqual({
          path,
          status: 401,
          schemas: [ERROR_SCHEMA],
        });
        expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      }
    }
    const stored = await service.database.query('select hash from scim_tokens where tenant_id = $1', [tenant.tenantId]);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('describes itself', async () => {
    expect((await directory.get('/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
    });
    expect((await directory.get('/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    expect((await directory.get('/ResourceTypes/User')).body).toMatchObject({
      endpoint: '/Users',
      schema: USER_SCHEMA,
    });
    expect((await directory.get('/Schemas')).body).toMatchObject({ totalResults: 2 });
    expect((await directory.get(`/Schemas/${GROUP_SCHEMA}`)).body).toMatchObject({ id: GROUP_SCHEMA });
    expect((await directory.get('/Schemas/none')).status).toBe(404);
  });

  it.each([
    ['GET', '/Nothing', undefined, 404, undefined],
    ['GET', '/Users/a/b', undefined, 404, undefined],
    ['GET', '/Users/%ff', undefined, 404, undefined],
    ['DELETE', '/Users', undefined, 405, undefined],
    ['GET', '/Users?filter=userName%20co%20%22a%22', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?count=many', undefined, 400, 'invalidValue'],
    ['POST', '/Users', '{', 400, 'invalidValue'],
    ['POST', '/Users', [], 400, 'invalidSyntax'],
    ['POST', '/Users', {}, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 7 }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'a@b.example', emails: 'x' }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'a'.repeat(401) }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'a\u0000@b.example' }, 400, 'invalidValue'],
    ['POST', '/Groups', { displayName: 'x\u0000' }, 400, 'invalidValue'],
    ['POST', '/Groups', { displayName: 'x\ud800' }, 400, 'invalidValue'],
    ['GET', '/Groups?filter=displayName%20eq%20%22a%00%22', undefined, 400, 'invalidFilter'],
    ['POST', '/Groups', { displayName: 'x', members: [{}] }, 400, 'invalidValue'],
    ['PATCH', '/Users/1', { Operations: 'x' }, 400, 'invalidSyntax'],
    ['PUT', '/Groups/1', undefined, 400, 'invalidSyntax'],
  ] as const)('refuses %s %s %j with %i, in its own form', async (method, path, body, status, scimType) => {
    const reply = await directory.send(method, path, body);
    expect(reply).toMatchObject({
      status,
      body: { schemas: [ERROR_SCHEMA], status: String(status), detail: anyOf(String) },
    });
    expect(reply.body.scimType).toBe(scimType);
    expect(reply.headers.get('content-type')).toContain('application/scim+json');
  });

  it('needs as many statements for a page and a group of many as for few', async () => {
    const { tenant, directory } = await connected('Many');
    await setGroups(tenant, { Few: 'auditor', Many: 'auditor' });
    const ids: string[] = [];
    for (let no = 0; no < 12; no += 1) ids.push(await createPerson(directory, `p${no}@many.example`));
    const count = async (work: () => Promise<unknown>) => {
      const before = service.statements.length;
      await work();
      return service.statements.length - before;
    };
    const list = (size: number) => count(() => directory.get(`/Users?count=${size}`));
    expect(await list(12)).toBe(await list(2));
    const group = (displayName: string, members: string[]) =>
      count(() => directory.send('POST', '/Groups', { displayName, members: members.map((value) => ({ value })) }));
    const few = await group('Few', ids.slice(0, 1));
    expect(await group('Many', ids.slice(1))).toBe(few);
    expect((await memberOf(tenant, 'p11@many.example'))?.role).toBe('auditor');
    const groups = (size: number) => count(() => directory.get(`/Groups?count=${size}`));
    expect(await groups(2)).toBe(await groups(1));
  });
});
