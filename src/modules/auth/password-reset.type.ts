import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { LoginInput, OtpGiven } from './auth.type.js';

@InputType()
export class RequestPasswordResetInput {
  static readonly rules = z.object({ email: LoginInput.rules.shape.email });

  @Field(() => String, { description: 'Address of the account. The answer does not say whether there is one.' })
  email!: string;
}

@ObjectType('RequestPasswordResetPayload', { simpleResolvers: true })
export class RequestPasswordResetPayload {
  @Field(() => Boolean, { description: 'Always true, whether or not the address has an account.' })
  isAccepted!: boolean;
}

@InputType()
export class ResetPasswordInput {
  static readonly rules = z.object({
    token: z.string().min(1).max(256),
    password: z.string(),
    otp: OtpGiven.nullish(),
    revokeApiKeys: z.boolean().nullish(),
  });

  @Field(() => String, { description: 'Token of the link.' })
  token!: string;

  @Field(() => String, { description: 'The new password, at least 12 characters.' })
  password!: string;

  @Field(() => String, { nullable: true, description: 'One-time or recovery code, for accounts that need one.' })
  otp?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the person’s API keys are revoked as well. @default true',
  })
  revokeApiKeys?: boolean | null;
}

@ObjectType('ResetPasswordPayload', { simpleResolvers: true })
export class ResetPasswordPayload {
  @Field(() => Boolean, { description: 'Always true.' })
  isReset!: boolean;
}
