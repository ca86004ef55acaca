import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { universalControlId } from '../catalogue/shipped.js';
import { assess } from '../ucf/assessments.js';
import { jsonReport, TYPES, type JsonReport } from './reports.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const FRAMEWORKS = ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS'];

interface SummaryReport {
  compliance_summary: {
    controls: {
      control_id: string;
      status: string;
      finding: string;
      passed_checks: { check: string; integration: string; resources_passed: number }[];
      passed_assessments: {
        universal_control: string;
        assessed_by: string | null;
        assessed_at: string;
        has_note: boolean;
        evidence: number;
        in_date: boolean;
      }[];
      decided_by: { source: string } | null;
    }[];
  };
}

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../schema/reports/${name}.json`, import.meta.url), 'utf8')) as object;

describe('a JSON report', () => {
  let service: TestService;
  let scanId = '';
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(schemaOf('common'));

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    await connect(service.a.admin, 'demo');
    scanId = (await runScan(service.a.admin)).id;
    await runScan(service.a.admin);
    await assess(service.a.admin, universalControlId('UCF-VUL-02'), 'non_compliant');
    // Of PCI DSS alone.
    await assess(service.a.admin, universalControlId('UCF-VUL-05'), 'non_compliant');
  });
  afterAll(() => service.stop());

  describe.each(TYPES)('of type %s', (type) => {
    const validate = ajv.compile(schemaOf(type));

    it.each(FRAMEWORKS)('about %s is what its schema says, now and as of a scan', async (framework) => {
      for (const scan of [{}, { scan_job_id: scanId }]) {
        const report = await jsonReport(service.a.member, { framework, report_type: type, ...scan });
        validate(report);
        expect(validate.errors).toBeNull();
        expect(report.metadata).toMatchObject({ framework, report_type: type });
      }
    });

    it('without a required member does not match its schema', async () => {
      const report = await jsonReport(service.a.member, { framework: 'SOC 2', report_type: type });
      expect(validate({ ...report, compliance_score: undefined })).toBe(false);
    });
  });

  it('shows the same status and assurance of every control as the control list', async () => {
    const report = await jsonReport(service.a.member, { framework: 'NIST CSF' });
    const { framework } = await service.a.member.data<{
      framework: {
        controls: { controlId: string; title: string; status: string; assurance: { level: string } | null }[];
      };
    }>('{ framework(name: "nist-csf") { controls { controlId title status assurance { level } } } }');
    expect(report.control_status).toEqual(
      framework.controls.map(({ controlId: control_id, title, status, assurance }) => ({
        control_id,
        title,
        status,
        assurance: assurance?.level ?? null,
        exceptions: 0,
      })),
    );
    const passed = framework.controls.filter(({ status }) => status === 'passed');
    const assured = passed.filter(({ assurance }) => assurance?.level === 'full');
    expect(report).toMatchObject({
      compliance_score: Math.round((1_000 * passed.length) / 106) / 10,
      assured_score: Math.round((1_000 * assured.length) / 106) / 10,
      totals: { passed_controls: passed.length, assured_controls: assured.length },
    });
  });

  it('names for every control that a scan passes the checks and the resources they counted, and its sources', async () => {
    const reports = await Promise.all(
      FRAMEWORKS.map((framework) => jsonReport<JsonReport & SummaryReport>(service.a.member, { framework })),
    );
    const controls = reports.flatMap(({ compliance_summary: summary }) => summary.controls);
    const passed = controls.filter(
      ({ status, decided_by: decided }) => status === 'passed' && decided?.source === 'scan',
    );
    expect(passed.length).toBeGreaterThan(0);
    for (const { finding, passed_checks: checks } of passed) {
      expect(checks.length).toBeGreaterThan(0);
      // `3 checks passed on 12 resources.`: the same checks, and the resources that each looked at.
      expect(Number.parseInt(finding)).toBe(checks.length);
      for (const { check, resources_passed: count } of checks) {
        expect(finding).toContain(`${check} (${count} resource${count === 1 ? '' : 's'})`);
      }
    }
    const others = controls.filter(({ status }) => status !== 'passed');
    expect(others.flatMap(({ passed_checks: checks }) => checks)).toEqual([]);
    const csf = reports.find(({ metadata }) => metadata.framework === 'NIST CSF');
    expect(csf?.metadata).toMatchObject({
      scope: { selected: null, controls_in_scope: 106, controls_out_of_scope: 0 },
      period: { to: csf?.metadata.as_of },
      sources: { integrations: [{ type: 'demo', scanned_at: expect.any(String) as string }], assessments: 1 },
    });
  });

  it.each(FRAMEWORKS)(
    'has remediation steps for exactly the failed controls of %s, highest priority first',
    async (name) => {
      const { remediation_steps: steps, control_status } = await jsonReport(service.a.member, { framework: name });
      const failed = control_status.filter(({ status }) => status === 'failed').map(({ control_id }) => control_id);
      const { framework } = await service.a.member.data<{ framework: { controls: { controlId: string }[] } }>(
        'query ($name: String!) { framework(name: $name) { controls(status: failed) { controlId } } }',
        { name },
      );
      expect(failed.length).toBeGreaterThan(name === 'PCI DSS' ? 10 : 0);
      expect(failed.toSorted()).toEqual(framework.controls.map(({ controlId }) => controlId).toSorted());
      expect(steps.map(({ control_id }) => control_id).sort()).toEqual(failed.sort());
      expect(steps.map(({ rank }) => rank)).toEqual(steps.map((_, index) => index + 1));
      expect(steps.map(({ priority }) => priority)).toEqual(
        steps.map(({ priority }) => priority).sort((a, b) => b - a),
      );
      expect(steps.every((each) => each.steps.length > 0)).toBe(true);
    },
  );

  it('refers to existing artifacts only', async () => {
    const { evidence_references: references } = await jsonReport(service.a.member, { framework: 'SOC 2' });
    const [first] = references;
    const { pathname } = new URL(first?.href ?? '');
    expect(await service.a.member.rest(pathname)).toMatchObject({ id: first?.id, sha256: first?.sha256 });
  });

  it('names for every control that assessments pass who assessed what, when, with a note or not, on how many artifacts', async () => {
    const note = { details: 'Restored in May.' };
    await assess(service.a.auditor, universalControlId('UCF-BCM-06'), 'compliant', note);
    await assess(service.a.auditor, universalControlId('UCF-BCM-07'), 'compliant');
    const { compliance_summary: summary } = await jsonReport<JsonReport & SummaryReport>(service.a.member, {
      framework: 'ISO 27001',
    });
    const { controls } = summary;
    const assessed = controls.filter(
      ({ status, decided_by: decided }) => status === 'passed' && decided?.source === 'assessment',
    );
    expect(assessed.map(({ control_id: code }) => code)).toContain('A.8.13');
    for (const { finding, passed_assessments: basis } of assessed) {
      expect(basis.length).toBeGreaterThan(0);
      for (const { universal_control: code, assessed_by: by, assessed_at: at, has_note: noted, evidence } of basis) {
        const artifacts = `${evidence} artifact${evidence === 1 ? '' : 's'}`;
        const note = noted ? 'with a note' : 'without a note';
        expect(finding).toContain(`${code} by ${by}, ${at.slice(0, 10)}, ${note}, ${artifacts}`);
      }
    }
    const unassessed = controls.filter((each) => !assessed.includes(each));
    expect(unassessed.flatMap(({ passed_assessments: basis }) => basis)).toEqual([]);
  });
});
