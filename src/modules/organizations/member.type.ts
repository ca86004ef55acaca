import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { ItemResultType } from '../../feature/item-result.type.js';
import { RoleEnum, UserType } from '../auth/auth.type.js';
import type { Role } from '../../access/roles.js';
import type { Language } from '../../messages/language.js';
import { LanguageEnum } from '../../messages/language.type.js';
import { DisplayName } from './display-name.rules.js';

@InputType()
export class UpdateMemberInput {
  @Field(() => ID, { description: 'Id of the member.' })
  userId!: string;

  @Field(() => RoleEnum, { description: 'The new role.' })
  role!: Role;
}

@InputType()
export class UpdateMeInput {
  static readonly rules = z.object({ name: DisplayName.optional() });

  @Field(() => String, {
    nullable: true,
    description: 'The new name in the organization: 1 to 200 characters on one line. Not given, it stays.',
  })
  name?: string;

  @Field(() => LanguageEnum, {
    nullable: true,
    description: 'Language of mails to the caller, in every organization that the account opens. Not given, it stays.',
  })
  language?: Language;
}

/** Items of `updateMembers`: as many as those of `acceptFindings`; the tenant is locked meanwhile, its posture is not. */
export const MEMBERS_MAX = 100;

@InputType()
export class UpdateMembersInput {
  static readonly rules = z.object({ members: z.array(z.unknown()).min(1).max(MEMBERS_MAX) });

  @Field(() => [UpdateMemberInput], { description: `1 to ${MEMBERS_MAX}, done in their order.` })
  members!: UpdateMemberInput[];
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

@ObjectType('UpdateMembersResult', { description: 'What became of one item.', simpleResolvers: true })
export class UpdateMembersResultType extends ItemResultType {
  @Field(() => UserType, {
    nullable: true,
    description: 'The member after the whole call; null where the item was refused.',
  })
  member!: UserType | null;
}

@ObjectType({ simpleResolvers: true })
export class UpdateMembersPayload {
  @Field(() => [UpdateMembersResultType], { description: 'In the order of the items.' })
  results!: UpdateMembersResultType[];
}
