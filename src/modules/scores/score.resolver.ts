import { Arg, Ctx, GraphQLISODateTime, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { catalogueOf, findActiveFramework, visibleFrameworks } from '../catalogue/visibility.js';
import { postureOfRequest } from '../posture/posture.js';
import { heatmapOf } from './heatmap.rules.js';
import { readHistory } from './history.read.js';
import { HeatmapType, ScorecardType, ScoreSeriesType } from './score.type.js';
import { readScorecard } from './scorecard.read.js';

@Resolver()
export class ScoreResolver {
  @Query(() => ScorecardType, { description: 'Scores of the Unified Control Framework and of every active framework.' })
  scorecard(@Ctx() ctx: RequestContext): Promise<ScorecardType> {
    return readScorecard(ctx);
  }

  @Query(() => [ScoreSeriesType], {
    description: 'How scores moved: overall and every active framework, or one framework.',
  })
  scoreHistory(
    @Ctx() ctx: RequestContext,
    @Arg('framework', () => String, { nullable: true, description: 'Name or slug.' }) framework?: string,
    @Arg('from', () => GraphQLISODateTime, { nullable: true }) from?: Date,
    @Arg('to', () => GraphQLISODateTime, { nullable: true, description: 'Exclusive.' }) to?: Date,
  ): Promise<ScoreSeriesType[]> {
    const wanted = framework === undefined ? null : findActiveFramework(ctx, framework);
    return readHistory(ctx, { framework: wanted, from: from ?? null, to: to ?? null });
  }

  @Query(() => HeatmapType, { description: 'Active frameworks × domains, from the statuses now.' })
  async heatmap(@Ctx() ctx: RequestContext): Promise<HeatmapType> {
    const { domains } = catalogueOf(ctx);
    const posture = await ctx.once(postureOfRequest).get();
    return { domains, frameworks: heatmapOf(visibleFrameworks(ctx), domains, posture) };
  }
}
