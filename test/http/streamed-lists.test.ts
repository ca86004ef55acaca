import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

interface Item {
  id: string;
  framework?: string;
  control_id: string | null;
  created_at?: string;
  status?: string;
}

interface Answered {
  data: Item[];
  meta: { request_id: string; pagination?: { total: number; has_more: boolean; limit: number; offset: number } };
}

/** Frameworks in their order. Source: the specification, section 1. */
const FRAMEWORKS = ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS'];

describe('a streamed list', () => {
  let service: TestService;
  let paths: Record<'results' | 'failed' | 'one framework' | 'evidence', string>;

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    await connect(service.a.admin, 'demo');
    const { id } = await runScan(service.a.admin);
    await service.database.query(
      `insert into evidence (id, tenant_id, type, title, file_reference, file_name, content_type, size, sha256, collected_at, created_at)
       select gen_random_uuid(), $1::uuid, 'manual', 'Note ' || n, $1::text || '/evidence/' || n, 'note.txt', 'text/plain', 1, repeat('0', 64),
         now(), now() - n % 2 * interval '1 day'
       from generate_series(1, 120) n`,
      [service.a.tenantId],
    );
    const [framework] = await service.a.admin.rest<{ id: string }[]>('/api/compliance/frameworks');
    const results = `/api/scans/${id}/results?`;
    paths = {
      results,
      failed: `${results}status=fail&`,
      'one framework': `${results}framework_id=${framework?.id ?? ''}&`,
      evidence: '/api/evidence?',
    };
  });
  afterAll(() => service.stop());

  describe.each(['results', 'failed', 'one framework', 'evidence'] as const)('of %s', (list) => {
    const ask = async (query: string, headers = {}) => {
      const answer = await service.a.member.get(paths[list] + query, headers);
      expect(answer.status).toBe(200);
      return answer;
    };

    it('contains without a limit the same as its pages together', async () => {
      const { body, headers } = await ask('');
      const whole = body as Answered;
      const paged: Item[] = [];
      for (let offset = 0, more = true; more; offset += 100) {
        const { data, meta } = (await ask(`limit=100&offset=${offset}`)).body as Answered;
        expect(meta.pagination).toMatchObject({ limit: 100, offset, total: whole.data.length });
        paged.push(...data);
        more = meta.pagination?.has_more ?? false;
      }
      expect(whole.data).toEqual(paged);
      expect(new Set(whole.data.map(({ id }) => id)).size).toBe(whole.data.length);
      expect(whole.data.length).toBeGreaterThan(20);
      expect(whole.meta).toEqual({ request_id: headers.get('x-request-id') });
      expect(headers.get('link')).toBeNull();
    });

    it('begins at the offset', async () => {
      const whole = (await ask('')).body as Answered;
      const rest = (await ask('offset=7')).body as Answered;
      expect(rest.data).toEqual(whole.data.slice(7));
      expect(((await ask('offset=100000')).body as Answered).data).toEqual([]);
    });

    it('has the same items with `X-Service-Envelope: none`', async () => {
      const whole = (await ask('')).body as Answered;
      expect((await ask('', { 'x-service-envelope': 'none' })).body).toEqual(whole.data);
      expect((await ask('limit=3', { 'x-service-envelope': 'none' })).body).toEqual(whole.data.slice(0, 3));
    });

    it('has a link to the next page when it is paged', async () => {
      const { headers } = await ask('limit=2&offset=3');
      const path = paths[list].slice(0, -1).split('?');
      const filter = path[1] ? `${path[1]}&` : '';
      expect(headers.get('link')).toBe(
        `<${path[0] ?? ''}?${filter}limit=2&offset=5>; rel="next", <${path[0] ?? ''}?${filter}limit=2&offset=1>; rel="prev"`,
      );
    });
  });

  it('orders results by framework, then naturally by control id', async () => {
    const results = await service.a.member.rest<Item[]>(paths.results);
    const compare = new Intl.Collator('en', { numeric: true }).compare;
    const rank = ({ framework }: Item) => FRAMEWORKS.indexOf(framework ?? '');
    const sorted = results.toSorted(
      (one, other) => rank(one) - rank(other) || compare(one.control_id ?? '', other.control_id ?? ''),
    );
    expect(results.map((each) => `${each.framework ?? ''} ${each.control_id ?? ''}`)).toEqual(
      sorted.map((each) => `${each.framework ?? ''} ${each.control_id ?? ''}`),
    );
    expect(new Set(results.map(({ framework }) => framework)).size).toBe(7);
  });

  it('orders evidence newest first, ties by id', async () => {
    await runScan(service.a.admin);
    const evidence = await service.a.member.rest<Item[]>('/api/evidence');
    const keys = evidence.map(({ created_at: createdAt = '', id }) => `${createdAt} ${id}`);
    expect(keys).toEqual(keys.toSorted().toReversed());
    // Of two scans, and two of uploads.
    expect(new Set(evidence.map(({ created_at: createdAt }) => createdAt)).size).toBe(4);
  });

  it('filters as requested', async () => {
    const all = await service.a.member.rest<Item[]>(paths.results);
    for (const status of ['pass', 'fail', 'not-applicable']) {
      const some = await service.a.member.rest<Item[]>(`${paths.results}status=${status}`);
      expect(some).toEqual(all.filter((result) => result.status === status));
      expect(some.length).toBeGreaterThan(0);
    }
    expect(await service.a.member.rest<Item[]>(paths['one framework'])).toEqual(
      all.filter(({ framework }) => framework === 'SOC 2'),
    );
  });

  it('returns an error with its status before it begins', async () => {
    const { status, body } = await service.a.member.get('/api/scans/00000000-0000-4000-8000-000000000000/results');
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});
