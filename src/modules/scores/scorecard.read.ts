import type { RequestContext } from '../../context.js';
import { percentOf } from '../../platform/percent.js';
import type { Control } from '../catalogue/catalogue.js';
import { catalogueOf, visibleFrameworks } from '../catalogue/visibility.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import { postureAt } from '../posture/posture-at.js';
import { assessmentLoader } from '../ucf/assessment.loader.js';
import { assessmentsInForceAt } from '../ucf/assessment.sql.js';
import { countStatuses, scoresOfCounts } from '../posture/count.rules.js';
import type { FrameworkScorecardType, ScorecardType } from './score.type.js';

/** A framework's part, from which `freshnessPercentage` is read where it is asked for. */
export interface FrameworkScorecard extends FrameworkScorecardType {
  controls: readonly Control[];
  /** Whether it is of a former moment. */
  isPast: boolean;
}

/** The scorecard now, or at a moment. Source: schema/contract/ucf.md, "Scorecard". */
export async function readScorecard(ctx: RequestContext, asOf: Date | null): Promise<ScorecardType> {
  const { universalControls, domains } = catalogueOf(ctx);
  const [frameworks, inForce] = await Promise.all([readFrameworks(ctx, asOf), readAssessments(ctx, asOf)]);
  const count = (status: string) =>
    inForce.filter((assessment) => (assessment?.status ?? 'not_assessed') === status).length;
  const compliant = count('compliant');
  const assured = inForce.filter((assessment) => assessment?.status === 'compliant' && assessment.isSupported).length;
  const scoreOf = (counted: number) =>
    inForce.some((assessment) => assessment) ? percentOf(counted, universalControls.length) : null;
  return {
    overallScore: scoreOf(compliant),
    assuredOverallScore: scoreOf(assured),
    totalControls: universalControls.length,
    compliant,
    partiallyCompliant: count('partially_compliant'),
    nonCompliant: count('non_compliant'),
    notAssessed: count('not_assessed'),
    domains,
    frameworks,
    generatedAt: ctx.clock.now(),
  };
}

/** The assessment of each universal control that was in force; null where there was none. */
async function readAssessments(
  ctx: RequestContext,
  asOf: Date | null,
): Promise<({ status: AssessmentStatus; isSupported: boolean } | null)[]> {
  const { universalControls } = catalogueOf(ctx);
  const nos = universalControls.map(({ no }) => no);
  if (!asOf) return Promise.all(nos.map((no) => ctx.once(assessmentLoader).load(no)));
  const found = await assessmentsInForceAt.all(ctx.em, { tenantId: ctx.viewer.tenantId, nos, at: asOf });
  const byNo = new Map(found.map((each) => [each.universalNo, each]));
  return nos.map((no) => byNo.get(no) ?? null);
}

async function readFrameworks(ctx: RequestContext, asOf: Date | null): Promise<FrameworkScorecard[]> {
  const posture = await postureAt(ctx, asOf);
  return visibleFrameworks(ctx).map(({ name, version, controls }) => {
    const counts = countStatuses(controls, posture);
    const withStatus = counts.totalControls - counts.notAssessedControls;
    return {
      framework: name,
      version,
      controls,
      isPast: asOf !== null,
      ...counts,
      ...scoresOfCounts(counts),
      coveragePercentage: percentOf(withStatus, counts.totalControls),
    };
  });
}
