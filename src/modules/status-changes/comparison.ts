import type { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { findActiveFramework, visibleFrameworks } from '../catalogue/visibility.js';
import type { Posture } from '../posture/posture.js';
import { checkPast, posturesOfRequest } from '../posture/posture-at.js';
import { scoreChange } from '../posture/score-change.rules.js';
import { lastChangesBetween } from './comparison.sql.js';
import type { PostureComparisonType } from './comparison.type.js';

/**
 * What of the active frameworks, or of one, differs between two moments.
 * @throws {AppError} VALIDATION_FAILED for moments in the future or in the wrong order; NOT_FOUND, FRAMEWORK_NOT_ACTIVE
 */
export async function comparePostures(
  ctx: RequestContext,
  { from, to, framework: name }: { from: Date; to: Date; framework: string | null },
): Promise<PostureComparisonType> {
  const frameworks = name === null ? visibleFrameworks(ctx) : [findActiveFramework(ctx, name)];
  if (from >= to) throw AppError.invalid('/to', 'must be after from');
  checkPast(ctx, to, '/to');
  const postureOf = ctx.once(posturesOfRequest);
  const [before, after, last] = await Promise.all([
    postureOf(from),
    postureOf(to),
    lastChangesBetween.all(ctx.em, { tenantId: ctx.viewer.tenantId, from, to }),
  ]);
  const lastOf = new Map(last.map((each) => [each.controlNo, each]));
  const controls = frameworks.flatMap((framework) => framework.controls);
  const all = visibleFrameworks(ctx).flatMap((framework) => framework.controls);
  const changes = controls.flatMap((control) => {
    const [previous, now] = [stateOf(before, control), stateOf(after, control)];
    const isSame = previous.status === now.status && previous.assurance?.level === now.assurance?.level;
    const change = lastOf.get(control.no);
    if (isSame || !change) return [];
    const { changedAt, cause } = change;
    return [
      {
        control,
        previousStatus: previous.status,
        status: now.status,
        previousAssurance: previous.assurance,
        assurance: now.assurance,
        changedAt,
        cause,
      },
    ];
  });
  const around = (name: string | null, some: readonly Control[]) =>
    scoreChange(name, { posture: before, controls: some }, { posture: after, controls: some });
  return {
    from,
    to,
    changes,
    scores: [around(null, all), ...frameworks.map((each) => around(each.name, each.controls))],
  };
}

function stateOf(posture: Posture, control: Control) {
  return { status: posture.statusOf(control), assurance: posture.assuranceOf(control) };
}
