import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { lintReport, prowlerReport } from './reports.js';

const RULES = 'reportRules { total known deciding supporting unknown unknownAsEvidence }';

interface ReportRules {
  total: number;
  known: number;
  deciding: number;
  supporting: number;
  unknown: number;
  unknownAsEvidence: number;
}

interface UnknownRule {
  scanner: string;
  ruleId: string;
  title: string;
  severity: string;
  isEvidence: boolean;
  resourcesPassed: number;
  resourcesFailed: number;
}

interface UnknownRules {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: UnknownRule[];
}

describe('what a scan says of the rules of an imported report', () => {
  let service: TestService;
  let integrationId: string;

  beforeAll(async () => {
    service = await startService();
    integrationId = await connect(service.a.admin, 'prowler');
  });
  afterAll(() => service.stop());

  const imported = async (report: string) => (await runImport(service.a.admin, integrationId, report)).id;

  async function rulesOf(id: string): Promise<ReportRules | null> {
    const { scan } = await service.a.member.data<{ scan: { reportRules: ReportRules | null } }>(
      `query ($id: ID!) { scan(id: $id) { ${RULES} } }`,
      { id },
    );
    return scan.reportRules;
  }

  async function unknownOf(id: string, page: { first?: number; after?: string | null } = {}): Promise<UnknownRules> {
    const { unknownRules } = await service.a.member.data<{ unknownRules: UnknownRules }>(
      `query ($id: ID!, $first: Int, $after: String) { unknownRules(scanId: $id, first: $first, after: $after) {
        totalCount pageInfo { hasNextPage endCursor }
        nodes { scanner ruleId title severity isEvidence resourcesPassed resourcesFailed } } }`,
      { id, ...page },
    );
    return unknownRules;
  }

  it('distinguishes known rules that decide from those that only support, and lists the unknown ones with their counts', async () => {
    const id = await imported(
      prowlerReport([
        { rule: 'rds_snapshots_public_access', status: 'FAIL', resource: 'db-1' },
        { rule: 'rds_snapshots_public_access', status: 'PASS', resource: 'db-2' },
        { rule: 'repository_branch_delete_on_merge_enabled', status: 'PASS', resource: 'repo-1' },
        { rule: 'example_named', status: 'FAIL', resource: 'a', requirements: { SOC2: ['cc_7_2'] } },
        { rule: 'example_named', status: 'FAIL', resource: 'b', requirements: { SOC2: ['cc_6_1'] } },
        { rule: 'example_named', status: 'PASS', resource: 'c', requirements: { SOC2: ['cc_6_1'] } },
        { rule: 'example_bare', status: 'FAIL', resource: 'a' },
        { rule: 'example_manual', status: 'MANUAL', resource: 'a' },
      ]),
    );
    const counts = { total: 4, known: 2, deciding: 1, supporting: 1, unknown: 2, unknownAsEvidence: 1 };
    expect(await rulesOf(id)).toEqual(counts);
    const rule = { scanner: 'prowler', severity: 'high' };
    const named = { ...rule, ruleId: 'example_named', title: 'About example_named', isEvidence: true };
    const bare = { ...rule, ruleId: 'example_bare', title: 'About example_bare', isEvidence: false };
    expect(await unknownOf(id)).toMatchObject({
      totalCount: 2,
      nodes: [
        { ...named, resourcesFailed: 2, resourcesPassed: 1 },
        { ...bare, resourcesFailed: 1, resourcesPassed: 0 },
      ],
    });
    expect(await service.a.member.rest(`/api/scans/${id}`)).toMatchObject({
      report_rules: { total: 4, known: 2, deciding: 1, supporting: 1, unknown: 2, unknown_as_evidence: 1 },
    });
  });

  it('says of a report without a known rule that it decides nothing, and pages all of its rules, worst first', async () => {
    const COUNT = 130;
    const id = await imported(lintReport(COUNT));
    expect(await rulesOf(id)).toMatchObject({ total: COUNT, known: 0, deciding: 0, unknown: COUNT });
    const first = await unknownOf(id, { first: 100 });
    const second = await unknownOf(id, { first: 100, after: first.pageInfo.endCursor });
    expect([first, second].map(({ totalCount, nodes }) => [totalCount, nodes.length])).toEqual([
      [COUNT, 100],
      [COUNT, 30],
    ]);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const ids = [...first.nodes, ...second.nodes].map(({ ruleId }) => ruleId);
    const byFailures = Array.from({ length: COUNT - 1 }, (_, index) => `LINT${COUNT - index}`);
    expect(ids).toEqual(['LINT1', ...byFailures]);
    expect(first.nodes[1]).toMatchObject({ scanner: 'sarif', severity: 'low', resourcesFailed: COUNT });
  });

  it('counts nothing where no result of the report is a verdict, and says so', async () => {
    const id = await imported(prowlerReport([{ rule: 'example_manual', status: 'MANUAL' }]));
    expect(await rulesOf(id)).toMatchObject({ total: 0, known: 0, unknown: 0 });
    expect((await unknownOf(id)).totalCount).toBe(0);
  });

  it('is nothing of a scan that read no report', async () => {
    await connect(service.b.admin, 'demo');
    const { id } = await runScan(service.b.member);
    const { scan } = await service.b.member.data<{ scan: { reportRules: null } }>(
      `query ($id: ID!) { scan(id: $id) { ${RULES} } }`,
      { id },
    );
    expect(scan.reportRules).toBeNull();
  });

  it('costs one statement more, for one scan as for a list of scans', async () => {
    const costOf = async (query: string) => {
      const before = service.statements.length;
      await service.a.member.data(query);
      const sent = service.statements.slice(before);
      return sent.filter((text) => !/^\s*(begin|commit|rollback)/i.test(text)).length;
    };
    const plain = await costOf('{ scans(first: 3) { nodes { id } } }');
    expect(await costOf(`{ scans(first: 1) { nodes { id ${RULES} } } }`)).toBe(plain + 1);
    expect(await costOf(`{ scans(first: 3) { nodes { id ${RULES} } } }`)).toBe(plain + 1);
  });
});
