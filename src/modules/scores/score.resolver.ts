import { Arg, Ctx, FieldResolver, Float, GraphQLISODateTime, Int, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { catalogueOf, findActiveFramework, visibleFrameworks } from '../catalogue/visibility.js';
import { acceptedFailures } from '../posture/accepted-failures.js';
import { AS_OF, postureAt } from '../posture/posture-at.js';
import { freshnessOf } from './freshness.read.js';
import { heatmapOf } from './heatmap.rules.js';
import { readHistory } from './history.read.js';
import { FrameworkScorecardType, HeatmapType, ScorecardType, ScoreSeriesType } from './score.type.js';
import { readScorecard, type FrameworkScorecard } from './scorecard.read.js';

@Resolver()
export class ScoreResolver {
  @Query(() => ScorecardType, { description: 'Scores of the Unified Control Framework and of every active framework.' })
  scorecard(
    @Ctx() ctx: RequestContext,
    @Arg('asOf', () => GraphQLISODateTime, {
      nullable: true,
      description: `${AS_OF} So are freshness and the domains.`,
    })
    asOf?: Date,
  ): Promise<ScorecardType> {
    return readScorecard(ctx, asOf ?? null);
  }

  @Query(() => [ScoreSeriesType], {
    description: 'How scores moved: overall and every active framework, or one framework.',
  })
  scoreHistory(
    @Ctx() ctx: RequestContext,
    @Arg('framework', () => String, { nullable: true, description: 'Name or slug.' }) framework?: string,
    @Arg('from', () => GraphQLISODateTime, { nullable: true, description: 'Points from this moment on.' }) from?: Date,
    @Arg('to', () => GraphQLISODateTime, { nullable: true, description: 'Exclusive.' }) to?: Date,
  ): Promise<ScoreSeriesType[]> {
    const wanted = framework === undefined ? null : findActiveFramework(ctx, framework);
    return readHistory(ctx, { framework: wanted, from: from ?? null, to: to ?? null });
  }

  @Query(() => HeatmapType, { description: 'Active frameworks × domains, from the statuses now or at a moment.' })
  async heatmap(
    @Ctx() ctx: RequestContext,
    @Arg('asOf', () => GraphQLISODateTime, { nullable: true, description: AS_OF }) asOf?: Date,
  ): Promise<HeatmapType> {
    const { domains } = catalogueOf(ctx);
    const posture = await postureAt(ctx, asOf);
    const frameworks = heatmapOf(visibleFrameworks(ctx), domains, { posture, isPast: asOf !== undefined });
    return { domains, frameworks };
  }
}

@Resolver(() => FrameworkScorecardType)
export class FrameworkScorecardResolver {
  @FieldResolver(() => Float, {
    description: 'Share of the controls with a status now whose deciding evidence is in date.',
  })
  freshnessPercentage(@Root() { controls }: FrameworkScorecard, @Ctx() ctx: RequestContext): Promise<number> {
    return freshnessOf(ctx, controls);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Controls in scope that do not fail because of exceptions in force: without them they would. `controls(accepted: true)` lists them. Null at a former moment.',
  })
  async acceptedControls(
    @Root() { controls, isPast }: FrameworkScorecard,
    @Ctx() ctx: RequestContext,
  ): Promise<number | null> {
    if (isPast) return null;
    const accepted = await ctx.once(acceptedFailures);
    return controls.filter(({ no }) => accepted.has(no)).length;
  }
}
