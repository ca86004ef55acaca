import type { RequestContext } from '../../context.js';
import { wordingOf, type Wording } from '../../messages/translated.js';
import { catalogueOf, visibleFrameworks } from '../catalogue/visibility.js';
import type { Check, Control, UniversalControl } from '../catalogue/catalogue.js';
import { faultOf } from '../catalogue/fault.rules.js';
import { ruleResolver, type NamedRule } from '../custom-checks/rule-resolve.js';
import { coveredCodes } from '../catalogue/tested-elements.rules.js';
import { postureOfRequest } from '../posture/posture.js';
import { Course, Reaches, type PlanAction } from '../planning/course.rules.js';
import { standingOfRequest } from '../planning/standing.read.js';
import { remediationOf, remediationOfAssessment } from '../scans/remediation.rules.js';
import { assessmentLoader } from '../ucf/assessment.loader.js';
import { failingChecks, type FailingCheck } from './failing-checks.sql.js';
import { rankFixes, type Fix, type RankedFix } from './queue.rules.js';

/** Every fix for the active frameworks, most urgent first. */
export async function collectFixes(ctx: RequestContext): Promise<RankedFix[]> {
  const [failing, posture, assessments, { standing }] = await Promise.all([
    failingChecks.all(ctx.em, { tenantId: ctx.viewer.tenantId }),
    ctx.once(postureOfRequest).get(),
    Promise.all(catalogueOf(ctx).universalControls.map(({ no }) => ctx.once(assessmentLoader).load(no))),
    ctx.once(standingOfRequest).get(),
  ]);
  const active = visibleFrameworks(ctx);
  const isActive = (control: Control) =>
    control.isCurrent && active.includes(control.framework) && posture.isInScope(control);
  const isFailed = (control: Control) => isActive(control) && posture.statusOf(control) === 'failed';
  const reaches = new Reaches(
    standing,
    active.flatMap(({ controls }) => controls),
  );
  const now = new Course(standing, reaches, ctx.clock.now().getTime());
  const effectOf: EffectOf = (action, controls) => {
    const passes = controls.filter((control) => action && now.outcomeWith([action], control).status === 'passed');
    return { passes, helps: controls.filter((control) => !passes.includes(control)) };
  };
  const unmet = catalogueOf(ctx).universalControls.flatMap((universalControl, index) => {
    const status = assessments[index]?.status;
    return status === 'non_compliant' || status === 'partially_compliant'
      ? [fixOfAssessment(universalControl, status, { wording: wordingOf(ctx), isFailed, effectOf })]
      : [];
  });
  const named = failing.flatMap(({ checkId, title }) => (checkId === null ? [] : [ruleOf(checkId, title)]));
  const resolve = await ruleResolver(ctx, named);
  const fixes = failing.flatMap((each) => {
    const check = each.checkId === null ? null : resolve(ruleOf(each.checkId, each.title));
    const action = reaches.fixes.get(each.checkId ?? each.ruleId) ?? null;
    return fixOfCheck(ctx, each, { check, isActive, isFailed, effectOf: (controls) => effectOf(action, controls) });
  });
  return rankFixes([...fixes, ...unmet], active);
}

type Test = (control: Control) => boolean;

/** What a repair alone does to failed controls that it brings forward; without the repair, none passes. */
type EffectOf = (action: PlanAction | null, controls: Control[]) => Pick<Fix, 'passes' | 'helps'>;

function ruleOf(checkId: string, title: string): NamedRule {
  return { scanner: 'crosswalk', ruleId: checkId, title };
}

function fixOfCheck(
  ctx: RequestContext,
  failing: FailingCheck,
  {
    check,
    isActive,
    isFailed,
    effectOf,
  }: {
    check: Check | null;
    isActive: Test;
    isFailed: Test;
    effectOf: (controls: Control[]) => Pick<Fix, 'passes' | 'helps'>;
  },
): Fix[] {
  const { checkId, ruleId, title, severity, resourcesFailed } = failing;
  const { controlByNo } = catalogueOf(ctx);
  const codes = new Set(failing.elements);
  // The scan may have reported on one framework; what fails in it fails the controls of all of them.
  const named = [...failing.controlNos.flatMap((no) => controlByNo.get(no) ?? []), ...(check?.controls ?? [])];
  const reached = [...new Set(named)].filter(isActive);
  const [first] = reached;
  if (!first) return [];
  // A check that only supports fails no control: repairing it brings none forward.
  const controls = reached.filter(
    (control) => isFailed(control) && coveredCodes(control).some((code) => codes.has(code)),
  );
  return [
    {
      source: 'check',
      id: checkId ?? ruleId,
      title: check?.title ?? title,
      fault: faultOf(check, failing),
      severity,
      universalControls: check?.universalControls ?? [],
      controls,
      ...effectOf(controls),
      failingResources: resourcesFailed,
      remediation: remediationOf(first, [{ check, title, ruleId }], wordingOf(ctx)),
    },
  ];
}

/** Severity as in a gap analysis, because an assessment has none of its own. */
function fixOfAssessment(
  universalControl: UniversalControl,
  status: 'non_compliant' | 'partially_compliant',
  { wording, isFailed, effectOf }: { wording: Wording; isFailed: Test; effectOf: EffectOf },
): Fix {
  const { id, code, mappings } = universalControl;
  const title = `${code}: ${wording.text(universalControl.title)}`;
  const controls = [...new Set(mappings.map(({ control }) => control))].filter(isFailed);
  return {
    source: 'assessment',
    id,
    title,
    fault: title,
    severity: status === 'non_compliant' ? 'high' : 'medium',
    universalControls: [universalControl],
    controls,
    ...effectOf({ kind: 'assess', key: `assess ${code}`, universalControl }, controls),
    failingResources: null,
    remediation: remediationOfAssessment(universalControl, wording),
  };
}
