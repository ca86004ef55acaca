import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

/** More than the server reads at once, twice. */
const COUNT = 2_100;
/** Texts that a spreadsheet would evaluate, or that end a cell or a row. */
const HOSTILE = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a;=1+1', 'one\n=1', 'quoted "text", and more', '＝1+1'];
const REPORT: ProwlerFinding[] = Array.from({ length: COUNT }, (_, index) => ({
  rule: index % 3 === 0 ? AUDIT_TRAIL.prowler : 'a_rule_of_nobody',
  status: index % 2 === 0 ? 'FAIL' : 'PASS',
  resource: index % 50 === 0 ? null : `=r-${index}`,
  text: HOSTILE[index % HOSTILE.length] ?? '',
}));

interface Item {
  id: string;
  status: string;
  rule_id: string;
  resource_id: string | null;
  summary: string;
  check: { id: string };
  age_days: number;
}
type Row = Record<string, string>;

const ofJson = ({ id, status, rule_id: rule, resource_id: resource }: Item) => [id, status, rule, resource ?? ''];
const ofCsv = ({ id, status, rule_id: rule, resource_id: resource = '' }: Row) => [
  id,
  status,
  rule,
  resource.replace(/^'/, ''),
];

describe('findings as a stream', () => {
  let service: TestService;
  let scanId = '';
  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    scanId = (await runImport(admin, await connect(admin, 'prowler'), prowlerReport(REPORT))).id;
  });
  afterAll(() => service.stop());

  const lines = async (path: string): Promise<Item[]> => {
    const { status, headers, text } = await service.a.member.get(path, { accept: 'application/x-ndjson' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(text === '' || text.endsWith('\n')).toBe(true);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Item);
  };
  const rows = async (path: string): Promise<Row[]> => {
    const { status, headers, text } = await service.a.member.get(path, { accept: 'text/csv' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    return parse(text, { columns: true }) as unknown as Row[];
  };
  /** Every finding of a list, page after page. */
  const paged = async (path: string): Promise<Item[]> => {
    const found: Item[] = [];
    for (let cursor = ''; ;) {
      const { body } = await service.a.member.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
      const { data, meta } = body as { data: Item[]; meta: { pagination: { next_cursor: string | null } } };
      found.push(...data);
      if (meta.pagination.next_cursor === null) return found;
      cursor = `&cursor=${meta.pagination.next_cursor}`;
    }
  };

  it.each([
    '/api/findings',
    '/api/findings?status=fail&order_by=first_seen_desc',
    `/api/findings?check_id=${AUDIT_TRAIL.check}&status=fail&status=pass`,
    '/api/findings?resource_id_contains=99',
    '/api/findings?severity=low',
    'the scan',
    'the scan?status=pass',
  ])('of %s is every page, in their order', async (name) => {
    const path = name.replace('the scan', `/api/scans/${scanId}/findings`);
    const expected = await paged(path);
    expect(await lines(path)).toEqual(expected);
    expect((await rows(path)).map(ofCsv)).toEqual(expected.map(ofJson));
  });

  it('is all that the report said', async () => {
    expect(await lines('/api/findings')).toHaveLength(COUNT);
    expect(await rows(`/api/scans/${scanId}/findings`)).toHaveLength(COUNT);
  });

  it('as CSV has no cell that a spreadsheet evaluates, and as JSON the texts as they are', async () => {
    const found = await rows('/api/findings');
    for (const cell of found.flatMap((row) => Object.values(row)))
      expect(cell).not.toMatch(/(^|[;\t\r\n])\s*[=+\-@＝]/);
    expect(new Set(found.map(({ summary }) => summary))).toContain("'=1+1");
    expect(new Set(found.map(({ summary }) => summary))).toContain("a;'=1+1");
    expect(new Set(found.map(({ resource_id: resource }) => resource))).toContain("'=r-1");
    const json = await lines('/api/findings');
    expect(new Set(json.map(({ summary }) => summary))).toContain('=1+1');
    const quoted = 'quoted "text", and more';
    expect(found.filter(({ summary }) => summary === quoted)).toHaveLength(
      json.filter(({ summary }) => summary === quoted).length,
    );
  });

  it('has the header row of the document, also where nothing is selected', async () => {
    const { text } = await service.a.member.get('/api/findings?severity=low', { accept: 'text/csv' });
    expect(text).toMatch(/^id,status,severity,check_id,[a-z_,]+\r\n$/);
    expect(await lines('/api/findings?severity=low')).toEqual([]);
  });

  it('is not what a client gets that accepts anything, or JSON before it', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html', 'text/csv;q=0.5, application/json']) {
      const { headers, body } = await service.a.member.get('/api/findings', { accept });
      expect(headers.get('content-type')).toMatch('application/json');
      expect((body as { data: Item[] }).data).toHaveLength(20);
      expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
    }
  });

  it.each(['limit', 'offset', 'cursor'])('refuses a %s, which would make it a part', async (name) => {
    const { status, body } = await service.a.member.get(`/api/findings?${name}=1`, { accept: 'text/csv' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED', details: [{ field: `/${name}` }] } });
  });

  it('is an error with its status where it cannot begin', async () => {
    const path = '/api/findings?scan_id=00000000-0000-4000-8000-000000000000';
    const { status, headers } = await service.a.member.get(path, { accept: 'text/csv' });
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('breaks off where a later page cannot be read', async () => {
    const [, , last] = await service.database.query<{ no: number }>(
      `select resource_no as no from findings order by first_seen_at, resource_no desc limit 3`,
    );
    // A severity that the service does not know, on the last page alone.
    await service.database.query(
      `with rule as (insert into finding_checks (tenant_id, check_no, scanner, rule_id, title, severity, control_nos)
         select tenant_id, 9999, 'prowler', 'broken', 'Broken', 'no severity', '{}' from finding_checks limit 1)
       update findings set check_no = 9999 where resource_no = $1`,
      [last?.no],
    );
    for (const accept of ['application/x-ndjson', 'text/csv']) {
      await expect(service.a.member.get('/api/findings?order_by=first_seen', { accept })).rejects.toThrow('terminated');
    }
  });
});
