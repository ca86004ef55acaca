import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Collected } from '../../../src/connectors/connector.js';
import { catalogueOf } from '../../catalogue/shipped.js';
import { fileOf, generate } from '../../reports/reports.js';
import { connect, resultsOf } from '../../support/scans.js';
import { startService, type TestService, type TestTenant } from '../../support/service.js';
import { account, changed, create, LOGIC, READ, Scanning } from './custom-checks.js';

const RULE = 'custom.short-names';
const CODE = 'UCF-GOV-01';
const FOREVER = `("${'a'.repeat(40)}!").matches("^(a+)+$")`;

describe('a custom check in a scan', () => {
  let service: TestService;
  let tenant: TestTenant;
  let scanning: Scanning;
  let tenants = 0;
  /** Every control that the universal control is mapped to: `framework control_id`. */
  let mapped: string[];

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    scanning = new Scanning(service);
    mapped = await mappedTo(CODE);
    expect(new Set(mapped.map((each) => each.split(': ')[0])).size).toBeGreaterThan(3);
  });
  afterAll(async () => {
    await scanning.close();
    await service.stop();
  });
  beforeEach(async () => {
    tenant = await service.addTenant(`Scanner${(tenants += 1)}`, 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
  });

  const mappedTo = async (code: string): Promise<string[]> => {
    const { universalControls } = await service.a.admin.data<{
      universalControls: {
        code: string;
        mappings: { control: { controlId: string; framework: { name: string } } }[];
      }[];
    }>(`{ universalControls(domain: "GOV") { code mappings { control { controlId framework { name } } } } }`);
    const mappings = universalControls.find((each) => each.code === code)?.mappings ?? [];
    return mappings.map(({ control }) => `${control.framework.name}: ${control.controlId}`).toSorted();
  };
  const controlsWith = async (scanId: string, status: string): Promise<string[]> => {
    const results = await resultsOf(tenant.member, scanId);
    const found = results.filter((result) => result.evaluated && result.status === status);
    return found.map(({ framework, control_id }) => `${framework}: ${control_id}`).toSorted();
  };
  /** The different votes of the tenant's integration, without those on what its provider only supports. */
  const votesOf = async (): Promise<string[]> => {
    const rows = await service.database.query<{ result: string }>(
      `select distinct result from element_votes where tenant_id = $1 and result <> 'supported' order by result`,
      [tenant.tenantId],
    );
    return rows.map(({ result }) => result);
  };
  const checkRow = async (scanId: string) => {
    const [row] = await service.database.query(
      `select check_id, title, severity, resources_passed, resources_failed, check_version, is_partial from scan_checks
       where scan_id = $1 and rule_id = $2`,
      [scanId, RULE],
    );
    return row ?? null;
  };
  const gapsOf = async (scanId: string) => {
    const { scan } = await tenant.member.data<{ scan: { gaps: object[] } }>(
      'query ($id: ID!) { scan(id: $id) { gaps { resourceTypes checkId reason } } }',
      { id: scanId },
    );
    return scan.gaps;
  };
  const scan = (...steps: Collected[]) => scanning.scan(tenant, steps);

  it('fails every control that its universal control is mapped to, in every framework, and no other', async () => {
    const { version } = await create(tenant.admin);
    const scanId = await scan(account('1'), account('22'), READ);
    expect(await controlsWith(scanId, 'fail')).toEqual(mapped);
    expect(await checkRow(scanId)).toEqual({
      check_id: RULE,
      title: 'Accounts have short names',
      severity: 'high',
      resources_passed: 1,
      resources_failed: 1,
      check_version: version,
      is_partial: false,
    });
    const findings = await service.database.query(`select resource_id, summary from scan_findings where scan_id = $1`, [
      scanId,
    ]);
    expect(findings).toEqual([{ resource_id: '22', summary: 'Account 22 has a long name.' }]);
  });

  it('fails every element of its universal control', async () => {
    await create(tenant.admin);
    await scan(account('22'), READ);
    const elements = await service.database.query(
      `select u.id, v.element, v.result from element_votes v
       join catalogue_universal_controls u on u.no = v.universal_no where v.tenant_id = $1 and v.result <> 'supported'
       order by v.element`,
      [tenant.tenantId],
    );
    const universal = catalogueOf().universalControls.find(({ code }) => code === CODE);
    expect(elements).toEqual(
      universal?.elements.map((_, index) => ({ id: universal.id, element: index + 1, result: 'fail' })),
    );
  });

  it('never passes a control: where every resource passes, or none is in its scope, it is evidence alone', async () => {
    await create(tenant.admin);
    for (const steps of [[account('1'), account('2'), READ], [READ]]) {
      const scanId = await scan(...steps);
      const results = await resultsOf(tenant.member, scanId);
      expect(results.filter(({ evaluated }) => evaluated)).toEqual([]);
      const evidence = results.filter(({ evidence_key: key }) => key !== null);
      expect(evidence.map(({ framework, control_id: id }) => `${framework}: ${id}`)).toEqual(
        expect.arrayContaining(mapped),
      );
      expect(await votesOf()).toEqual(['incomplete']);
    }
  });

  it('evaluates resources of several batches', async () => {
    await create(tenant.admin, { passes: 'size(id) < 4' });
    const scanId = await scan(...Array.from({ length: 1_010 }, (_, no) => account(`${no}`)), READ);
    expect(await checkRow(scanId)).toMatchObject({ resources_passed: 1_000, resources_failed: 10 });
  });

  it('shows its remediation steps at the control, in the queue and in reports', async () => {
    const steps = [{ title: 'Rename it', instruction: 'Choose one letter.', command: null }];
    await create(tenant.admin, { remediation: { summary: 'Give it a short name.', effort: 'low', steps } });
    const scanId = await scan(account('22'), READ);
    const failed = (await resultsOf(tenant.member, scanId)).find(({ status }) => status === 'fail');
    const { remediationQueue } = await tenant.member.data<{ remediationQueue: object[] }>(
      '{ remediationQueue { id title fault severity failingResources universalControls { code } remediation { summary steps { title } } } }',
    );
    const remediation = { summary: 'Give it a short name.', steps: [{ title: 'Rename it' }] };
    expect(remediationQueue).toEqual([
      {
        id: RULE,
        title: 'Accounts have short names',
        fault: 'Accounts have short names',
        severity: 'high',
        failingResources: 1,
        universalControls: [{ code: CODE }],
        remediation,
      },
    ]);
    const document = `query ($f: String!) { controls(framework: $f, status: failed) { controlId remediation { summary steps { title } } } }`;
    const { controls } = await tenant.member.data<{ controls: { controlId: string }[] }>(document, {
      f: failed?.framework,
    });
    expect(controls).toContainEqual({ controlId: failed?.control_id, remediation });
    const report = await generate(tenant.admin, { framework: failed?.framework, report_type: 'gap_analysis' });
    expect((await fileOf(report)).toString()).toContain('Give it a short name.');
  });

  it('does not run while it is disabled or after it is deleted: its results stay readable and decide nothing', async () => {
    const { id } = await create(tenant.admin);
    const first = await scan(account('22'), READ);
    expect(await votesOf()).toEqual(['fail']);
    await changed(tenant.admin, 'updateCustomCheck', { customCheckId: id, isEnabled: false });
    const second = await scan(account('22'), READ);
    expect(await checkRow(second)).toBeNull();
    expect(await controlsWith(second, 'fail')).toEqual([]);
    expect(await votesOf()).toEqual([]);
    await changed(tenant.admin, 'deleteCustomCheck', { customCheckId: id });
    expect(await checkRow(await scan(account('22'), READ))).toBeNull();
    expect(await checkRow(first)).toMatchObject({ title: 'Accounts have short names', resources_failed: 1 });
    expect(await controlsWith(first, 'fail')).toEqual(mapped);
  });

  it('loses all of its votes by the next scan after it is deleted, also where that reports on one framework', async () => {
    const { id } = await create(tenant.admin);
    await scan(account('22'), READ);
    await changed(tenant.admin, 'deleteCustomCheck', { customCheckId: id });
    const { framework } = await tenant.member.data<{ framework: { id: string } }>(
      '{ framework(name: "SOC 2") { id } }',
    );
    await scanning.scan(tenant, [account('22'), READ], { framework_id: framework.id });
    expect(await votesOf()).toEqual([]);
    const { frameworks } = await tenant.member.data<{ frameworks: { controls: { status: string }[] }[] }>(
      '{ frameworks { controls { status } } }',
    );
    const statuses = new Set(frameworks.flatMap(({ controls }) => controls.map(({ status }) => status)));
    expect(statuses).toEqual(new Set(['not_assessed']));
  });

  it.each([
    ['failed', account('22'), LOGIC.passes],
    ['held', account('2', {}), 'resource.block_public_acls'],
  ])(
    'leaves no vote that it %s after it is deleted, also where checks of another provider test the element',
    async (_, read, passes) => {
      const { testedElements, universalControls } = catalogueOf();
      const testedBy = (provider: string) =>
        new Set((testedElements.get(provider) ?? []).map(({ universalControl }) => universalControl.no));
      const [own, others] = [testedBy('aws'), testedBy('github')];
      const code = universalControls.find(({ no }) => others.has(no) && !own.has(no))?.code ?? 'none';
      const { id } = await create(tenant.admin, { universalControls: [code], passes });
      await scan(read, READ);
      expect(await votesOf()).not.toEqual([]);
      await changed(tenant.admin, 'deleteCustomCheck', { customCheckId: id });
      await scan(read, READ);
      expect(await votesOf()).toEqual([]);
    },
  );

  it('explains in the remediation of a deleted check how to remove its result', async () => {
    const { id } = await create(tenant.admin);
    await scan(account('22'), READ);
    await changed(tenant.admin, 'deleteCustomCheck', { customCheckId: id });
    const { remediationQueue } = await tenant.member.data<{ remediationQueue: object[] }>(
      '{ remediationQueue { id title fault remediation { summary } } }',
    );
    expect(remediationQueue).toEqual([
      {
        id: RULE,
        title: 'Accounts have short names',
        fault: 'Accounts have short names',
        remediation: {
          summary:
            'The organization has deleted its check “Accounts have short names”: scan again, and its result is gone.',
        },
      },
    ]);
  });

  it('does not run when the tier of the organization no longer includes custom checks', async () => {
    await create(tenant.admin);
    await service.database.query(`update tenants set license_tier = 'PROFESSIONAL' where id = $1`, [tenant.tenantId]);
    expect(await checkRow(await scan(account('22'), READ))).toBeNull();
  });

  it('holds its universal control when it could not evaluate every resource', async () => {
    await create(tenant.admin, { passes: 'resource.block_public_acls' });
    const scanId = await scan(account('1'), account('2', {}), READ);
    expect(await votesOf()).toEqual(['held']);
    for (const status of ['pass', 'fail', 'not-applicable']) expect(await controlsWith(scanId, status)).toEqual([]);
    expect(await gapsOf(scanId)).toContainEqual({
      resourceTypes: [LOGIC.resourceType],
      checkId: RULE,
      reason: `The check ${RULE} could not evaluate 1 resource: No such key: block_public_acls`,
    });
  });

  it('is stopped when it takes too long; the others continue and the scan completes', async () => {
    await create(tenant.admin, { passes: FOREVER });
    await create(tenant.admin, { key: 'others', universalControls: ['UCF-GOV-02'] });
    const scanId = await scan(account('22'), READ);
    expect(await checkRow(scanId)).toBeNull();
    expect(await controlsWith(scanId, 'fail')).toEqual(await mappedTo('UCF-GOV-02'));
    expect(await gapsOf(scanId)).toEqual([
      {
        resourceTypes: [LOGIC.resourceType],
        checkId: RULE,
        reason: `The check ${RULE} was stopped: it took longer than 2 seconds for 1 resource.`,
      },
    ]);
    const [row] = await service.database.query(
      'select resources_failed from scan_checks where scan_id = $1 and rule_id = $2',
      [scanId, 'custom.others'],
    );
    expect(row).toEqual({ resources_failed: 1 });
  });

  it('is a cause of differences between two scans', async () => {
    const { id } = await create(tenant.admin, { passes: 'true' });
    const from = await scan(account('22'), READ);
    await changed(tenant.admin, 'updateCustomCheck', { customCheckId: id, passes: 'size(id) == 1' });
    const to = await scan(account('22'), READ);
    const document = `query ($f: ID!, $t: ID!) { compareScans(from: $f, to: $t) { changes { reasons checks { ruleId } } } }`;
    const { compareScans } = await tenant.member.data<{ compareScans: { changes: object[] } }>(document, {
      f: from,
      t: to,
    });
    expect(compareScans.changes).toHaveLength(mapped.length);
    for (const change of compareScans.changes) {
      expect(change).toEqual({ reasons: ['check_version'], checks: [{ ruleId: RULE }] });
    }
  });

  it('is evaluated on the stored resources of an old scan when that is re-evaluated', async () => {
    const scanId = await scan(account('22'), READ);
    await create(tenant.admin);
    const document = `query ($id: ID!) { reevaluateScan(scanId: $id) { resources
      changes { control { controlId framework { name } } status previouslyEvaluated } } }`;
    const { reevaluateScan } = await tenant.member.data<{
      reevaluateScan: {
        changes: { control: { controlId: string; framework: { name: string } }; status: string }[];
      };
    }>(document, { id: scanId });
    const failing = reevaluateScan.changes.filter(({ status }) => status === 'fail');
    expect(failing.map(({ control }) => `${control.framework.name}: ${control.controlId}`).toSorted()).toEqual(mapped);
    const again = await scan(account('22'), READ);
    const unchanged = await tenant.member.data<{ reevaluateScan: { changes: object[] } }>(document, { id: again });
    expect(unchanged.reevaluateScan.changes).toEqual([]);
  });

  it('does not run in a scan of another organization', async () => {
    await create(service.b.admin);
    expect(await checkRow(await scan(account('22'), READ))).toBeNull();
  });
});
