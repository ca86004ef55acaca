import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL, failedBy } from '../catalogue/decided.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { pageOf } from './findings.js';

type Where = Record<string, unknown>;

interface Facets {
  total: number;
  statuses: { status: string; count: number }[];
  severities: { severity: string; count: number }[];
  integrations: { integration: { id: string }; count: number }[];
  frameworks: { framework: { name: string }; count: number }[];
  ofFailedControl: number;
  checkCount: number;
  checks: { check: { id: string }; count: number; severity: string }[];
}

const FACETS = `query ($where: FindingsWhere, $first: Int! = 100, $orderBy: CheckFacetOrder) { findingFacets(where: $where) {
  total statuses { status count } severities { severity count } integrations { integration { id } count }
  frameworks { framework { name } count } ofFailedControl checkCount checks(first: $first, orderBy: $orderBy) { check { id } count severity } } }`;

const NEWEST = `query ($where: FindingsWhere) { findingFacets(where: $where) {
  checks(first: 100, orderBy: severity) { check { id } newest { status resourceId } } } }`;

const MFA = 'iam_user_mfa_enabled_console_access';
const AUDIT = `prowler.${AUDIT_TRAIL.prowler}`;
const NOBODYS = 'a_rule_of_nobody';

describe('facets of findings', () => {
  let service: TestService;
  const integrations: string[] = [];
  let firstScan: string;

  /** Two integrations; of the first one a scan that is over and a later one that says otherwise. */
  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    integrations.push(await connect(admin, 'prowler'), await connect(admin, 'prowler'));
    const feed = async (nth: number, report: Parameters<typeof prowlerReport>[0]) =>
      (await runImport(admin, integrations[nth] ?? '', prowlerReport(report))).id;
    firstScan = await feed(0, [fails('r-1'), fails('r-2'), passes('r-3'), fails('gone', NOBODYS)]);
    await feed(0, [
      fails('r-1'),
      passes('r-2'),
      passes('r-3'),
      { ...fails('r-3', MFA), severity: 5 },
      fails('r-1', NOBODYS),
    ]);
    await feed(1, [fails('r-1'), fails('other-1', MFA), passes('other-2', MFA)]);
  });
  afterAll(() => service.stop());

  const facetsOf = async (where: Where, first = 100, orderBy = 'count') =>
    (await service.a.member.data<{ findingFacets: Facets }>(FACETS, { where, first, orderBy })).findingFacets;
  const countOf = async (where: Where) => (await pageOf(service.a.member, { where })).totalCount;

  it.each([
    ['nothing', () => ({})],
    ['a status', () => ({ status: 'fail' })],
    ['a check and a severity', () => ({ checkId: AUDIT_TRAIL.check, severity: ['high', 'low'] })],
    ['a framework', () => ({ framework: 'PCI DSS', status: ['pass'] })],
    ['an integration', () => ({ integrationId: integrations[1] })],
    ['resources', () => ({ resourceIdStartsWith: 'r-' })],
    ['a scan that is over', () => ({ scanId: firstScan, status: 'fail' })],
    ['a text', () => ({ search: 'R-1' })],
    ['failed controls', () => ({ ofFailedControl: true, status: 'fail' })],
    ['no failed control', () => ({ ofFailedControl: false })],
    ['a control', () => ({ controlId: 'CC7.2', checkId: [AUDIT_TRAIL.check, NOBODYS] })],
  ])('count for every value what the list has with it, where the filter is on %s', async (_what, filter) => {
    const where: Where = filter();
    const facets = await facetsOf(where);
    expect(facets.total).toBe(await countOf(where));
    expect(facets.ofFailedControl).toBe(await countOf({ ...where, ofFailedControl: true }));
    for (const { status, count } of facets.statuses) {
      expect([status, count]).toEqual([status, await countOf({ ...where, status })]);
    }
    for (const { severity, count } of facets.severities) {
      expect([severity, count]).toEqual([severity, await countOf({ ...where, severity })]);
    }
    for (const { framework, count } of facets.frameworks) {
      // A code of one framework is refused with another.
      if (where.controlId !== undefined && count === 0) continue;
      expect([framework.name, count]).toEqual([framework.name, await countOf({ ...where, framework: framework.name })]);
    }
    for (const integrationId of integrations) {
      const found = facets.integrations.find(({ integration }) => integration.id === integrationId)?.count ?? 0;
      expect([integrationId, found]).toEqual([integrationId, await countOf({ ...where, integrationId })]);
    }
    for (const { check, count } of facets.checks) {
      expect([check.id, count]).toEqual([check.id, await countOf({ ...where, checkId: check.id })]);
    }
    expect(facets.checkCount).toBe(facets.checks.length);
  });

  it('list the checks with most findings first, and say how many there are', async () => {
    const { checks, checkCount } = await facetsOf({}, 1);
    expect({ checks, checkCount }).toEqual({
      checks: [{ check: { id: AUDIT }, count: 4, severity: 'high' }],
      checkCount: 3,
    });
    const { body } = await service.a.member.graphql(FACETS, { first: 101 });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
  });

  it('list the worst checks first where that is asked, by the worst finding that is counted', async () => {
    const orderOf = async (where: Where, orderBy: string) =>
      (await facetsOf(where, 100, orderBy)).checks.map(({ check, count, severity }) => [check.id, count, severity]);
    const mfa = 'aws.iam.user-mfa-enabled-console-access';
    const nobodys = `prowler:${NOBODYS}`;
    const ofAll = [
      [mfa, 3, 'critical'],
      [AUDIT, 4, 'high'],
      [nobodys, 1, 'high'],
    ];
    expect(await orderOf({}, 'severity')).toEqual(ofAll);
    expect((await orderOf({}, 'count')).map(([id]) => id)).toEqual([AUDIT, mfa, nobodys]);
    expect(await orderOf({ status: 'pass' }, 'severity')).toEqual([
      [AUDIT, 2, 'high'],
      [mfa, 1, 'high'],
    ]);
    const { body } = await service.a.member.get('/api/findings/facets?order_by=severity');
    const { checks } = (body as { data: Facets }).data;
    expect(checks.map(({ check, count, severity }) => [check.id, count, severity])).toEqual(ofAll);
  });

  it('list the checks that fail most controls first where that is asked, and say how many each fails', async () => {
    const failedOf = async (where: Where) => {
      const { findingFacets } = await service.a.member.data<{
        findingFacets: { checks: { check: { id: string }; failedControls: number }[] };
      }>(
        `query ($where: FindingsWhere) { findingFacets(where: $where) {
          checks(first: 100, orderBy: failed_controls) { check { id } failedControls } } }`,
        { where },
      );
      return findingFacets.checks.map(({ check, failedControls }) => [check.id, failedControls]);
    };
    const mfa = 'aws.iam.user-mfa-enabled-console-access';
    const byTests = [[AUDIT, failedBy(AUDIT_TRAIL.check).length] as const, [mfa, failedBy(mfa).length] as const];
    const failed = byTests.toSorted(([, a], [, b]) => b - a);
    expect(failed.every(([, count]) => count > 0)).toBe(true);
    // What nobody decides fails no control, however grave it is.
    expect(await failedOf({ status: 'fail' })).toEqual([...failed, [`prowler:${NOBODYS}`, 0]]);
    // A finding that passes fails nothing, though its check fails elsewhere.
    expect((await failedOf({ status: 'pass' })).map(([, count]) => count)).toEqual([0, 0]);
    expect((await failedOf({ scanId: firstScan })).every(([, count]) => count === 0)).toBe(true);
  });

  it('select the failing findings of failed controls, or the others', async () => {
    const idsOf = async (where: Where) =>
      (await pageOf(service.a.member, { where })).nodes
        .map(({ check, resourceId }) => [check.id, resourceId])
        .toSorted();
    const mfa = 'aws.iam.user-mfa-enabled-console-access';
    expect(await idsOf({ status: 'fail', ofFailedControl: true })).toEqual(
      [
        [AUDIT, 'r-1'],
        [AUDIT, 'r-1'],
        [mfa, 'other-1'],
        [mfa, 'r-3'],
      ].toSorted(),
    );
    expect(await idsOf({ status: 'fail', ofFailedControl: false })).toEqual([[`prowler:${NOBODYS}`, 'r-1']]);
  });

  it('name the newest finding of each check: the only one where there is one', async () => {
    const newestOf = async (where: Where) => {
      const { findingFacets } = await service.a.member.data<{
        findingFacets: { checks: { check: { id: string }; newest: { resourceId: string; status: string } | null }[] };
      }>(NEWEST, { where });
      return findingFacets.checks.map(({ check, newest }) => [check.id, newest?.status, newest?.resourceId]);
    };
    // The checks are counted whatever the filter says of them.
    const newestOfAudit = async (where: Where) => (await newestOf(where)).find(([id]) => id === AUDIT);
    const mfa = 'aws.iam.user-mfa-enabled-console-access';
    expect(await newestOf({ status: 'fail', integrationId: integrations[0] })).toEqual([
      [mfa, 'fail', 'r-3'],
      [AUDIT, 'fail', 'r-1'],
      [`prowler:${NOBODYS}`, 'fail', 'r-1'],
    ]);
    // Of the two that pass r-3 does since the first scan, and r-2 since the second.
    expect(await newestOfAudit({ status: 'pass' })).toEqual([AUDIT, 'pass', 'r-2']);
    expect(await newestOfAudit({ status: 'pass', resourceId: 'r-3' })).toEqual([AUDIT, 'pass', 'r-3']);
    expect(await newestOfAudit({ status: 'pass', search: '3' })).toEqual([AUDIT, 'pass', 'r-3']);
    expect(await newestOfAudit({ scanId: firstScan })).toEqual([AUDIT, undefined, undefined]);
  });

  it('are the same over REST', async () => {
    const { status, body } = await service.a.member.get(
      '/api/findings/facets?status=fail&integration_id=' + String(integrations[0]),
    );
    expect(status).toBe(200);
    const { total, statuses } = (body as { data: Facets }).data;
    expect(total).toBe(3);
    expect(statuses).toContainEqual({ status: 'pass', count: 2 });
    expect(statuses).toContainEqual({ status: 'fail', count: 3 });
  });

  it('are those of every current finding without a filter', async () => {
    const { findingFacets } = await service.a.member.data<{ findingFacets: Facets }>('{ findingFacets { total } }');
    expect(findingFacets.total).toBe(await countOf({}));
  });

  it('are none of another organization', async () => {
    const { body } = await service.b.member.get('/api/findings/facets');
    expect(body).toMatchObject({ data: { total: 0, check_count: 0, integrations: [] } });
  });
});
