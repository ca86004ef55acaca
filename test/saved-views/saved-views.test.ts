import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { SAVE, saveView } from './saved-views.js';

const LIST = 'query ($list: SavedList!) { savedViews(list: $list) { id list name filter } }';
const DELETE = 'mutation ($input: DeleteSavedViewInput!) { deleteSavedView(input: $input) { savedView { name } } }';
const VIEW = { list: 'findings', name: 'Public buckets', filter: { status: 'fail', q: 'public' } };

describe('a saved view', () => {
  let service: TestService;
  let tenant: TestTenant;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    tenant = await service.addTenant(`Viewing${(tenants += 1)}`, 'ENTERPRISE');
  });

  const views = async (client: Client, list = 'findings') =>
    (await client.data<{ savedViews: { id: string; name: string; filter: object }[] }>(LIST, { list })).savedViews;
  const refusal = async (query: string, input: object) =>
    ((await tenant.member.graphql(query, { input })).body as { errors?: { extensions: object }[] }).errors?.[0]
      ?.extensions;

  it('is listed by name for its list, and for nobody else', async () => {
    const id = await saveView(tenant.member, VIEW);
    await saveView(tenant.member, { ...VIEW, name: 'Old', filter: {} });
    await saveView(tenant.member, { list: 'work_items', name: 'Mine', filter: { whose: 'mine' } });
    expect(await views(tenant.member)).toEqual([
      { id: expect.any(String) as string, list: 'findings', name: 'Old', filter: {} },
      { id, ...VIEW },
    ]);
    expect(await views(tenant.admin)).toEqual([]);
  });

  it('replaces one of the same name', async () => {
    const id = await saveView(tenant.member, VIEW);
    expect(await saveView(tenant.member, { ...VIEW, name: ' Public buckets ', filter: { severity: 'high' } })).toBe(id);
    expect(await views(tenant.member)).toMatchObject([{ id, filter: { severity: 'high' } }]);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'n'.repeat(101) }],
    ['filter', { filter: { q: ['a'] } }],
    ['filter', { filter: { q: 'a'.repeat(501) } }],
    ['filter', { filter: Object.fromEntries(Array.from({ length: 21 }, (_, no) => [`n${no}`, 1])) }],
  ])('is refused with %s named: %j', async (field, changes) => {
    const found = (await refusal(SAVE, { ...VIEW, ...changes })) as { code: string; details: { field: string }[] };
    expect(found.code).toBe('VALIDATION_FAILED');
    expect(found.details.every((each) => each.field.startsWith(`/${field}`))).toBe(true);
    expect(await views(tenant.member)).toEqual([]);
  });

  it('is one of at most 20 of a list', async () => {
    for (let no = 0; no < 20; no += 1) await saveView(tenant.member, { ...VIEW, name: `View ${no}` });
    expect(await refusal(SAVE, VIEW)).toMatchObject({ code: 'CONFLICT' });
    await saveView(tenant.member, { ...VIEW, name: 'View 7' });
    await saveView(tenant.member, { ...VIEW, list: 'resources' });
  });

  it('is deleted by its owner alone', async () => {
    const savedViewId = await saveView(tenant.admin, VIEW);
    expect(await refusal(DELETE, { savedViewId })).toMatchObject({ code: 'NOT_FOUND' });
    await tenant.admin.data(DELETE, { input: { savedViewId } });
    expect(await views(tenant.admin)).toEqual([]);
  });
});
