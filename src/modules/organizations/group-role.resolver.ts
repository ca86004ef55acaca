import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { readGroupRoles } from './group-role.read.js';
import type { GroupRoleService } from './group-role.service.js';
import { GroupRolesPayload, GroupRolesType, SetGroupRolesInput } from './group-role.type.js';

@Resolver()
export class GroupRoleResolver {
  constructor(private readonly service: GroupRoleService) {}

  @Query(() => GroupRolesType, { description: 'The roles that groups of identity providers stand for.' })
  groupRoles(@Ctx() { em, viewer }: RequestContext): Promise<GroupRolesType> {
    return readGroupRoles(em, viewer.tenantId);
  }

  @Mutation(() => GroupRolesPayload, {
    description: 'Replaces the roles that groups stand for; members whose groups are known have theirs at once.',
  })
  async setGroupRoles(
    @Arg('input', () => SetGroupRolesInput) input: SetGroupRolesInput,
    @Ctx() ctx: RequestContext,
  ): Promise<GroupRolesPayload> {
    await this.service.set(ctx, input);
    return { groupRoles: await readGroupRoles(ctx.em, ctx.viewer.tenantId) };
  }
}
