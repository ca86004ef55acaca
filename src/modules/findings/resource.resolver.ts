import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { GraphQLISODateTime } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { checkLevel, isUpToLevel } from '../catalogue/level.rules.js';
import { findActiveFramework } from '../catalogue/visibility.js';
import { findingsOfResourceLoader, lastSeenLoader, verdictsLoader } from './finding.loader.js';
import type { StoredFinding } from './finding.read.js';
import { integrationOf } from './finding.resolver.js';
import { FindingIntegrationType, FindingType } from './finding.type.js';
import { numberedId } from './numbered-id.rules.js';
import { severityOf } from './resource-facet.rules.js';
import { controlsOfResource, failingControlsOf, findResource, readResources } from './resource.read.js';
import type { ResourceRow } from './resource.sql.js';
import { ResourceConnection, ResourcesArgs, ResourceType, ResourceVerdictsType } from './resource.type.js';

@ArgsType()
class ResourceControlsArgs {
  @Field(() => String, { nullable: true, description: 'Name, slug or id of an active framework. Default all of them.' })
  framework?: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Controls of this level and those below; ignored where the framework has no levels.',
  })
  level?: number;
}

@Resolver(() => ResourceType)
export class ResourceResolver {
  @Query(() => ResourceConnection, {
    description: 'Resources with a current finding.',
  })
  async resources(@Args(() => ResourcesArgs) args: ResourcesArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    return ResourceConnection.from(
      await readResources(ctx, args.where ?? {}, { ...request, order: args.orderBy ?? 'first_seen' }),
      request,
    );
  }

  @Query(() => ResourceType, { description: 'One resource, also one that no scan sees any more.' })
  resource(
    @Arg('id', () => ID, { description: 'Id of the resource, as `Resource.id`.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ResourceRow> {
    return findResource(ctx, id);
  }

  @FieldResolver(() => ID, { description: 'Id, as `resource(id)` takes it.' })
  id(@Root() { resourceNo }: ResourceRow, @Ctx() ctx: RequestContext): string {
    return numberedId(ctx.viewer.tenantId, 'resource', { resourceNo, checkNo: 0, copyNo: 0 });
  }

  @FieldResolver(() => String, { nullable: true, description: 'Account, project, subscription or cluster.' })
  account(@Root() { account }: ResourceRow): string | null {
    return account === '' ? null : account;
  }

  @FieldResolver(() => FindingIntegrationType, { description: 'The integration that has it.' })
  integration(@Root() { integrationId }: ResourceRow, @Ctx() ctx: RequestContext): Promise<FindingIntegrationType> {
    return integrationOf(ctx, integrationId);
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Completion of the last scan that saw it; null where that scan is past its retention.',
  })
  async lastSeenAt(@Root() { resourceNo }: ResourceRow, @Ctx() ctx: RequestContext): Promise<Date | null> {
    return (await ctx.once(lastSeenLoader).load(resourceNo))?.lastSeenAt ?? null;
  }

  @FieldResolver(() => ResourceVerdictsType, { description: 'Numbers of its current findings.' })
  async verdicts(@Root() { resourceNo }: ResourceRow, @Ctx() ctx: RequestContext): Promise<ResourceVerdictsType> {
    const found = await ctx.once(verdictsLoader).load(resourceNo);
    if (found === null) return { failing: 0, accepted: 0, passing: 0, total: 0, worstSeverity: null };
    return { ...found, worstSeverity: severityOf(found.worst) };
  }

  @FieldResolver(() => [FindingType], {
    description:
      'Its current findings, what fails first: at most 100. `verdicts.total` counts all; `findings(where: { resource })` lists them.',
  })
  findings(@Root() { resourceNo }: ResourceRow, @Ctx() ctx: RequestContext): Promise<StoredFinding[]> {
    return ctx.once(findingsOfResourceLoader).load(resourceNo);
  }

  @FieldResolver(() => [ControlType], {
    description:
      'Controls of the active frameworks that the checks of its current findings lead to, whatever they say.',
  })
  async controls(
    @Root() resource: ResourceRow,
    @Args(() => ResourceControlsArgs) args: ResourceControlsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<Control[]> {
    return (await controlsOfResource(ctx, resource)).filter(narrowedBy(ctx, args));
  }

  @FieldResolver(() => [ControlType], {
    description:
      'Failed controls of the active frameworks that fail because of it, alone or among others: a check that decides them fails on it, and no exception accepts that.',
  })
  async failingControls(
    @Root() resource: ResourceRow,
    @Args(() => ResourceControlsArgs) args: ResourceControlsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<Control[]> {
    return (await failingControlsOf(ctx, resource)).filter(narrowedBy(ctx, args));
  }
}

/** @throws {AppError} NOT_FOUND, FRAMEWORK_NOT_ACTIVE, VALIDATION_FAILED */
function narrowedBy(ctx: RequestContext, { framework: name, level }: ResourceControlsArgs) {
  const slug = name === undefined ? null : findActiveFramework(ctx, name).slug;
  if (level !== undefined) checkLevel(level, '/level');
  return (control: Control) =>
    (slug === null || control.framework.slug === slug) && (level === undefined || isUpToLevel(control, level));
}
