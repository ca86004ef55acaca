import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewTenant } from '../../src/modules/organizations/tenant.service.js';
import { Client } from '../support/client.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';

describe('the creation of an organization', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const make = (tenant: Partial<NewTenant>) =>
    service.app.tenants.create({ name: 'Novum', tier: 'STARTER', frameworks: null, users: [], ...tenant });
  const user = (email: string) => ({ email, name: 'Somebody', role: 'admin' as const, password: PASSWORD });

  it('sets the given frameworks, in the order of the specification', async () => {
    const { tenantId } = await make({
      frameworks: ['nist-csf', 'soc2'],
      users: [user('first@new.example')],
    });
    const client = await logIn('first@new.example');
    expect(await client.rest('/api/org/profile')).toMatchObject({ tenant_id: tenantId, usage: { frameworks: 2 } });
    const frameworks = await client.rest<{ slug: string }[]>('/api/compliance/frameworks');
    expect(frameworks.map(({ slug }) => slug)).toEqual(['soc2', 'nist-csf']);
  });

  it.each([
    ['a framework that its tier does not have', { frameworks: ['hipaa'] }],
    ['more frameworks than its tier allows', { frameworks: ['soc2', 'iso27001', 'nist-csf'] }],
    ['a framework of a higher tier', { tier: 'PROFESSIONAL' as const, frameworks: ['hitrust'] }],
  ])('is refused with %s', async (_what, tenant) => {
    await expect(make(tenant)).rejects.toMatchObject({ code: 'LICENSE_LIMIT_REACHED', status: 403 });
  });

  it.each([
    ['the same address', 'admin@alpha.example'],
    ['the same address in another case', 'ADMIN@Alpha.Example'],
  ])('is refused for a user of %s as an existing one', async (_what, email) => {
    await expect(make({ users: [user(email)] })).rejects.toMatchObject({ code: 'CONFLICT', status: 409 });
  });

  it('invites an existing account like an unknown address, and is refused for an invalid one', async () => {
    const { registrationUrl } = await make({ invitee: 'ADMIN@alpha.example' });
    expect(registrationUrl).toMatch(/\/register\?token=[\w-]{43}$/);
    await expect(make({ invitee: 'nobody' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is refused for more users than its tier allows', async () => {
    const users = Array.from({ length: 6 }, (_, no) => user(`crowd${no}@new.example`));
    await expect(make({ users })).rejects.toMatchObject({ code: 'LICENSE_LIMIT_REACHED' });
  });

  it('leaves no data when it is refused', async () => {
    const counts = () =>
      service.database.query<{ tenants: number; users: number; postures: number }>(
        `select (select count(*)::int from tenants) as tenants, (select count(*)::int from users) as users,
           (select count(*)::int from postures) as postures`,
      );
    const before = await counts();
    await expect(make({ users: [user('fine@new.example'), user('admin@beta.example')] })).rejects.toThrow();
    await expect(make({ users: [user('twice@new.example'), user('Twice@new.example')] })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(make({ name: '', users: [user('fine@new.example')] })).rejects.toThrow();
    expect(await counts()).toEqual(before);
  });

  it.each([
    ['no address', { ...user('x'), email: 'not an address' }],
    ['no name', { ...user('x@new.example'), name: ' ' }],
    ['a short password', { ...user('x@new.example'), password: 'short' }],
    ['a password that is guessed first', { ...user('x@new.example'), password: 'Password12345' }],
    ['the organization’s name for a password', { ...user('x@new.example'), password: 'Novum Novum 1' }],
  ])('is refused for a user with %s', async (_what, somebody) => {
    await expect(make({ users: [somebody] })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('succeeds for one of two with the same address', async () => {
    const both = await Promise.allSettled([
      make({ users: [user('race@new.example')] }),
      make({ users: [user('RACE@new.example')] }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
  });

  async function logIn(email: string) {
    const { body } = await service.anonymous.post('/api/auth/login', { email, password: PASSWORD });
    const { access_token: token } = (body as { data: { access_token: string } }).data;
    return new Client(service.baseUrl, token);
  }
});
