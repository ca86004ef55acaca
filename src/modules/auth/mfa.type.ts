import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { OtpGiven, PasswordGiven, UserType } from './auth.type.js';

@ObjectType('MfaEnrolment', { description: 'A seed of one-time codes, not yet in force.', simpleResolvers: true })
export class MfaEnrolmentType {
  @Field(() => String, { description: 'The seed in base32, for manual entry.' })
  secret!: string;

  @Field(() => String, { description: 'The seed as an `otpauth://` URI, for a QR code.' })
  otpauthUri!: string;
}

@ObjectType('EnrolMfaPayload', { simpleResolvers: true })
export class EnrolMfaPayload {
  @Field(() => MfaEnrolmentType, { description: 'What the authenticator app needs.' })
  enrolment!: MfaEnrolmentType;
}

@ObjectType('ConfirmMfaPayload', { simpleResolvers: true })
export class ConfirmMfaPayload {
  @Field(() => UserType, { description: 'The caller, with the second factor.' })
  user!: UserType;

  @Field(() => [String], { description: 'Ten recovery codes, each valid for one login. Returned only once.' })
  recoveryCodes!: string[];
}

@InputType()
export class EnrolMfaInput {
  static readonly rules = z.object({ password: PasswordGiven });

  @Field(() => String, { description: 'Password of the caller.' })
  password!: string;
}

@InputType()
export class ConfirmMfaInput {
  static readonly rules = z.object({ otp: OtpGiven, revokeApiKeys: z.boolean().nullish() });

  @Field(() => String, { description: 'One-time code of the authenticator.' })
  otp!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the person’s API keys are revoked as well. @default true',
  })
  revokeApiKeys?: boolean | null;
}

@InputType({ description: 'Password or one-time code, exactly one of them.' })
export class DisableMfaInput {
  static readonly rules = z
    .object({ password: PasswordGiven.nullish(), otp: OtpGiven.nullish(), revokeApiKeys: z.boolean().nullish() })
    .refine(({ password, otp }) => (password ?? otp ?? null) !== null, 'needs the password or a one-time code');

  @Field(() => String, { nullable: true, description: 'The caller’s password.' })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'A one-time or recovery code.' })
  otp?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the person’s API keys are revoked as well. @default true',
  })
  revokeApiKeys?: boolean | null;
}
