import { Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { OtpGiven, PasswordGiven, RoleEnum } from '../auth/auth.type.js';
import type { Role } from '../../access/roles.js';
import { DisplayName } from './display-name.rules.js';
import type { InvitationStatus } from './invitation.read.js';

const InvitationStatusEnum = {
  pending: 'pending',
  accepted: 'accepted',
  revoked: 'revoked',
  expired: 'expired',
} as const;
registerEnumType(InvitationStatusEnum, {
  name: 'InvitationStatus',
  description: 'State of an invitation.',
  valuesConfig: {
    pending: { description: 'Waits to be accepted.' },
    accepted: { description: 'Its holder is a member.' },
    revoked: { description: 'Was taken back.' },
    expired: { description: 'Its end has passed.' },
  },
});

@ObjectType('Invitation', { description: 'Invitation of an e-mail address to become a member.', simpleResolvers: true })
export class InvitationType {
  @Field(() => ID, { description: 'Id, as `revokeInvitation` takes it.' })
  id!: string;

  @Field(() => String, { description: 'Address that was invited.' })
  email!: string;

  @Field(() => RoleEnum, { description: 'The role that it gives.' })
  role!: Role;

  @Field(() => InvitationStatusEnum, { description: 'Whether it can be accepted.' })
  status!: InvitationStatus;

  @Field(() => ID, { nullable: true, description: 'The inviting user; null for the operator.' })
  invitedBy!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was sent.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was last renewed and sent again.' })
  renewedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When it stops to work.' })
  expiresAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The link, when no mail server is set; only in the response to the invitation.',
  })
  inviteUrl!: string | null;
}

@ObjectType('InvitationPreview', {
  description: 'Invitation as shown to the holder of its link.',
  simpleResolvers: true,
})
export class InvitationPreviewType {
  @Field(() => String, { description: 'Name of the organization.' })
  organization!: string;

  @Field(() => String, { description: 'Address that was invited.' })
  email!: string;

  @Field(() => RoleEnum, { description: 'The role that it gives.' })
  role!: Role;

  @Field(() => GraphQLISODateTime, { description: 'When it stops to work.' })
  expiresAt!: Date;

  @Field(() => Boolean, {
    description: 'Whether the address has an account with a password: it joins, and no new one is made.',
  })
  hasAccount!: boolean;
}

@InputType()
export class InviteMemberInput {
  static readonly rules = z.object({ email: z.email().max(320) });

  @Field(() => String, { description: 'Address that the invitation is sent to.' })
  email!: string;

  @Field(() => RoleEnum, { description: 'The role that it gives.' })
  role!: Role;
}

@InputType()
export class RevokeInvitationInput {
  @Field(() => ID, { description: 'Id of the invitation.' })
  invitationId!: string;
}

@InputType()
export class AcceptInvitationInput {
  static readonly rules = z.object({
    token: z.string().min(1).max(200),
    name: DisplayName,
    password: PasswordGiven,
    otp: OtpGiven.nullish(),
  });

  @Field(() => String, { description: 'Token of the link.' })
  token!: string;

  @Field(() => String, { description: 'Name of the person.' })
  name!: string;

  @Field(() => String, {
    description: 'The password of the account that the address has; else that of the new one, at least 12 characters.',
  })
  password!: string;

  @Field(() => String, { nullable: true, description: 'One-time or recovery code, for accounts that need one.' })
  otp?: string | null;
}

@InputType()
export class JoinOrganizationInput {
  static readonly rules = z.object({ token: z.string().min(1).max(200) });

  @Field(() => String, { description: 'Token of the link.' })
  token!: string;
}

@ObjectType('InvitationPayload', { simpleResolvers: true })
export class InvitationPayload {
  @Field(() => InvitationType)
  invitation!: InvitationType;
}
