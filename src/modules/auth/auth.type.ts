import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { accountKey } from './account-key.rules.js';
import type { Role } from '../../access/roles.js';
import type { Language } from '../../messages/language.js';
import { LanguageEnum } from '../../messages/language.type.js';

export const RoleEnum = { admin: 'admin', auditor: 'auditor', member: 'member' } as const;
registerEnumType(RoleEnum, {
  name: 'Role',
  description: 'Role of a user.',
  valuesConfig: {
    admin: { description: 'Manages the organization, and does all that the others do.' },
    auditor: {
      description: 'Reads the audit trail, assesses, and approves what others propose; and what members may do.',
    },
    member: { description: 'Reads, scans, reports, and proposes exceptions and scope.' },
  },
});

/** A password or code to verify; its length is bounded, because verification is expensive. */
export const PasswordGiven = z.string().min(1).max(1_024);
export const OtpGiven = z.string().min(1).max(64);

@ObjectType('User', { description: 'A person with an account.', simpleResolvers: true })
export class UserType {
  @Field(() => ID, { description: 'Id of the user.' })
  id!: string;

  @Field(() => String, { description: 'Address, by which the user logs in.' })
  email!: string;

  @Field(() => String, { description: 'Name of the user.' })
  name!: string;

  @Field(() => RoleEnum, { description: 'Role in the organization.' })
  role!: Role;

  @Field(() => Boolean, { description: 'Whether the account has a second factor.' })
  mfaEnabled!: boolean;

  @Field(() => LanguageEnum, {
    nullable: true,
    description: 'Language of mails to the user; null where it is not known, and they are in English.',
  })
  language!: Language | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the user last logged in; null before the first time.',
  })
  lastLogin!: Date | null;
}

@ObjectType('TenantSummary', { description: 'The organization a token belongs to.', simpleResolvers: true })
export class TenantSummaryType {
  @Field(() => ID, { description: 'Id of the organization.' })
  tenantId!: string;

  @Field(() => String, { description: 'Name of the organization.' })
  name!: string;

  @Field(() => String, { description: 'STARTER, PROFESSIONAL or ENTERPRISE.' })
  licenseTier!: string;
}

@ObjectType('LoginPayload', { description: 'An access token with its user.', simpleResolvers: true })
export class LoginPayload {
  @Field(() => String, { description: 'Token for `Authorization: Bearer`.' })
  accessToken!: string;

  @Field(() => String, { description: 'Always `Bearer`.' })
  tokenType!: string;

  @Field(() => Int, { description: 'Lifetime of the token in seconds.' })
  expiresIn!: number;

  @Field(() => UserType, { description: 'Who logged in.' })
  user!: UserType;

  @Field(() => TenantSummaryType, { description: 'The organization that was logged in to.' })
  tenant!: TenantSummaryType;
}

@ObjectType('RefreshSessionPayload', { simpleResolvers: true })
export class RefreshSessionPayload {
  @Field(() => LoginPayload, { nullable: true, description: 'Null where there is no session to go on with.' })
  login!: LoginPayload | null;
}

@InputType()
export class LoginInput {
  static readonly rules = z.object({
    email: z
      .string()
      .max(320)
      .refine((email) => accountKey(email) !== '', 'is required'),
    password: PasswordGiven,
    otp: OtpGiven.nullish(),
    tenantId: z.guid('is not a UUID').nullish(),
  });

  @Field(() => String, { description: 'Address of the account, without case.' })
  email!: string;

  @Field(() => String, { description: 'Password of the account.' })
  password!: string;

  @Field(() => String, { nullable: true, description: 'One-time or recovery code, for accounts that need one.' })
  otp?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the organization, for an account that is in several. @default the last used one',
  })
  tenantId?: string | null;
}

@ObjectType('UserPayload', { simpleResolvers: true })
export class UserPayload {
  @Field(() => UserType)
  user!: UserType;
}

@InputType()
export class ChangePasswordInput {
  static readonly rules = z.object({
    currentPassword: PasswordGiven,
    newPassword: z.string(),
    revokeApiKeys: z.boolean().nullish(),
  });

  @Field(() => String, { description: 'The password until now.' })
  currentPassword!: string;

  @Field(() => String, { description: 'At least 12 characters.' })
  newPassword!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the person’s API keys are revoked as well. @default true',
  })
  revokeApiKeys?: boolean | null;
}
