import type { RequestContext } from '../../context.js';
import { percentOf } from '../../platform/percent.js';
import { catalogueOf, visibleFrameworks } from '../catalogue/visibility.js';
import { postureOfRequest } from '../posture/posture.js';
import { assessmentLoader } from '../ucf/assessment.loader.js';
import { countStatuses } from './count.rules.js';
import { readFresh } from './freshness.read.js';
import type { FrameworkScorecardType, ScorecardType } from './score.type.js';

/** The current scorecard. Source: schema/contract/ucf.md, "Scorecard". */
export async function readScorecard(ctx: RequestContext): Promise<ScorecardType> {
  const { universalControls, domains } = catalogueOf(ctx);
  const loader = ctx.once(assessmentLoader);
  const [frameworks, inForce] = await Promise.all([
    readFrameworks(ctx),
    Promise.all(universalControls.map(({ no }) => loader.load(no))),
  ]);
  const count = (status: string) =>
    inForce.filter((assessment) => (assessment?.status ?? 'not_assessed') === status).length;
  const compliant = count('compliant');
  return {
    overallScore: percentOf(compliant, universalControls.length),
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

async function readFrameworks(ctx: RequestContext): Promise<FrameworkScorecardType[]> {
  const frameworks = visibleFrameworks(ctx);
  const posture = await ctx.once(postureOfRequest).get();
  const assessed = frameworks
    .flatMap(({ controls }) => controls)
    .filter((each) => posture.isInScope(each) && posture.statusOf(each) !== 'not_assessed');
  const fresh = await readFresh(ctx, assessed);
  return frameworks.map(({ name, version, controls }) => {
    const counts = countStatuses(controls, posture);
    const withStatus = counts.totalControls - counts.notAssessedControls;
    return {
      framework: name,
      version,
      ...counts,
      score: percentOf(counts.passedControls, counts.totalControls),
      assuredScore: percentOf(counts.assuredControls, counts.totalControls),
      coveragePercentage: percentOf(withStatus, counts.totalControls),
      freshnessPercentage: percentOf(controls.filter(({ no }) => fresh.has(no)).length, withStatus),
    };
  });
}
