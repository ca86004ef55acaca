import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import type { Control, UniversalControl } from '../catalogue/catalogue.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import { assuranceOf, isDisputed, levelOf } from '../posture/assurance.rules.js';
import { postureOfRequest, type ControlStatus, type Posture } from '../posture/posture.js';
import { scoreOf } from '../posture/score.rules.js';
import { reachOf } from './assessment.service.js';
import { decisionPreview } from './assessment.sql.js';
import type { AssessmentPreviewType } from './assessment-preview.type.js';
import type { PropagatedControlType } from './assessment.type.js';

/** Computes what an assessment would change, without writing anything. */
export async function previewAssessment(
  ctx: RequestContext,
  universalControl: UniversalControl,
  { status, isSupported }: { status: AssessmentStatus; isSupported: boolean },
): Promise<AssessmentPreviewType> {
  const controls = reachOf(ctx, universalControl);
  const assessment = { id: newId(), universalNo: universalControl.no, status, isSupported, at: ctx.clock.now() };
  const decided = await decisionPreview.all(ctx.em, { tenantId: ctx.viewer.tenantId, controls, assessment });
  const posture = await ctx.once(postureOfRequest).get();
  const after = new Map(decided.map(({ no, ...decision }) => [no, decision]));
  const propagatedControls = controls.map((control) => {
    const decision = after.get(control.no);
    const previousStatus = posture.statusOf(control);
    const outcome = decision ?? { status: previousStatus, assurance: 0 };
    return propagatedControl(control, { previousStatus, decided: outcome, assessedAs: status });
  });
  return { propagatedControls, scores: scoresAround(ctx, posture, after) };
}

interface Outcome {
  previousStatus: ControlStatus;
  decided: Decided;
  assessedAs: AssessmentStatus;
}

/** A control that an assessment reached, with what came of it. */
export function propagatedControl(
  control: Control,
  { previousStatus, decided: { status, assurance }, assessedAs }: Outcome,
): PropagatedControlType {
  return {
    control,
    previousStatus,
    newStatus: status,
    newAssurance: status === 'passed' ? assuranceOf(assurance, control) : null,
    isHeldByFindings: assessedAs === 'compliant' && status === 'failed' && isDisputed(assurance),
  };
}

/** A decision about a control. */
interface Decided {
  status: ControlStatus;
  /** As a byte of a posture. */
  assurance: number;
}

function scoresAround(ctx: RequestContext, posture: Posture, after: ReadonlyMap<number, Decided>) {
  const frameworks = visibleFrameworks(ctx);
  const score = (controls: readonly Control[], counts: (control: Control) => boolean) => {
    const inScope = controls.filter((control) => posture.isInScope(control));
    return scoreOf(inScope.filter(counts).length, inScope.length);
  };
  const isPassedAfter = (control: Control) => (after.get(control.no)?.status ?? posture.statusOf(control)) === 'passed';
  const isAssuredAfter = (control: Control) => {
    const decision = after.get(control.no);
    return decision ? levelOf(decision.status, decision.assurance) === 'full' : posture.isAssured(control);
  };
  const around = (framework: string | null, controls: readonly Control[]) => ({
    scope: framework === null ? 'overall' : 'framework',
    framework,
    previousScore: score(controls, (control) => posture.statusOf(control) === 'passed'),
    newScore: score(controls, isPassedAfter),
    previousAssuredScore: score(controls, (control) => posture.isAssured(control)),
    newAssuredScore: score(controls, isAssuredAfter),
  });
  return [
    around(
      null,
      frameworks.flatMap(({ controls }) => controls),
    ),
    ...frameworks.map(({ name, controls }) => around(name, controls)),
  ];
}
