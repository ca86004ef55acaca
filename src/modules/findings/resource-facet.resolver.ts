import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { readResourceFacets } from './resource-facet.read.js';
import { ResourceFacetsType } from './resource-facet.type.js';
import { ResourcesWhere } from './resource.type.js';

@Resolver(() => ResourceFacetsType)
export class ResourceFacetsResolver {
  @Query(() => ResourceFacetsType, {
    description:
      'Numbers of resources with a current finding by what checks say of them, severity, type, account, region and integration.',
  })
  resourceFacets(
    @Ctx() ctx: RequestContext,
    @Arg('where', () => ResourcesWhere, { nullable: true, description: 'As of `resources`. Default every one.' })
    where?: ResourcesWhere | null,
  ): Promise<ResourceFacetsType> {
    return readResourceFacets(ctx, where ?? {});
  }
}
