import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { OtpGiven, PasswordGiven, UserType } from './auth.type.js';

@ObjectType('MfaEnrolment', { description: 'A seed of one-time codes, not yet in force.', simpleResolvers: true })
export class MfaEnrolmentType {
  @Field(() => String, { description: 'The seed, in base32, to type in.' })
  secret!: string;

  @Field(() => String, { description: 'The seed as an `otpauth://` address, for a picture to scan.' })
  otpauthUri!: string;
}

@ObjectType('EnrolMfaPayload', { simpleResolvers: true })
export class EnrolMfaPayload {
  @Field(() => MfaEnrolmentType)
  enrolment!: MfaEnrolmentType;
}

@ObjectType('ConfirmMfaPayload', { simpleResolvers: true })
export class ConfirmMfaPayload {
  @Field(() => UserType)
  user!: UserType;

  @Field(() => [String], { description: 'Ten codes, each good for one login. Shown this once.' })
  recoveryCodes!: string[];
}

@InputType()
export class EnrolMfaInput {
  static readonly rules = z.object({ password: PasswordGiven });

  @Field(() => String, { description: 'The password again.' })
  password!: string;
}

@InputType()
export class ConfirmMfaInput {
  static readonly rules = z.object({ otp: OtpGiven });

  @Field(() => String, { description: 'A code of the authenticator.' })
  otp!: string;
}

@InputType({ description: 'One of the two.' })
export class DisableMfaInput {
  static readonly rules = z
    .object({ password: PasswordGiven.nullish(), otp: OtpGiven.nullish() })
    .refine(({ password, otp }) => (password ?? otp ?? null) !== null, 'needs the password or a one-time code');

  @Field(() => String, { nullable: true })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'A one-time or recovery code.' })
  otp?: string | null;
}
