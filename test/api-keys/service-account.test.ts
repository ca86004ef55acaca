import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, createServiceAccount, CREATE_API_KEY, REVOKE_API_KEY } from '../support/api-keys.js';
import { anyOf } from '../support/any-of.js';
import { Client } from '../support/client.js';
import { sentMails } from '../notices/mails.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';

const LIST = '{ serviceAccounts { id name role status activeKeys responsible { name } createdBy { name } } }';
const CREATE =
  'mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { serviceAccount { id } } }';
const UPDATE =
  'mutation ($input: UpdateServiceAccountInput!) { updateServiceAccount(input: $input) { serviceAccount { id } } }';
const DISABLE =
  'mutation ($input: DisableServiceAccountInput!) { disableServiceAccount(input: $input) { serviceAccount { status activeKeys } } }';
const REMOVE = 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }';

interface Account {
  id: string;
  name: string;
  role: string | null;
  status: string;
  activeKeys: number;
  responsible: { name: string };
  createdBy: { name: string };
}

describe('service accounts', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const withKey = (key: string) => new Client(service.baseUrl, key);
  const list = async (client: Client) => (await client.data<{ serviceAccounts: Account[] }>(LIST)).serviceAccounts;
  const idOf = async (client: Client) => (await client.data<{ me: { id: string } }>('{ me { id } }')).me.id;
  const status = async (key: string) => (await withKey(key).get('/api/org/profile')).status;
  const mayRead = async (key: string, path: string) => (await withKey(key).get(path)).status === 200;

  it('are made for keys that name none, with the role of the creator', async () => {
    const { member } = await service.addTenant('Gamma', 'STARTER');
    await createKey(member);
    await createKey(member);
    expect(await list(member)).toEqual([
      {
        id: anyOf(String),
        name: 'Keys of Gamma member',
        role: null,
        status: 'active',
        activeKeys: 2,
        responsible: { name: 'Gamma member' },
        createdBy: { name: 'Gamma member' },
      },
    ]);
  });

  it('give their role to their keys, as far as the creator of the key has it', async () => {
    const { admin, tenantId, emails } = await service.addTenant('Delta', 'STARTER');
    const asMember = await createKey(admin, {
      serviceAccountId: await createServiceAccount(admin, { role: 'member' }),
    });
    const asAdmin = await createKey(admin, { serviceAccountId: await createServiceAccount(admin, { role: 'admin' }) });
    expect(await mayRead(asMember.key, '/api/org/members')).toBe(false);
    expect(await mayRead(asAdmin.key, '/api/webhooks')).toBe(true);
    const setRole = (role: string) =>
      service.database.query('update users set role = $1 where tenant_id = $2 and email = $3', [
        role,
        tenantId,
        emails.admin,
      ]);
    await setRole('auditor');
    expect(await mayRead(asAdmin.key, '/api/webhooks')).toBe(false);
    expect(await mayRead(asAdmin.key, '/api/org/members')).toBe(true);
    // An auditor is no member: neither role contains the other.
    expect(await status(asMember.key)).toBe(401);
    await setRole('admin');
    expect(await status(asMember.key)).toBe(200);
  });

  it('have no role that their creator does not have', async () => {
    const { body } = await service.a.member.graphql(CREATE, { input: { name: 'Climber', role: 'admin' } });
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/role' }] } }],
    });
    const id = await createServiceAccount(service.a.admin, { role: 'auditor' });
    await service.a.admin.data(UPDATE, {
      input: { serviceAccountId: id, responsibleId: await idOf(service.a.member) },
    });
    const refused = await service.a.member.graphql(CREATE_API_KEY, { input: { name: 'x', serviceAccountId: id } });
    expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
  });

  it('are seen and used by admins and the responsible person alone', async () => {
    const { admin, auditor, member } = await service.addTenant('Epsilon', 'STARTER');
    const id = await createServiceAccount(auditor);
    const sees = async (client: Client) => (await list(client)).some((account) => account.id === id);
    expect([await sees(admin), await sees(auditor), await sees(member)]).toEqual([true, true, false]);
    const refused = await member.graphql(CREATE_API_KEY, { input: { name: 'x', serviceAccountId: id } });
    expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    const { key, apiKey } = await createKey(admin, { serviceAccountId: id });
    expect((await auditor.graphql(REVOKE_API_KEY, { input: { apiKeyId: apiKey.id } })).text).toContain('revoked');
    expect(await status(key)).toBe(401);
  });

  it('are disabled with all their keys, for good', async () => {
    const { admin } = await service.addTenant('Zeta', 'STARTER');
    const id = await createServiceAccount(admin);
    const { key } = await createKey(admin, { serviceAccountId: id });
    const other = await createKey(admin);
    expect(await status(key)).toBe(200);
    expect(await admin.data(DISABLE, { input: { serviceAccountId: id } })).toEqual({
      disableServiceAccount: { serviceAccount: { status: 'disabled', activeKeys: 0 } },
    });
    expect(await status(key)).toBe(401);
    expect(await status(other.key)).toBe(200);
    const refused = await admin.graphql(CREATE_API_KEY, { input: { name: 'x', serviceAccountId: id } });
    expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
  });

  it('pass to the admin who removes their person, while keys that the person created end', async () => {
    const tenant = await service.addTenant('Eta', 'STARTER');
    const { admin, auditor } = tenant;
    const id = await createServiceAccount(auditor, { name: 'Evidence robot' });
    const theirs = await createKey(auditor, { serviceAccountId: id });
    const admins = await createKey(admin, { serviceAccountId: id });
    await admin.data(REMOVE, { input: { userId: await idOf(auditor) } });
    expect([await status(theirs.key), await status(admins.key)]).toEqual([401, 200]);
    expect((await list(admin)).find((account) => account.id === id)).toMatchObject({
      responsible: { name: 'Eta admin' },
      createdBy: { name: 'Eta auditor' },
      activeKeys: 1,
    });
    const mail = await mailTo(tenant.emails.admin, 'another responsible person');
    expect(mail).toContain('Eta auditor was removed');
    expect(mail).toContain('Evidence robot');
  });

  it('notify the creator and the admins of a new key by mail, without the key', async () => {
    const tenant: TestTenant = await service.addTenant('Theta', 'STARTER');
    const { key } = await createKey(tenant.member, { name: 'Nightly', scopes: ['scan'] });
    for (const address of [tenant.emails.member, tenant.emails.admin]) {
      const mail = await mailTo(address, 'API key was created');
      expect(mail).toContain(
        'Theta member (member@theta.example) in Theta: an API key was created, by the account itself',
      );
      expect(mail).toContain('read, scan');
      expect(mail).not.toContain(key.slice(13));
    }
  });

  /** The mail to an address with these words, once it is delivered, without the line breaks of its encoding. */
  function mailTo(address: string, words: string): Promise<string> {
    return eventually(async () => {
      const found = (await sentMails(service)).map((mail) => mail.replaceAll(/\r?\n/g, ' '));
      return found.find((mail) => mail.includes(`To: ${address}`) && mail.includes(words)) ?? null;
    });
  }
});
