import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, controlCountOf, controlId, frameworkId, universalControlId } from '../catalogue/shipped.js';
import { connect, resultsOf, runScan, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { auditOf } from '../organizations/audit-rows.js';
import { assess } from '../ucf/assessments.js';
import { select, settle, type ScopeDecisionBody } from './scoping.js';

/** Criteria of SOC 2, and those of the category of security: the common criteria. */
const ALL = controlCountOf('soc2');
const SECURITY =
  catalogueOf()
    .frameworkBySlug.get('soc2')
    ?.controls.filter(({ controlId: code }) => code.startsWith('CC')).length ?? 0;
const AVAILABILITY = controlId('soc2', 'A1.2');

interface Control {
  id: string;
  control_id: string;
  status: string;
}

interface Detail extends Control {
  assessment_history: { status: string; previous_status: string; reason: string; source: string }[];
  scope: { is_in_scope: boolean; reason: string | null };
  derivation: { status: string; decided_by: string; missing: unknown[] };
}

let service: TestService;
let tenant: TestTenant;
let before: ScanStatusBody;

const controlsOf = (slug: string) =>
  tenant.member.rest<Control[]>(`/api/compliance/frameworks/${frameworkId(slug)}/controls`);
const detailOf = (id: string) => tenant.member.rest<Detail>(`/api/compliance/controls/${id}`);
const scorecardOf = async (name: string) => {
  const { frameworks } = await tenant.member.rest<{ frameworks: Record<string, unknown>[] }>('/api/ucf/scorecard');
  return frameworks.find(({ framework }) => framework === name);
};
const outOfScope = (controls: Control[]) => controls.filter(({ status }) => status === 'not_applicable').length;

beforeAll(async () => {
  service = await startService();
  tenant = service.a;
  await connect(tenant.admin, 'demo');
  before = await runScan(tenant.admin);
  await assess(tenant.admin, universalControlId('UCF-BCM-06'), 'compliant', { details: 'Restored in May.' });
  // A criterion of security, CC1.1.
  await assess(tenant.admin, universalControlId('UCF-GOV-02'), 'compliant');
});
afterAll(() => service.stop());

describe('a proposed selection', () => {
  let proposal: ScopeDecisionBody;

  beforeAll(async () => {
    proposal = await select(tenant.auditor, 'SOC 2', ['security']);
  });

  it('has a review date 365 days ahead', () => {
    const days = (Date.parse(proposal.reviewAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    expect(proposal).toMatchObject({ status: 'proposed', selected: ['security'], approval: 'needs_another' });
  });

  it('has no effect', async () => {
    expect(outOfScope(await controlsOf('soc2'))).toBe(0);
    expect((await scorecardOf('SOC 2'))?.total_controls).toBe(ALL);
  });

  it('is refused to its proposer while somebody else may approve', async () => {
    const { decisions, refusals } = await settle(tenant.auditor, 'approve', [proposal]);
    expect(decisions).toEqual([]);
    expect(refusals).toEqual([
      { code: 'FORBIDDEN', pointer: '/ids/0', message: 'another admin or auditor has to approve what you proposed' },
    ]);
  });

  it('cannot be proposed twice', async () => {
    await expect(select(tenant.admin, 'SOC 2', ['privacy'])).rejects.toThrow('a selection is proposed already');
  });

  it('may not be approved by a member, nor by another organization', async () => {
    await expect(settle(tenant.member, 'approve', [proposal])).rejects.toThrow('FORBIDDEN');
    expect((await settle(service.b.admin, 'approve', [proposal])).refusals).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

describe('an approved selection', () => {
  let statements: number;
  let assessed: Control | undefined;

  beforeAll(async () => {
    const sent = service.statements.length;
    assessed = (await controlsOf('soc2')).find(({ id }) => id === AVAILABILITY);
    statements = service.statements.length - sent;
    const { data } = (await tenant.member.graphql('{ framework(name: "SOC 2") { scope { proposals { id } } } }'))
      .body as { data: { framework: { scope: { proposals: { id: string }[] } } } };
    const { decisions, refusals } = await settle(
      tenant.admin,
      'approve',
      data.framework.scope.proposals,
      'As contracted.',
    );
    expect(refusals).toEqual([]);
    expect(decisions).toMatchObject([{ status: 'approved', isSelfApproved: false, note: 'As contracted.' }]);
  });

  it('makes every control of the other categories not applicable, in a list of as many statements as before', async () => {
    const sent = service.statements.length;
    const controls = await controlsOf('soc2');
    expect(service.statements.length - sent).toBe(statements);
    expect(controls).toHaveLength(ALL);
    expect(outOfScope(controls)).toBe(ALL - SECURITY);
    const security = controls.filter(({ status }) => status !== 'not_applicable');
    expect(security.every(({ control_id: code }) => code.startsWith('CC'))).toBe(true);
  });

  it('stands with its reason in the control, its derivation and its history', async () => {
    const {
      status,
      scope,
      derivation,
      assessment_history: [newest],
    } = await detailOf(AVAILABILITY);
    expect(assessed?.status).toBe('passed');
    expect(status).toBe('not_applicable');
    expect(scope).toMatchObject({ is_in_scope: false, reason: 'Only security.' });
    expect(derivation).toMatchObject({ status: 'not_applicable', decided_by: 'scope', missing: [] });
    expect(newest).toMatchObject({
      source: 'scope',
      previous_status: 'passed',
      reason: 'out of scope: Only security.',
    });
  });

  it('leaves the controls out of totals and scores everywhere, which say how many they are', async () => {
    const inScope = (await controlsOf('soc2')).filter(({ status }) => status !== 'not_applicable');
    const passed = inScope.filter(({ status }) => status === 'passed').length;
    const score = Math.round((1_000 * passed) / SECURITY) / 10;
    expect(await scorecardOf('SOC 2')).toMatchObject({
      total_controls: SECURITY,
      not_applicable_controls: ALL - SECURITY,
      passed_controls: passed,
      score,
    });
    const { frameworks } = await tenant.member.rest<{ frameworks: Record<string, unknown>[] }>(
      '/api/reports/frameworks',
    );
    expect(frameworks.find(({ framework }) => framework === 'SOC 2')).toMatchObject({
      total_controls: SECURITY,
      score,
    });
    const { heatmap, framework } = await tenant.member.data<{
      heatmap: {
        frameworks: { framework: string; cells: { domain: string; totalControls: number; change: number | null }[] }[];
      };
      framework: { totalControls: number; scope: object };
    }>(`{ heatmap { frameworks { framework cells { domain totalControls change evidenceAgeDays } } }
          framework(name: "SOC 2") { totalControls scope { inScopeControls outOfScopeControls
            choice { values { value controls isSelected isAlways } } } } }`);
    const soc2 = heatmap.frameworks.find((row) => row.framework === 'SOC 2');
    expect(soc2?.cells.every((cell) => cell.totalControls <= SECURITY)).toBe(true);
    expect(framework).toEqual({
      totalControls: ALL,
      scope: {
        inScopeControls: SECURITY,
        outOfScopeControls: ALL - SECURITY,
        choice: {
          values: [
            { value: 'security', controls: 33, isSelected: true, isAlways: true },
            { value: 'availability', controls: 3, isSelected: false, isAlways: false },
            { value: 'confidentiality', controls: 2, isSelected: false, isAlways: false },
            { value: 'processing-integrity', controls: 5, isSelected: false, isAlways: false },
            { value: 'privacy', controls: 18, isSelected: false, isAlways: false },
          ],
        },
      },
    });
  });

  it('counts in the history of scores from that moment', async () => {
    const [point] = await service.database.query<{ total_controls: number }>(
      `select total_controls from score_history where tenant_id = $1 and framework = 'soc2' order by posture_version desc limit 1`,
      [tenant.tenantId],
    );
    expect(point?.total_controls).toBe(SECURITY);
  });

  it('counts in reports, which name the controls that are out', async () => {
    const answer = await tenant.admin.post('/api/reports/generate', { framework: 'SOC 2' });
    expect((answer.body as { data: object }).data).toMatchObject({ total_controls: SECURITY });
  });

  it('is not undone by assessments and scans, and scans do not report on it', async () => {
    await assess(tenant.admin, universalControlId('UCF-BCM-06'), 'non_compliant');
    const scan = await runScan(tenant.admin);
    expect(scan.total_controls).toBe(before.total_controls - (ALL - SECURITY));
    const results = (await resultsOf(tenant.member, scan.id)).filter(({ framework }) => framework === 'SOC 2');
    expect(results).toHaveLength(SECURITY);
    expect(outOfScope(await controlsOf('soc2'))).toBe(ALL - SECURITY);
  });

  it('is replaced by the next one that is approved', async () => {
    const wider = await select(tenant.admin, 'SOC 2', ['availability']);
    await settle(tenant.auditor, 'approve', [wider]);
    expect(outOfScope(await controlsOf('soc2'))).toBe(ALL - SECURITY - 3);
    const {
      status,
      assessment_history: [newest],
    } = await detailOf(AVAILABILITY);
    expect(status).toBe('failed');
    expect(newest?.reason).toBe('in scope again: assessed as non-compliant');
  });

  it('ends with its withdrawal', async () => {
    const { scopeDecisions } = await tenant.member.data<{
      scopeDecisions: { totalCount: number; nodes: ScopeDecisionBody[] };
    }>('{ scopeDecisions(framework: "SOC 2", first: 5) { totalCount nodes { id status } } }');
    expect(scopeDecisions).toMatchObject({ totalCount: 2, nodes: [{ status: 'approved' }, { status: 'withdrawn' }] });
    await settle(tenant.auditor, 'withdraw', scopeDecisions.nodes.slice(0, 1));
    expect(outOfScope(await controlsOf('soc2'))).toBe(0);
    expect((await scorecardOf('SOC 2'))?.total_controls).toBe(ALL);
    const again = await settle(tenant.auditor, 'withdraw', scopeDecisions.nodes.slice(0, 1));
    expect(again.refusals).toMatchObject([{ code: 'CONFLICT', message: 'the decision is withdrawn already' }]);
  });

  it('is in the audit trail at every step', async () => {
    const steps = (await auditOf(service, tenant.tenantId)).filter(({ action }) => action.startsWith('scope.'));
    expect(steps.map(({ action }) => action)).toEqual([
      'scope.proposed',
      'scope.approved',
      'scope.proposed',
      'scope.withdrawn',
      'scope.approved',
      'scope.withdrawn',
    ]);
    expect(steps[0]?.after).toMatchObject({
      framework: 'soc2',
      kind: 'selection',
      selected: ['security'],
      reason: 'Only security.',
    });
  });
});
