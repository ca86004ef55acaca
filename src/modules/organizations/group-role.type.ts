import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import type { Role } from '../../access/roles.js';
import { RoleEnum } from '../auth/auth.type.js';
import { DisplayName } from './display-name.rules.js';

/** Limit of groups with a role. Our choice: a table that people still oversee. */
const GROUP_ROLES_MAX = 100;

@ObjectType('GroupRole', { description: 'A group of an identity provider with its role.', simpleResolvers: true })
export class GroupRoleType {
  @Field(() => String, { description: 'Name of the group; upper and lower case are the same.' })
  group!: string;

  @Field(() => RoleEnum, { description: 'The role that its people get.' })
  role!: Role;
}

@ObjectType('GroupRoles', {
  description: 'The roles that groups of identity providers stand for. Of several groups the highest role counts.',
  simpleResolvers: true,
})
export class GroupRolesType {
  @Field(() => RoleEnum, { description: 'Role of members whom a provider names in none of the groups.' })
  defaultRole!: Role;

  @Field(() => [GroupRoleType], { description: 'By name.' })
  groups!: GroupRoleType[];
}

@InputType({ description: 'The role that a group of an identity provider stands for.' })
export class GroupRoleInput {
  @Field(() => String, { description: 'Name of the group; upper and lower case are the same.' })
  group!: string;

  @Field(() => RoleEnum, { description: 'The role that its people get.' })
  role!: Role;
}

@InputType()
export class SetGroupRolesInput {
  static readonly rules = z.object({ groups: z.array(z.object({ group: DisplayName })).max(GROUP_ROLES_MAX) });

  @Field(() => RoleEnum, { description: 'The role of people of no group that is listed.' })
  defaultRole!: Role;

  @Field(() => [GroupRoleInput], { description: 'All of them, at most 100: what is missing has no role any more.' })
  groups!: GroupRoleInput[];
}

@ObjectType('GroupRolesPayload', { simpleResolvers: true })
export class GroupRolesPayload {
  @Field(() => GroupRolesType)
  groupRoles!: GroupRolesType;
}
