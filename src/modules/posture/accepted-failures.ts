import type { RequestContext } from '../../context.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import { acceptedElements } from './accepted-failure.sql.js';
import { postureOfRequest } from './posture.js';

/**
 * For `ctx.once`: numbers of the controls in scope that do not fail now, and would without the exceptions in force. A failing element fails every
 * control that covers it (schema/contract/status.md, "Tests"), so that one whose failure is accepted is enough.
 */
export async function acceptedFailures(ctx: RequestContext): Promise<ReadonlySet<number>> {
  const found = await acceptedElements.all(ctx.em, { tenantId: ctx.viewer.tenantId });
  if (found.length === 0) return new Set();
  const posture = await ctx.once(postureOfRequest).get();
  const keyOf = (universalNo: number, element: number) => `${universalNo} ${element}`;
  const accepted = new Set(found.map(({ universalNo, element }) => keyOf(universalNo, element)));
  const controls = visibleFrameworks(ctx).flatMap((framework) => framework.controls);
  const wouldFail = controls.filter(
    (control) =>
      posture.isInScope(control) &&
      posture.statusOf(control) !== 'failed' &&
      control.mappings.some(({ universalControl: { no }, covers }) =>
        covers.some((element) => accepted.has(keyOf(no, element))),
      ),
  );
  return new Set(wouldFail.map(({ no }) => no));
}
