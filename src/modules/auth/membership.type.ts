import { Field, GraphQLISODateTime, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import type { Role } from '../../access/roles.js';
import { RoleEnum } from './auth.type.js';

@ObjectType('Membership', { description: 'An organization that the caller’s account is in.', simpleResolvers: true })
export class MembershipType {
  @Field(() => ID, { description: 'Id of the organization, as `switchOrganization` takes it.' })
  tenantId!: string;

  @Field(() => String, { description: 'Name of the organization.' })
  organization!: string;

  @Field(() => RoleEnum, { description: 'The caller’s role in it.' })
  role!: Role;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When the caller last logged in to it.' })
  lastLogin!: Date | null;

  @Field(() => Boolean, { description: 'Whether its identity provider alone lets the caller in.' })
  needsSingleSignOn!: boolean;

  @Field(() => Boolean, { description: 'Whether it is the organization of the session.' })
  isCurrent!: boolean;
}

@InputType()
export class SwitchOrganizationInput {
  static readonly rules = z.object({ tenantId: z.guid('is not a UUID') });

  @Field(() => ID, { description: 'Id of an organization of `memberships`.' })
  tenantId!: string;
}
