import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import type { Control, UniversalControl } from '../catalogue/catalogue.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import { postureOfRequest, type ControlStatus, type Posture } from '../posture/posture.js';
import { scoreOf } from '../posture/score.rules.js';
import { reachOf } from './assessment.service.js';
import { decisionPreview } from './assessment.sql.js';
import type { AssessmentPreviewType } from './assessment-preview.type.js';

/** Computes what an assessment would change, without writing anything. */
export async function previewAssessment(
  ctx: RequestContext,
  universalControl: UniversalControl,
  status: AssessmentStatus,
): Promise<AssessmentPreviewType> {
  const controls = reachOf(ctx, universalControl);
  const assessment = { id: newId(), universalNo: universalControl.no, status, at: ctx.clock.now() };
  const decided = await decisionPreview.all(ctx.em, { tenantId: ctx.viewer.tenantId, controls, assessment });
  const posture = await ctx.once(postureOfRequest).get();
  const after = new Map(decided.map(({ no, status: decidedStatus }) => [no, decidedStatus]));
  const propagatedControls = controls.map((control) => ({
    control,
    previousStatus: posture.statusOf(control),
    newStatus: after.get(control.no) ?? posture.statusOf(control),
  }));
  return { propagatedControls, scores: scoresAround(ctx, posture, after) };
}

function scoresAround(ctx: RequestContext, posture: Posture, after: ReadonlyMap<number, ControlStatus>) {
  const frameworks = visibleFrameworks(ctx);
  const score = (controls: readonly Control[], statusOf: (control: Control) => ControlStatus) =>
    scoreOf(controls.filter((control) => statusOf(control) === 'passed').length, controls.length);
  const around = (framework: string | null, controls: readonly Control[]) => ({
    scope: framework === null ? 'overall' : 'framework',
    framework,
    previousScore: score(controls, (control) => posture.statusOf(control)),
    newScore: score(controls, (control) => after.get(control.no) ?? posture.statusOf(control)),
  });
  return [
    around(
      null,
      frameworks.flatMap(({ controls }) => controls),
    ),
    ...frameworks.map(({ name, controls }) => around(name, controls)),
  ];
}
