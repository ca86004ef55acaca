import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { universalControlId } from '../catalogue/shipped.js';
import { fails, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess, type AssessmentBody } from './assessments.js';

/** Decides UCF-IAM-08, element 6, which SOC 2 CC6.1 asks for beside elements of UCF-IAM-01. */
const RULE = 'rds_snapshots_public_access';
const ASSESSED = universalControlId('UCF-IAM-01');

describe('a compliant assessment of a control that tests fail', () => {
  let service: TestService;
  let tenant: TestTenant;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    tenant = await service.addTenant(`Held${(tenants += 1)}`, 'ENTERPRISE');
  });

  const fail = async () => {
    const integrationId = await connect(tenant.admin, 'prowler');
    await runImport(tenant.admin, integrationId, prowlerReport(['db-1', 'db-2'].map((name) => fails(name, RULE))));
    return integrationId;
  };
  const reachedBy = ({ propagated_controls: reached }: AssessmentBody, code: string) =>
    reached.find(({ framework, control_id: id }) => framework === 'SOC 2' && id === code);

  it('is held by findings of another universal control of it, which it names with their check and integration', async () => {
    const integrationId = await fail();
    const assessment = await assess(tenant.admin, ASSESSED, 'compliant');
    expect(reachedBy(assessment, 'CC6.1')).toMatchObject({
      previous_status: 'failed',
      new_status: 'failed',
      is_held_by_findings: true,
      holding_checks: [
        {
          universal_control_code: 'UCF-IAM-08',
          integration_id: integrationId,
          integration_name: 'Test prowler',
          rule_id: RULE,
          title: `About ${RULE}`,
          resources_failed: 2,
        },
      ],
    });
    // CC5.2 asks for nothing that fails.
    expect(reachedBy(assessment, 'CC5.2')).toMatchObject({
      new_status: 'passed',
      is_held_by_findings: false,
      holding_checks: [],
    });
    const again = await tenant.member.rest<AssessmentBody>(`/api/ucf/assessments/${assessment.id}`);
    expect(again.propagated_controls).toEqual(assessment.propagated_controls);
  });

  it('is said to be held before anything is written, in the preview', async () => {
    await fail();
    const { previewAssessment } = await tenant.admin.data<{
      previewAssessment: { propagatedControls: { isHeldByFindings: boolean; control: { controlId: string } }[] };
    }>(
      `query ($id: ID!) { previewAssessment(input: { universalControlId: $id, status: compliant, isSupported: true }) {
        propagatedControls { isHeldByFindings holdingChecks { ruleId resourcesFailed } control { controlId } } } }`,
      { id: ASSESSED },
    );
    const previewed = previewAssessment.propagatedControls.find(({ control }) => control.controlId === 'CC6.1');
    expect(previewed).toMatchObject({
      isHeldByFindings: true,
      holdingChecks: [{ ruleId: RULE, resourcesFailed: 2 }],
    });
  });

  it('is not held by findings where another assessment fails it', async () => {
    await assess(tenant.admin, universalControlId('UCF-IAM-08'), 'non_compliant');
    const assessment = await assess(tenant.admin, ASSESSED, 'compliant');
    expect(reachedBy(assessment, 'CC6.1')).toMatchObject({
      new_status: 'failed',
      is_held_by_findings: false,
      holding_checks: [],
    });
  });

  it('is read with one more statement, however many controls are held', async () => {
    const costOf = async (read: () => Promise<unknown>) => {
      const before = service.statements.length;
      await read();
      return service.statements
        .slice(before)
        .filter((text) => !/^(begin|commit|set|select set_config)/i.test(text.trim())).length;
    };
    const read = (id: string) => costOf(() => tenant.member.rest(`/api/ucf/assessments/${id}`));
    const { id: free } = await assess(tenant.admin, ASSESSED, 'compliant');
    // NIST CSF PR.AA-05 asks for UCF-IAM-08, element 6, too.
    await fail();
    const held = await assess(tenant.admin, ASSESSED, 'compliant');
    const several = held.propagated_controls.filter((each) => each.is_held_by_findings);
    expect(several.length).toBeGreaterThan(1);
    expect(await read(held.id)).toBe((await read(free)) + 1);
  });
});
