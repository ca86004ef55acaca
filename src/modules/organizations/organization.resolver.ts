import { Ctx, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { readOrganization } from './organization.read.js';
import { OrganizationType } from './organization.type.js';

@Resolver()
export class OrganizationResolver {
  @Query(() => OrganizationType, { description: 'The organization of the caller.' })
  organization(@Ctx() ctx: RequestContext): Promise<OrganizationType> {
    return readOrganization(ctx);
  }
}
