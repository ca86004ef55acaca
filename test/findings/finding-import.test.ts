import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { allFindings, findingOf, type FindingBody } from './findings.js';

const COUNT = 3_000;
const RULES = 23;
const STATUSES = ['FAIL', 'PASS', 'FAIL', 'MANUAL', 'PASS'] as const;
const WORDS = { FAIL: 'fail', PASS: 'pass', MANUAL: 'unknown' } as const;

/**
 * A row in seven says the same as the one before, and one in eleven is of no resource. What has no verdict is of a known rule: of others it
 * is left out. Source: schema/contract/report-import.md.
 */
const REPORT: ProwlerFinding[] = Array.from({ length: COUNT }, (_, index) => {
  const no = index % 7 === 6 ? index - 1 : index;
  const resource = no % 11 === 0 ? null : `r-${no % 400}`;
  const status = STATUSES[no % 5] ?? 'FAIL';
  return {
    rule: status === 'MANUAL' ? AUDIT_TRAIL.prowler : `rule_${no % RULES}`,
    status,
    resource,
    text: `Row ${no}, "quoted".`,
  };
});
const EXPECTED = REPORT.map(({ rule, status, resource, text }) =>
  [rule, WORDS[status], resource ?? null, text].join('|'),
).toSorted();

interface RestFinding {
  id: string;
  rule_id: string;
  status: string;
  resource_id: string | null;
  summary: string;
}

let service: TestService;
let scanId = '';
beforeAll(async () => {
  service = await startService();
  const { admin } = service.a;
  scanId = (await runImport(admin, await connect(admin, 'prowler'), prowlerReport(REPORT))).id;
});
afterAll(() => service.stop());

/** Every finding of a REST list, page after page. */
async function restFindings(path: string): Promise<RestFinding[]> {
  const found: RestFinding[] = [];
  for (let query = '?limit=100'; ;) {
    const { status, body } = await service.a.member.get(path + query);
    expect(status).toBe(200);
    const { data, meta } = body as {
      data: RestFinding[];
      meta: { pagination: { next_cursor: string | null; total: number } };
    };
    found.push(...data);
    const { next_cursor: cursor, total } = meta.pagination;
    expect(total).toBe(COUNT);
    if (cursor === null) return found;
    query = `?limit=100&cursor=${cursor}`;
  }
}
const textOf = ({ ruleId, status, resourceId, summary }: FindingBody) =>
  [ruleId, status, resourceId, summary].join('|');
const restTextOf = ({ rule_id: rule, status, resource_id: resource, summary }: RestFinding) =>
  [rule, status, resource, summary].join('|');

it('equals its report, row by row, over all pages of the graph', async () => {
  const found = await allFindings(service.a.member);
  expect(found.map(textOf).toSorted()).toEqual(EXPECTED);
  expect(new Set(found.map(({ id }) => id)).size).toBe(COUNT);
});

it.each(['/api/findings', 'the scan'])('equals its report, row by row, over all pages of %s', async (name) => {
  const found = await restFindings(name === 'the scan' ? `/api/scans/${scanId}/findings` : name);
  expect(found.map(restTextOf).toSorted()).toEqual(EXPECTED);
  expect(new Set(found.map(({ id }) => id)).size).toBe(COUNT);
});

it('has each of its findings under its id, in the graph and over REST', async () => {
  const found = await allFindings(service.a.member);
  // Prime, so that every rule, status and kind of row is among them.
  for (const finding of found.filter((_, index) => index % 41 === 0)) {
    expect(await findingOf(service.a.member, finding.id)).toEqual(finding);
    const rest = await service.a.member.rest<RestFinding>(`/api/findings/${finding.id}`);
    expect(restTextOf(rest)).toBe(textOf(finding));
    expect((await service.b.member.get(`/api/findings/${finding.id}`)).status).toBe(404);
  }
});
