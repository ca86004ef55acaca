import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import { failedControlsOf, mostFailedFirst, readFacets, type CheckCount, type Facets } from './facet.read.js';
import { worstFirst } from './facet.rules.js';
import { isOfFailedControl } from './failed-control.js';
import { newestFindingLoader } from './facet.loader.js';
import { CheckFacetOrderEnum, CheckFacetType, FindingFacetsType, type CheckFacetOrder } from './facet.type.js';
import type { StoredFinding } from './finding.read.js';
import { FindingsWhere, FindingType } from './finding.type.js';

/** Checks that facets list: the interface shows no more at once, and `check(id)` counts any. */
const CHECKS_MAX = 100;

@Resolver(() => FindingFacetsType)
export class FindingFacetsResolver {
  @Query(() => FindingFacetsType, {
    description: 'Numbers of findings by status, severity, integration, framework and check.',
  })
  findingFacets(
    @Ctx() ctx: RequestContext,
    @Arg('where', () => FindingsWhere, { nullable: true, description: 'As of `findings`. Default every current one.' })
    where?: FindingsWhere | null,
  ): Promise<Facets> {
    return readFacets(ctx, where ?? {});
  }

  @FieldResolver(() => [CheckFacetType], {
    description: 'Checks with findings, in order, up to `first`. `checkCount` counts all of them.',
  })
  async checks(
    @Root() { allChecks }: Facets,
    @Ctx() ctx: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, description: 'Checks to list, 1 to 100.' }) first: number,
    @Arg('orderBy', () => CheckFacetOrderEnum, { defaultValue: 'count', description: 'Order.' })
    orderBy: CheckFacetOrder,
  ): Promise<CheckFacetType[]> {
    if (first < 1 || first > CHECKS_MAX) throw AppError.invalid('/first', `must be from 1 to ${String(CHECKS_MAX)}`);
    const inOrder = {
      count: () => allChecks,
      severity: () => worstFirst(allChecks),
      failed_controls: () => mostFailedFirst(ctx, allChecks),
    };
    return (await inOrder[orderBy]()).slice(0, first);
  }

  @FieldResolver(() => Int, {
    description:
      'Findings whose check decides an element that a failed control of the active frameworks asks for, whatever `ofFailedControl` asks for.',
  })
  async ofFailedControl(@Root() { byRule }: Facets, @Ctx() ctx: RequestContext): Promise<number> {
    const isOfFailed = await isOfFailedControl(ctx);
    return byRule.reduce((sum, { rule, findings }) => sum + (isOfFailed(rule) ? findings : 0), 0);
  }
}

@Resolver(() => CheckFacetType)
export class CheckFacetResolver {
  @FieldResolver(() => Int, {
    description:
      'Failed controls of the active frameworks that fail because of these findings, alone or among others. 0 in the facets of a scan.',
  })
  failedControls(@Root() check: CheckCount, @Ctx() ctx: RequestContext): Promise<number> {
    return failedControlsOf(ctx, check);
  }

  @FieldResolver(() => FindingType, {
    nullable: true,
    description:
      'Of these findings the one that holds since last: the only one where `count` is 1. Null in the facets of a scan.',
  })
  newest(@Root() { found }: CheckCount, @Ctx() ctx: RequestContext): Promise<StoredFinding | null> {
    return ctx.once(newestFindingLoader).load(found);
  }
}
