import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { auditOf } from './audit-rows.js';

const RENAME = 'mutation ($input: UpdateMeInput!) { updateMe(input: $input) { member { id name } } }';

describe('the own name', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const rename = (client: Client, name: string) => client.graphql(RENAME, { input: { name } });
  const named = async (client: Client) => (await client.data<{ me: { name: string } }>('{ me { name } }')).me.name;

  it('is changed by its owner in any role, trimmed, with an audit entry, and seen by the others', async () => {
    const { auditor, admin, tenantId } = service.a;
    const { body } = await rename(auditor, '  Ada Lovelace ');
    expect(body).toMatchObject({ data: { updateMe: { member: { name: 'Ada Lovelace' } } } });
    expect(await named(auditor)).toBe('Ada Lovelace');
    const members = await admin.rest<{ name: string }[]>('/api/org/members');
    expect(members.map(({ name }) => name)).toContain('Ada Lovelace');
    expect((await auditOf(service, tenantId)).filter(({ action }) => action === 'member.updated')).toEqual([
      { action: 'member.updated', actor: 'user', before: { name: 'Alpha auditor' }, after: { name: 'Ada Lovelace' } },
    ]);
    await rename(auditor, 'Ada Lovelace');
    expect((await auditOf(service, tenantId)).filter(({ action }) => action === 'member.updated')).toHaveLength(1);
  });

  it.each(['', '   ', 'x'.repeat(201), 'two\nlines', 'bell\u0007'])('is refused as %j, and stays', async (name) => {
    const before = await named(service.a.member);
    const { body } = await rename(service.a.member, name);
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/name' }] } }],
    });
    expect(await named(service.a.member)).toBe(before);
  });

  it('cannot be changed where an identity provider manages the member', async () => {
    const { member, tenantId, emails } = service.b;
    await service.database.query(
      `with provider as (
         insert into identity_providers (id, tenant_id, kind, name, created_at)
         values (gen_random_uuid(), $1, 'oidc', 'Sign-on', now()) returning id)
       update users set managed_by = provider.id from provider where tenant_id = $1 and email = $2`,
      [tenantId, emails.member],
    );
    const { body } = await rename(member, 'Somebody else');
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
    expect(await named(member)).toBe('Beta member');
  });
});
