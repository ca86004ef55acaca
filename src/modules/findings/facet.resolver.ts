import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import { readFacets, type CheckCount, type Facets } from './facet.read.js';
import { worstFirst } from './facet.rules.js';
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
  checks(
    @Root() { allChecks }: Facets,
    @Arg('first', () => Int, { defaultValue: 20, description: 'Checks to list, 1 to 100.' }) first: number,
    @Arg('orderBy', () => CheckFacetOrderEnum, { defaultValue: 'count', description: 'Order.' })
    orderBy: CheckFacetOrder,
  ): CheckFacetType[] {
    if (first < 1 || first > CHECKS_MAX) throw AppError.invalid('/first', `must be from 1 to ${String(CHECKS_MAX)}`);
    return (orderBy === 'severity' ? worstFirst(allChecks) : allChecks).slice(0, first);
  }
}

@Resolver(() => CheckFacetType)
export class CheckFacetResolver {
  @FieldResolver(() => FindingType, {
    nullable: true,
    description:
      'Of these findings the one that holds since last: the only one where `count` is 1. Null in the facets of a scan.',
  })
  newest(@Root() { found }: CheckCount, @Ctx() ctx: RequestContext): Promise<StoredFinding | null> {
    return ctx.once(newestFindingLoader).load(found);
  }
}
