import type { RequestContext } from '../../context.js';
import { DAY } from '../../platform/clock.js';
import { percentOf } from '../../platform/percent.js';
import type { Control } from '../catalogue/catalogue.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import { postureOfRequest, type Posture } from '../posture/posture.js';
import { ASSESSMENT_DAYS, SCAN_DAYS } from './freshness.rules.js';
import { controlsInDate } from './score.sql.js';

/** Share, in percent, of the controls with a status now whose deciding evidence is in date. */
export async function freshnessOf(ctx: RequestContext, controls: readonly Control[]): Promise<number> {
  const fresh = await ctx.once(freshControls);
  const posture = await ctx.once(postureOfRequest).get();
  const assessed = controls.filter((control) => isAssessed(posture, control));
  return percentOf(assessed.filter(({ no }) => fresh.has(no)).length, assessed.length);
}

/** How many of the controls with a status now have deciding evidence that is no longer in date. */
export async function outOfDateOf(ctx: RequestContext, controls: readonly Control[]): Promise<number> {
  const fresh = await ctx.once(freshControls);
  const posture = await ctx.once(postureOfRequest).get();
  return controls.filter((control) => isAssessed(posture, control) && !fresh.has(control.no)).length;
}

/**
 * For `ctx.once`: numbers of the controls of active frameworks whose deciding evidence is in date: results of scans of the last 30
 * days; an assessment of the last 365 days none of whose artifacts has expired.
 */
async function freshControls(ctx: RequestContext): Promise<Set<number>> {
  const now = ctx.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const posture = await ctx.once(postureOfRequest).get();
  const controls = visibleFrameworks(ctx).flatMap((framework) => framework.controls);
  const found = await controlsInDate.only(ctx.em, {
    tenantId: ctx.viewer.tenantId,
    controls: controls.filter((control) => isAssessed(posture, control)),
    scansFrom: daysAgo(SCAN_DAYS),
    assessmentsFrom: daysAgo(ASSESSMENT_DAYS),
    now,
  });
  return new Set(found.nos);
}

function isAssessed(posture: Posture, control: Control): boolean {
  return posture.isInScope(control) && posture.statusOf(control) !== 'not_assessed';
}
