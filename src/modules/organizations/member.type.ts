import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { RoleEnum, UserType } from '../auth/auth.type.js';
import type { Role } from '../../access/roles.js';

@InputType()
export class UpdateMemberInput {
  @Field(() => ID, { description: 'Id of the member.' })
  userId!: string;

  @Field(() => RoleEnum, { description: 'The new role.' })
  role!: Role;
}

@InputType()
export class RemoveMemberInput {
  @Field(() => ID, { description: 'Id of the member.' })
  userId!: string;
}

/** A reset of what a member proves identity with. */
@InputType()
abstract class MemberReset {
  @Field(() => ID, { description: 'Id of the member.' })
  userId!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the member’s API keys are revoked as well. @default true',
  })
  revokeApiKeys?: boolean | null;
}

@InputType()
export class ResetMemberMfaInput extends MemberReset {}

@InputType()
export class ResetMemberPasskeysInput extends MemberReset {}

@ObjectType('MemberPayload', { simpleResolvers: true })
export class MemberPayload {
  @Field(() => UserType)
  member!: UserType;
}
