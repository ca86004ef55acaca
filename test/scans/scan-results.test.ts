import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEVERITIES, type Severity } from '../../src/connectors/finding.js';
import { compareControlIds } from '../../src/modules/catalogue/requirement.rules.js';
import { controlCountOf, frameworkId, CONTROL_COUNT } from '../catalogue/shipped.js';
import { connect, resultsOf, runScan, type ScanResultBody, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const ORDER = ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS'];

describe('the results of a scan', () => {
  let service: TestService;
  let scan: ScanStatusBody;
  let all: ScanResultBody[];

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    await connect(service.a.admin, 'demo');
    scan = await runScan(service.a.member);
    all = await resultsOf(service.a.auditor, scan.id);
  });
  afterAll(() => service.stop());

  const results = (query: string) => service.a.member.rest<ScanResultBody[]>(`/api/scans/${scan.id}/results${query}`);

  it('have the fields of the specification and the contract, and no other', () => {
    for (const result of all) {
      expect(Object.keys(result).sort()).toEqual([
        'control_id',
        'control_uuid',
        'evaluated',
        'evidence_id',
        'evidence_key',
        'failing_checks',
        'finding',
        'framework',
        'id',
        'links',
        'resources_accepted',
        'resources_failed',
        'resources_passed',
        'severity',
        'status',
        'title',
      ]);
    }
  });

  it('are ordered by framework as in the specification, then by natural control id', () => {
    const expected = all.toSorted(
      (a, b) =>
        ORDER.indexOf(a.framework) - ORDER.indexOf(b.framework) || compareControlIds(a.control_id, b.control_id),
    );
    expect(all).toEqual(expected);
    expect(all).toHaveLength(CONTROL_COUNT);
  });

  it('are consistent: a fail has failing resources, a pass none, any other is not evaluated', () => {
    for (const result of all) {
      const { status, evaluated, finding, severity, resources_failed: failed, resources_passed: passed } = result;
      expect(finding.length).toBeGreaterThan(0);
      expect(severity === null).toBe(!evaluated);
      if (status === 'fail') expect(failed).toBeGreaterThan(0);
      if (status === 'pass') expect({ failed, hasPassed: passed > 0 }).toEqual({ failed: 0, hasPassed: true });
      if (status === 'not-applicable') expect(failed).toBe(0);
      expect(evaluated).toBe(status !== 'not-applicable');
      if (evaluated) expect(result.evidence_key).not.toBeNull();
    }
  });

  it.each(['pass', 'fail', 'not-applicable'])('are filtered by status %s', async (status) => {
    const expected = all.filter((result) => result.status === status);
    expect(expected.length).toBeGreaterThan(0);
    expect(await results(`?status=${status}`)).toEqual(expected);
  });

  it('are filtered by framework, and by both', async () => {
    const hipaa = all.filter(({ framework }) => framework === 'HIPAA');
    expect(hipaa).toHaveLength(controlCountOf('hipaa'));
    expect(await results(`?framework_id=${frameworkId('hipaa')}`)).toEqual(hipaa);
    const failed = hipaa.filter(({ status }) => status === 'fail');
    expect(await results(`?framework_id=${frameworkId('hipaa')}&status=fail`)).toEqual(failed);
    expect(await results(`?framework_id=${frameworkId('hipaa').toUpperCase()}`)).toEqual(hipaa);
  });

  it.each([
    [100, 0],
    [100, 1_000],
    [1, 1_038],
    [20, CONTROL_COUNT],
  ])('have the page of limit %d and offset %d', async (limit, offset) => {
    const { body } = await service.a.member.get(`/api/scans/${scan.id}/results?limit=${limit}&offset=${offset}`);
    expect(body).toMatchObject({
      data: all.slice(offset, offset + limit),
      meta: { pagination: { limit, offset, total: CONTROL_COUNT, has_more: offset + limit < CONTROL_COUNT } },
    });
  });

  it('are complete from an offset on, where no limit is given', async () => {
    expect(await results('?offset=1000')).toEqual(all.slice(1_000));
  });

  it.each([
    ['?status=passed', 400, 'VALIDATION_FAILED'],
    ['?status=not_applicable', 400, 'VALIDATION_FAILED'],
    ['?framework_id=soc2', 400, 'VALIDATION_FAILED'],
    ['?framework_id=00000000-0000-5000-8000-000000000000', 404, 'NOT_FOUND'],
    ['?limit=101', 400, 'VALIDATION_FAILED'],
    ['?framework=soc2', 400, 'VALIDATION_FAILED'],
  ])('are refused for %s', async (query, status, code) => {
    const answer = await service.a.member.get(`/api/scans/${scan.id}/results${query}`);
    expect(answer.body).toMatchObject({ error: { code } });
    expect(answer.status).toBe(status);
  });

  it('return NOT_FOUND for another tenant and for an unknown scan', async () => {
    const header = { 'x-request-id': 'the-same' };
    const foreign = await service.b.admin.get(`/api/scans/${scan.id}/results`, header);
    const unknown = await service.b.admin.get('/api/scans/00000000-0000-4000-8000-000000000000/results', header);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(unknown.text);
  });

  it('include the control and its framework over GraphQL', async () => {
    const { scanResults } = await service.a.member.data<{ scanResults: { nodes: object[]; totalCount: number } }>(
      `query ($id: ID!) { scanResults(scanId: $id, status: fail, first: 1) {
        totalCount nodes { status control { controlId framework { name } } } } }`,
      { id: scan.id },
    );
    const failed = all.filter(({ status }) => status === 'fail');
    expect(scanResults.totalCount).toBe(failed.length);
    expect(scanResults.nodes).toEqual([
      { status: 'fail', control: { controlId: failed[0]?.control_id, framework: { name: failed[0]?.framework } } },
    ]);
  });

  it('name the checks that fail a control, the worst first, and none of any other', async () => {
    const { scanResults } = await service.a.member.data<{ scanResults: { nodes: NamedResult[] } }>(
      `query ($id: ID!) { scanResults(scanId: $id, statuses: [fail, pass], first: 100) { nodes {
        status severity resourcesFailed findingParts { checks }
        failingChecks { id fault title severity resourcesFailed } } } }`,
      { id: scan.id },
    );
    const failing = scanResults.nodes.filter(({ status }) => status === 'fail');
    expect(failing.length).toBeGreaterThan(0);
    for (const { failingChecks, findingParts, severity, resourcesFailed } of failing) {
      expect(failingChecks).toHaveLength(findingParts.checks);
      expect(failingChecks[0]?.severity).toBe(severity);
      const most = Math.max(...failingChecks.map((check) => check.resourcesFailed));
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(resourcesFailed);
      const ranks = failingChecks.map((check) => SEVERITIES.indexOf(check.severity));
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    }
    for (const { failingChecks } of scanResults.nodes.filter(({ status }) => status !== 'fail'))
      expect(failingChecks).toEqual([]);
  });

  it('name the same checks over REST', async () => {
    const { scanResults } = await service.a.member.data<{
      scanResults: { nodes: { id: string; failingChecks: object[] }[] };
    }>(
      `query ($id: ID!) { scanResults(scanId: $id, status: fail, first: 100) { nodes {
        id failingChecks { id title fault severity resources_failed: resourcesFailed } } } }`,
      { id: scan.id },
    );
    const { body } = await service.a.member.get(`/api/scans/${scan.id}/results?status=fail&limit=100`);
    const { data } = body as { data: { id: string; failing_checks: object[] }[] };
    expect(data.length).toBeGreaterThan(0);
    expect(data.map(({ id, failing_checks: failingChecks }) => ({ id, failingChecks }))).toEqual(scanResults.nodes);
  });

  it('are split by whether a check looked, and the scan counts those that one did', async () => {
    const {
      checked,
      others,
      scan: counted,
    } = await service.a.member.data<CheckedAnswer>(
      `query ($id: ID!) {
        scan(id: $id) { checkedControls totalControls }
        checked: scanResults(scanId: $id, checked: true, first: 1) { totalCount }
        others: scanResults(scanId: $id, checked: false, first: 100) { totalCount nodes { status evidenceId } } }`,
      { id: scan.id },
    );
    const withEvidence = all.filter(({ evidence_id: evidence }) => evidence !== null).length;
    expect(withEvidence).toBeGreaterThan(0);
    expect(counted.checkedControls).toBe(withEvidence);
    expect(checked.totalCount).toBe(withEvidence);
    expect(others.totalCount).toBe(counted.totalControls - withEvidence);
    for (const each of others.nodes) expect(each).toEqual({ status: 'not_applicable', evidenceId: null });
  });

  it('count what was looked at in as many scans as there are in one statement', async () => {
    const before = service.statements.length;
    await service.a.member.data('{ scans(first: 25) { nodes { checkedControls } } }');
    expect(service.statements.slice(before).filter((text) => text.includes('as "scanId", count(*)'))).toHaveLength(1);
  });

  it('name the checks that fail as many controls as there are in one statement', async () => {
    const costOf = async (first: number) => {
      const before = service.statements.length;
      await service.a.member.data(
        'query ($id: ID!, $first: Int) { scanResults(scanId: $id, status: fail, first: $first) { nodes { failingChecks { id } } } }',
        { id: scan.id, first },
      );
      return service.statements.slice(before).filter((text) => text.includes('scan_checks')).length;
    };
    expect([await costOf(1), await costOf(100)]).toEqual([1, 1]);
  });
});

interface CheckedAnswer {
  scan: { checkedControls: number; totalControls: number };
  checked: { totalCount: number };
  others: { totalCount: number; nodes: { status: string; evidenceId: string | null }[] };
}

interface NamedResult {
  status: string;
  severity: Severity;
  resourcesFailed: number;
  findingParts: { checks: number };
  failingChecks: { id: string; severity: Severity; resourcesFailed: number }[];
}
