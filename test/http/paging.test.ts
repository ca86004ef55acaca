import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyOf } from '../support/any-of.js';
import type { Answer } from '../support/client.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const SCANS = 5;

interface Page {
  data: { id: string; status: string; created_at: string }[];
  meta: { pagination?: { limit: number; offset: number; total: number; has_more: boolean } };
}

describe('GET /api/scans', () => {
  let service: TestService;
  /** Ids of the scans, newest first. */
  let scanIds: string[];

  beforeAll(async () => {
    service = await startService();
    const frameworks = await service.a.admin.rest<{ id: string }[]>('/api/compliance/frameworks');
    await connect(service.a.admin, 'demo');
    const ids: string[] = [];
    for (let scan = 0; scan < SCANS; scan += 1) {
      ids.push((await runScan(service.a.admin, { framework_id: frameworks[0]?.id })).id);
    }
    scanIds = ids.toReversed();
  });
  afterAll(() => service.stop());

  it('lists scans newest first, each with its summary', async () => {
    const { data, meta } = await page('');
    expect(data.map(({ id }) => id)).toEqual(scanIds);
    expect(meta.pagination).toEqual({ limit: 20, offset: 0, total: SCANS, has_more: false });
    const times = data.map((scan) => Date.parse(scan.created_at));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    for (const scan of data) {
      expect(Object.keys(scan).toSorted()).toEqual(['completed_at', 'created_at', 'id', 'scores', 'status']);
      expect(scan).toMatchObject({ status: 'completed', scores: { overall: anyOf(Number) } });
    }
  });

  it.each([
    { query: '?limit=2', ids: [0, 2], more: true, next: 'limit=2&offset=2', prev: null },
    { query: '?limit=2&offset=2', ids: [2, 4], more: true, next: 'limit=2&offset=4', prev: 'limit=2&offset=0' },
    { query: '?limit=2&offset=4', ids: [4, 5], more: false, next: null, prev: 'limit=2&offset=2' },
    { query: '?limit=3&offset=1', ids: [1, 4], more: true, next: 'limit=3&offset=4', prev: 'limit=3&offset=0' },
    { query: '?limit=5', ids: [0, 5], more: false, next: null, prev: null },
    { query: '?offset=4', ids: [4, 5], more: false, next: null, prev: 'limit=20&offset=0' },
    { query: '?limit=2&offset=5', ids: [5, 5], more: false, next: null, prev: 'limit=2&offset=3' },
    { query: '?limit=2&offset=1000', ids: [5, 5], more: false, next: null, prev: 'limit=2&offset=998' },
  ])('returns the page $query with links to its neighbors', async ({ query, ids, more, next, prev }) => {
    const answer = await service.a.member.get(`/api/scans${query}`);
    const { data, meta } = answer.body as Page;
    expect(data.map(({ id }) => id)).toEqual(scanIds.slice(...ids));
    expect(meta.pagination).toMatchObject({ total: SCANS, has_more: more });
    expect(linksOf(answer)).toEqual({ next, prev });
  });

  it('is paged by its links, forward and back', async () => {
    const forth = await walk('/api/scans?limit=2', 'next');
    expect(forth).toEqual(scanIds);
    const back = await walk('/api/scans?limit=2&offset=4', 'prev');
    expect(back).toEqual([4, 2, 3, 0, 1].map((at) => scanIds[at]));
  });

  it('returns the `Link` header also without an envelope', async () => {
    const { body, headers } = await service.a.admin.get('/api/scans?limit=2', { 'x-service-envelope': 'none' });
    expect(body).toHaveLength(2);
    expect(headers.get('link')).toContain('rel="next"');
  });

  it('is empty for a tenant without scans', async () => {
    const { body, headers } = await service.b.admin.get('/api/scans');
    expect(body).toMatchObject({
      data: [],
      meta: { pagination: { limit: 20, offset: 0, total: 0, has_more: false } },
    });
    expect(headers.get('link')).toBeNull();
  });

  it('lists the same scans as paging by cursor in the graph', async () => {
    const query = `query ($after: String) {
      scans(first: 2, after: $after) { totalCount nodes { id } edges { node { id } } pageInfo { hasNextPage endCursor } } }`;
    const ids: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { scans }: { scans: Connection } = await service.a.admin.data(query, { after });
      expect(scans.totalCount).toBe(SCANS);
      expect(scans.edges.map(({ node }) => node)).toEqual(scans.nodes);
      ids.push(...scans.nodes.map(({ id }) => id));
      ({ endCursor: after, hasNextPage: more } = scans.pageInfo);
    }
    expect(ids).toEqual(scanIds);
  });

  interface Connection {
    totalCount: number;
    nodes: { id: string }[];
    edges: { node: { id: string } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string };
  }

  async function page(query: string): Promise<Page> {
    const { body } = await service.a.admin.get(`/api/scans${query}`);
    return body as Page;
  }

  /** Ids on every page from `path` on. */
  async function walk(path: string, rel: 'next' | 'prev'): Promise<string[]> {
    const ids: string[] = [];
    for (let at: string | null = path; at !== null;) {
      const answer: Answer = await service.a.admin.get(at);
      ids.push(...(answer.body as Page).data.map(({ id }) => id));
      at = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')?.[1] ?? null;
    }
    return ids;
  }
});

/** Queries of the links, as parameters by name. */
function linksOf({ headers }: Answer): { next: string | null; prev: string | null } {
  const queryOf = (rel: string) => {
    const found = new RegExp(`</api/scans\\?([^>]*)>; rel="${rel}"`).exec(headers.get('link') ?? '')?.[1];
    if (found === undefined) return null;
    const query = new URLSearchParams(found);
    query.sort();
    return query.toString();
  };
  return { next: queryOf('next'), prev: queryOf('prev') };
}
