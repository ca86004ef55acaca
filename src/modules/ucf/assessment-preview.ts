import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import type { Control, Framework, UniversalControl } from '../catalogue/catalogue.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import { assuranceOf } from '../posture/assurance.rules.js';
import { postureOfRequest, type ControlStatus, type Posture } from '../posture/posture.js';
import { scoreChange } from '../posture/score-change.rules.js';
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
    const outcome = decision ?? { status: previousStatus, assurance: 0, isFailedByTests: false };
    return propagatedControl(control, { previousStatus, decided: outcome, assessedAs: status });
  });
  return { propagatedControls, scores: scoresAround(visibleFrameworks(ctx), posture, posture.with(after)) };
}

interface Outcome {
  previousStatus: ControlStatus;
  decided: Decided;
  assessedAs: AssessmentStatus;
}

/** A control that an assessment reached, with what came of it. */
export function propagatedControl(
  control: Control,
  { previousStatus, decided: { status, assurance, isFailedByTests }, assessedAs }: Outcome,
): PropagatedControlType {
  return {
    control,
    previousStatus,
    newStatus: status,
    newAssurance: status === 'passed' ? assuranceOf(assurance, control) : null,
    isHeldByFindings: assessedAs === 'compliant' && isFailedByTests,
  };
}

/** A decision about a control. */
interface Decided {
  status: ControlStatus;
  /** As a byte of a posture. */
  assurance: number;
  /** Whether failing elements decide, of whichever universal control that it is mapped to. */
  isFailedByTests: boolean;
}

function scoresAround(frameworks: readonly Framework[], now: Posture, then: Posture) {
  const around = (framework: string | null, controls: readonly Control[]) =>
    scoreChange(framework, { posture: now, controls }, { posture: then, controls });
  const all = frameworks.flatMap(({ controls }) => controls);
  return [around(null, all), ...frameworks.map(({ name, controls }) => around(name, controls))];
}
