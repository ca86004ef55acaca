import type { RequestContext } from '../../context.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { postureOfRequest } from '../posture/posture.js';
import { assessmentLoader } from '../ucf/assessment.loader.js';
import { standingVotes, type StandingIntegration } from './standing.sql.js';
import { Standing } from './standing.rules.js';

/** What decides the tenant's statuses, and its connected integrations. */
export interface StandingOfTenant {
  standing: Standing;
  integrations: readonly StandingIntegration[];
}

/** For `ctx.once`: what decides the tenant's statuses, read by two statements when it is first asked for. */
export function standingOfRequest(ctx: RequestContext): { get: () => Promise<StandingOfTenant> } {
  let reading: Promise<StandingOfTenant> | null = null;
  return { get: () => (reading ??= readStanding(ctx)) };
}

async function readStanding(ctx: RequestContext): Promise<StandingOfTenant> {
  const catalogue = catalogueOf(ctx);
  const [{ partialAssessments, integrations, votes }, posture, inForce] = await Promise.all([
    standingVotes.only(ctx.em, { tenantId: ctx.viewer.tenantId }),
    ctx.once(postureOfRequest).get(),
    Promise.all(catalogue.universalControls.map(({ no }) => ctx.once(assessmentLoader).load(no))),
  ]);
  const assessments = new Map(inForce.flatMap((each) => (each ? [[each.universalNo, each] as const] : [])));
  const standing = new Standing(
    catalogue,
    votes.map((vote) => ({ ...vote, evaluatedAt: Date.parse(vote.evaluatedAt) })),
    assessments,
    partialAssessments,
    (control) => posture.isInScope(control),
  );
  return { standing, integrations };
}
