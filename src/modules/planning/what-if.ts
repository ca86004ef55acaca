import type { RequestContext } from '../../context.js';
import { catalogueOf } from '../catalogue/visibility.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { mappedTo } from '../posture/active-controls.js';
import { assuranceOf } from '../posture/assurance.rules.js';
import { postureOfRequest, type Posture } from '../posture/posture.js';
import { scoreChange } from '../posture/score-change.rules.js';
import type { Decision } from '../posture/status-decision.js';
import { activeAfter, assumedAssessments, votesAfter, type AssumedAssessment, type AssumedFix } from './hypothesis.js';
import { standingOfRequest } from './standing.read.js';
import { consequences } from './what-if.sql.js';
import type { WhatIfType } from './what-if.type.js';

/** What is taken as done: frameworks are activated, then resources repaired and scanned, then universal controls assessed. */
export interface Assumption {
  fix: readonly AssumedFix[];
  assess: readonly AssumedAssessment[];
  /** Names or slugs. */
  activate: readonly string[];
}

/**
 * What would change, without writing anything.
 * @throws {AppError} NOT_FOUND; VALIDATION_FAILED; LICENSE_LIMIT_REACHED for frameworks that could not be activated
 */
export async function whatIf(ctx: RequestContext, { fix, assess, activate }: Assumption): Promise<WhatIfType> {
  const scannedAt = ctx.clock.now();
  const { active, added } = activeAfter(ctx, activate);
  const votes =
    fix.length === 0
      ? []
      : await votesAfter(ctx, await ctx.once(standingOfRequest).get(), { fixes: fix, at: scannedAt });
  const assessments = assumedAssessments(assess, new Date(scannedAt.getTime() + 1));
  const { changes, events, webhooks } = await consequences.only(ctx.em, {
    tenantId: ctx.viewer.tenantId,
    controls: controlsToDecide({ active, added, isScanned: votes.length > 0, assess }),
    assumed: { assessments, votes },
    frameworks: catalogueOf(ctx).frameworks,
    active: active.map(({ slug }) => slug),
  });
  const posture = await ctx.once(postureOfRequest).get();
  const isAdmin = ctx.viewer.role === 'admin';
  const subscribers = (event: string) =>
    webhooks.filter((each) => each.events.includes(event) || each.events.includes('*'));
  return {
    changes: changes.flatMap((change) => effectOf(catalogueOf(ctx).controlByNo.get(change.controlNo), change)),
    scores: scoresAround(posture, posture.with(new Map(changes.map((each) => [each.controlNo, each]))), {
      active,
      added,
    }),
    events: events.map(({ event, count }) => ({
      event,
      count,
      subscriptions: subscribers(event).length,
      webhookIds: isAdmin ? subscribers(event).map(({ id }) => id) : null,
    })),
  };
}

interface Reach {
  active: readonly Framework[];
  added: readonly Framework[];
  isScanned: boolean;
  assess: readonly AssumedAssessment[];
}

/** The controls that the real steps would decide: a scan all of them, an assessment those that are mapped, an activation its own. */
function controlsToDecide({ active, added, isScanned, assess }: Reach): Control[] {
  const all = active.flatMap(({ controls }) => controls);
  if (isScanned) return all;
  const reached = mappedTo(
    all,
    assess.map(({ universalControl }) => universalControl.no),
  );
  return [...new Set([...added.flatMap(({ controls }) => controls), ...reached])];
}

function effectOf(control: Control | undefined, change: Decision) {
  if (!control) return [];
  const { previousStatus, status, previousAssurance, assurance } = change;
  return [
    {
      control,
      previousStatus,
      newStatus: status,
      previousAssurance: previousStatus === 'passed' ? assuranceOf(previousAssurance, control) : null,
      newAssurance: status === 'passed' ? assuranceOf(assurance, control) : null,
    },
  ];
}

/** Scores now and after: overall, over the frameworks that are active now and then, and of each that would be active. */
function scoresAround(
  now: Posture,
  then: Posture,
  { active, added }: { active: readonly Framework[]; added: readonly Framework[] },
) {
  const around = (framework: string | null, before: readonly Framework[], after: readonly Framework[]) =>
    scoreChange(
      framework,
      { posture: now, controls: before.flatMap(({ controls }) => controls) },
      { posture: then, controls: after.flatMap(({ controls }) => controls) },
    );
  const activeNow = active.filter((framework) => !added.includes(framework));
  return [around(null, activeNow, active), ...active.map((each) => around(each.name, [each], [each]))];
}
