import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL, elementsOf, failedBy } from '../catalogue/decided.js';
import { catalogueOf, frameworkId } from '../catalogue/shipped.js';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

interface Fix {
  rank: number;
  priority: number;
  source: string;
  id: string;
  severity: keyof typeof SEVERITY;
  frameworks: string[];
  failingResources: number | null;
  controls: { id: string; status: string; framework: { name: string } }[];
  passes: { id: string }[];
  helps: { id: string }[];
  remediation: { effort: keyof typeof EFFORT; steps: object[] };
}

const QUEUE = `query ($first: Int!) { remediationQueue(first: $first) {
  rank priority source id severity frameworks failingResources
  controls { id status framework { name } } passes { id } helps { id } remediation { effort steps { order } } } }`;
/** The contract's points. */
const SEVERITY = { critical: 40, high: 30, medium: 20, low: 10, informational: 0 };
const EFFORT = { low: 6, medium: 3, high: 0 };

let service: TestService;
const [wide] = catalogueOf().universalControls.toSorted((a, b) => b.mappings.length - a.mappings.length);

beforeAll(async () => {
  service = await startService();
  await connect(service.a.admin, 'demo');
  await runScan(service.a.admin);
});
afterAll(() => service.stop());

const queue = async (first = 100) =>
  (await service.a.member.data<{ remediationQueue: Fix[] }>(QUEUE, { first })).remediationQueue;

describe('remediationQueue', () => {
  it('ranks fixes by severity, number of gaining frameworks and effort', async () => {
    const fixes = await queue();
    expect(fixes.length).toBeGreaterThan(20);
    for (const [index, fix] of fixes.entries()) {
      const { severity, frameworks, remediation } = fix;
      expect(fix.rank).toBe(index + 1);
      expect(fix.priority).toBe(SEVERITY[severity] + 2 * frameworks.length + EFFORT[remediation.effort]);
      expect(fix.priority).toBeLessThanOrEqual(fixes[index - 1]?.priority ?? Infinity);
    }
  });

  it('lists the controls that fail by each check and their frameworks', async () => {
    const fixes = await queue();
    for (const { id, source, controls, frameworks } of fixes) {
      expect(source).toBe('check');
      expect(controls.map((control) => control.id).sort()).toEqual(
        failedBy(id)
          .map((control) => control.id)
          .sort(),
      );
      expect(controls.every(({ status }) => status === 'failed')).toBe(true);
      expect(new Set(frameworks)).toEqual(new Set(controls.map(({ framework }) => framework.name)));
    }
    expect(fixes.some(({ controls }) => controls.length > 0)).toBe(true);
  });

  it('says of each fix what passes by it alone, as whatIf does, and what it only helps', async () => {
    const fixes = await queue();
    let passing = 0;
    for (const { id, controls, passes, helps } of fixes.filter((fix) => fix.controls.length > 0)) {
      const { whatIf } = await service.a.member.data<{
        whatIf: { changes: { control: { id: string }; newStatus: string }[] };
      }>('query ($input: WhatIfInput!) { whatIf(input: $input) { changes { control { id } newStatus } } }', {
        input: { fix: [{ checkId: id }] },
      });
      const passed = whatIf.changes.filter(({ newStatus }) => newStatus === 'passed').map(({ control }) => control.id);
      expect(passes.map((control) => control.id).toSorted()).toEqual(passed.toSorted());
      expect([...passes, ...helps].map((control) => control.id).toSorted()).toEqual(
        controls.map((control) => control.id).toSorted(),
      );
      passing += passes.length;
    }
    const claimed = new Set(fixes.flatMap(({ controls }) => controls.map(({ id }) => id)));
    expect(passing).toBeLessThan(claimed.size);
  });

  it('lists failing checks that only support controls, with no control and no framework', async () => {
    const supporting = (await queue()).filter(({ id }) => elementsOf(id).length === 0);
    expect(supporting.length).toBeGreaterThan(0);
    for (const { controls, frameworks, failingResources } of supporting) {
      expect([controls, frameworks]).toEqual([[], []]);
      expect(failingResources).toBeGreaterThan(0);
    }
  });

  it('lists the controls of every framework after a scan that reports on one alone', async () => {
    const { admin } = await service.addTenant('Narrow', 'ENTERPRISE');
    await runImport(admin, await connect(admin, 'prowler'), prowlerReport([auditTrail('FAIL')]));
    // PCI DSS 10.2.1 and others fail by it; no control of SOC 2 does.
    await runScan(admin, { framework_id: frameworkId('soc2') });
    const { remediationQueue } = await admin.data<{ remediationQueue: Fix[] }>(QUEUE, { first: 10 });
    expect(remediationQueue.map(({ id }) => id)).toEqual([`prowler.${AUDIT_TRAIL.prowler}`]);
    expect(remediationQueue[0]?.controls.map(({ id }) => id).sort()).toEqual(
      failedBy(AUDIT_TRAIL.check)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('contains unmet universal controls until they are assessed as compliant', async () => {
    await assess(service.a.auditor, wide?.id ?? '', 'non_compliant');
    const fix = (await queue()).find(({ id }) => id === wide?.id);
    expect(fix).toMatchObject({ source: 'assessment', severity: 'high', failingResources: null });
    await assess(service.a.auditor, wide?.id ?? '', 'compliant');
    expect((await queue()).find(({ id }) => id === wide?.id)).toBeUndefined();
  });

  it('returns the first N fixes and rejects more than 100', async () => {
    const [first, second] = await queue();
    expect(await queue(2)).toEqual([first, second]);
    const { body } = await service.a.member.graphql(QUEUE, { first: 101 });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
  });

  it('sends the same number of statements however many checks fail', async () => {
    const count = async () => {
      const from = service.statements.length;
      await queue();
      return service.statements.slice(from).length;
    };
    expect(await count()).toBe(4);
  });

  it('is empty for an organization without findings', async () => {
    const { remediationQueue } = await service.b.member.data<{ remediationQueue: Fix[] }>(QUEUE, { first: 5 });
    expect(remediationQueue).toEqual([]);
  });
});
