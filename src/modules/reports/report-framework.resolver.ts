import { Ctx, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import { countStatuses, scoresOfCounts } from '../posture/count.rules.js';
import { postureOfRequest } from '../posture/posture.js';
import { ReportFrameworksType } from './report-framework.type.js';

@Resolver()
export class ReportFrameworkResolver {
  @Query(() => ReportFrameworksType, { description: 'The active frameworks with their score now.' })
  async reportFrameworks(@Ctx() ctx: RequestContext): Promise<ReportFrameworksType> {
    const posture = await ctx.once(postureOfRequest).get();
    return {
      frameworks: visibleFrameworks(ctx).map(({ name: framework, version, controls }) => {
        const counts = countStatuses(controls, posture);
        return { framework, version, totalControls: counts.totalControls, ...scoresOfCounts(counts) };
      }),
    };
  }
}
