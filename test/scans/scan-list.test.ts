import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyOf } from '../support/any-of.js';
import { connect, triggerScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface ListBody {
  data: { id: string; status: string; created_at: string; completed_at: string | null; scores: unknown }[];
  meta: { pagination: { limit: number; offset: number; total: number; has_more: boolean } };
}

const SCANS = 45;

describe('the list of scans', () => {
  let service: TestService;
  /** Oldest first. */
  const triggered: string[] = [];

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    await connect(service.a.admin, 'demo');
    await connect(service.b.admin, 'demo');
    for (let n = 0; n < SCANS; n += 1) {
      triggered.push(await triggerScan(service.a.member));
      if (n % 10 === 0) await service.b.member.post('/api/scans/trigger', {});
    }
  });
  afterAll(() => service.stop());

  const list = async (query = '') => {
    const { body, headers } = await service.a.auditor.get(`/api/scans${query}`);
    return { ...(body as ListBody), link: headers.get('link') };
  };

  it('has the scans of the tenant alone, newest first, 20 per page', async () => {
    const { data, meta, link } = await list();
    expect(data.map(({ id }) => id)).toEqual(triggered.toReversed().slice(0, 20));
    expect(meta.pagination).toEqual({ limit: 20, offset: 0, total: SCANS, has_more: true });
    expect(link).toBe('</api/scans?limit=20&offset=20>; rel="next"');
  });

  it('has the fields of the specification for each scan', async () => {
    const { data } = await list('?limit=1');
    expect(data).toEqual([
      { id: triggered.at(-1), status: 'queued', created_at: anyOf(String), completed_at: null, scores: null },
    ]);
  });

  it.each([
    [7, 0],
    [7, 7],
    [100, 0],
    [20, 40],
    [20, 44],
    [20, 45],
    [20, 1_000],
  ])('returns the page of limit %d and offset %d', async (limit, offset) => {
    const { data, meta } = await list(`?limit=${limit}&offset=${offset}`);
    expect(data.map(({ id }) => id)).toEqual(triggered.toReversed().slice(offset, offset + limit));
    expect(meta.pagination).toEqual({ limit, offset, total: SCANS, has_more: offset + limit < SCANS });
  });

  it('links each page to the next and the previous one', async () => {
    expect((await list('?limit=20&offset=20')).link).toBe(
      '</api/scans?limit=20&offset=40>; rel="next", </api/scans?limit=20&offset=0>; rel="prev"',
    );
    expect((await list('?limit=20&offset=40')).link).toBe('</api/scans?limit=20&offset=20>; rel="prev"');
  });

  it('is paged over GraphQL by cursor without a gap or a duplicate', async () => {
    interface Page {
      scans: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string }; totalCount: number };
    }
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const query = `query ($after: String) { scans(first: 13, after: $after) {
        nodes { id } pageInfo { hasNextPage endCursor } totalCount } }`;
      const { scans }: Page = await service.a.auditor.data<Page>(query, { after });
      expect(scans.totalCount).toBe(SCANS);
      seen.push(...scans.nodes.map(({ id }) => id));
      if (!scans.pageInfo.hasNextPage) break;
      after = scans.pageInfo.endCursor;
    }
    expect(seen).toEqual(triggered.toReversed());
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=-1',
    '?limit=ten',
    '?offset=-1',
    '?offset=1.5',
    '?page=2',
    '?limit=5&limit=6',
  ])('returns VALIDATION_FAILED for %s', async (query) => {
    const { status, body } = await service.a.auditor.get(`/api/scans${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });
});
