import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { codeOf } from '../exceptions/exceptions.js';
import type { Client } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { create } from './work-items.js';

const CONTROL = controlId('soc2', 'CC7.2');
const NOBODYS = '00000000-0000-4000-8000-000000000000';

const BY_DAY = `query ($after: String) {
  workItems(orderBy: due, first: 2, after: $after) { nodes { dueOn } pageInfo { hasNextPage endCursor } }
}`;

interface Page {
  nodes: { dueOn: string | null }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

interface Result {
  index: number;
  work_item: { id: string; state: string; due_on: string | null } | null;
  error: { code: string; pointer: string } | null;
}

describe('many work items', () => {
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService();
    tenant = service.a;
  });
  afterAll(() => service.stop());

  const item = async (title: string, dueOn: string | null = null) =>
    (await create(tenant.admin, { title, controlId: CONTROL, dueOn })).id;

  const bulk = async (body: object) => {
    const answer = await tenant.member.put('/api/work-items/bulk', body);
    return { status: answer.status, results: (answer.body as { data?: { results: Result[] } }).data?.results ?? [] };
  };

  it('are changed alike, answered item by item, and a refused one keeps back no other', async () => {
    const [first, second] = [await item('one'), await item('two')];
    const { results } = await bulk({
      work_item_ids: [first, NOBODYS, 'x', second],
      state: 'done',
      due_on: '2026-12-24',
    });
    expect(results.map(({ error }) => error?.code ?? null)).toEqual([null, 'NOT_FOUND', 'VALIDATION_FAILED', null]);
    expect(results[2]?.error?.pointer).toBe('/work_item_ids/2');
    for (const { work_item: changed } of [results[0], results[3]] as Result[]) {
      expect(changed).toMatchObject({ state: 'done', due_on: '2026-12-24' });
    }
  });

  it.each([
    [{ due_on: 'soon' }, 400],
    [{ owner_id: NOBODYS }, 404],
    [{ owner_id: 'x' }, 400],
  ])('are all left as they are where %j is wrong for each of them (%i)', async (terms, status) => {
    const id = await item('three');
    expect((await bulk({ work_item_ids: [id], state: 'done', ...terms })).status).toBe(status);
    expect((await tenant.admin.rest<{ state: string }>(`/api/work-items/${id}`)).state).toBe('open');
  });

  it('are at most 100 in one call', async () => {
    expect((await bulk({ work_item_ids: Array.from({ length: 101 }, () => NOBODYS), state: 'open' })).status).toBe(400);
  });

  it('are listed by their days, those without one last, page after page', async () => {
    const other = await service.addTenant('Planner', 'ENTERPRISE');
    const days = ['2026-12-03', null, '2026-12-01', '2026-12-02', null];
    for (const [n, dueOn] of days.entries()) {
      await create(other.admin, { title: `${n} ${dueOn ?? 'none'}`, controlId: CONTROL, dueOn });
    }
    const found: (string | null)[] = [];
    let after: string | null = null;
    do {
      const page: Page = await pageByDay(other.admin, after);
      found.push(...page.nodes.map(({ dueOn }) => dueOn));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(found).toEqual(['2026-12-01', '2026-12-02', '2026-12-03', null, null]);
  });

  it('refuse a cursor that names no day', async () => {
    const after = Buffer.from(`["tomorrow","${NOBODYS}"]`).toString('base64url');
    expect(codeOf(await tenant.admin.graphql(BY_DAY, { after }))).toBe('VALIDATION_FAILED');
  });
});

async function pageByDay(client: Client, after: string | null): Promise<Page> {
  return (await client.data<{ workItems: Page }>(BY_DAY, { after })).workItems;
}
