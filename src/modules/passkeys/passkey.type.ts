import { Field, GraphQLISODateTime, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { GraphQLJSON } from '../../platform/api/json.js';
import { AssertionGiven, RegistrationGiven } from './passkey-answers.rules.js';
import type { PasskeyOptions } from './passkey-verification.js';

const NAME_MAX = 100;
const Name = z
  .string()
  .max(NAME_MAX)
  .refine((name) => name.trim() !== '', 'is required');

@ObjectType('PasskeySupport', { description: 'Whether this installation has passkeys.', simpleResolvers: true })
export class PasskeySupportType {
  @Field(() => Boolean, { description: 'Whether passkeys can be used at this address.' })
  isAvailable!: boolean;

  @Field(() => String, { nullable: true, description: 'Why not: the public address has no domain, or no https.' })
  reason!: string | null;
}

@ObjectType('Passkey', { description: 'A key pair of a person for logging in.', simpleResolvers: true })
export class PasskeyType {
  @Field(() => ID, { description: 'Id, as the mutations of passkeys take it.' })
  id!: string;

  @Field(() => String, { description: 'Name that its owner gave it.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it was backed up, and so may be on several devices, at its last use.' })
  isSynced!: boolean;

  @Field(() => GraphQLISODateTime, { description: 'When it was registered.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'The last log-in or step-up by it.' })
  lastUsedAt!: Date | null;
}

@ObjectType('PasskeyOptionsPayload', { simpleResolvers: true })
export class PasskeyOptionsPayload {
  @Field(() => GraphQLJSON, {
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON` (a registration) or `parseRequestOptionsFromJSON`. Its challenge is good once, for 5 minutes.',
  })
  options!: PasskeyOptions;
}

@ObjectType('PasskeyPayload', { simpleResolvers: true })
export class PasskeyPayload {
  @Field(() => PasskeyType)
  passkey!: PasskeyType;
}

@ObjectType('RemovePasskeyPayload', { simpleResolvers: true })
export class RemovePasskeyPayload {
  @Field(() => ID, { description: 'Id of the passkey that is gone.' })
  removedId!: string;
}

@InputType()
export class RegisterPasskeyInput {
  static readonly rules = z.object({ name: Name, credential: RegistrationGiven, revokeApiKeys: z.boolean().nullish() });

  @Field(() => String, { description: 'What the person calls it, 1 to 100 characters: where it is.' })
  name!: string;

  @Field(() => GraphQLJSON, { description: '`RegistrationResponseJSON` of the browser.' })
  credential!: RegistrationGiven;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the person’s API keys are revoked as well. @default false',
  })
  revokeApiKeys?: boolean | null;
}

@InputType()
export class RenamePasskeyInput {
  static readonly rules = z.object({ passkeyId: z.string(), name: Name });

  @Field(() => ID, { description: 'Id of one of the caller’s passkeys.' })
  passkeyId!: string;

  @Field(() => String, { description: 'The new name.' })
  name!: string;
}

@InputType()
export class RemovePasskeyInput {
  @Field(() => ID, { description: 'Id of one of the caller’s passkeys.' })
  passkeyId!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the person’s API keys are revoked as well. @default true',
  })
  revokeApiKeys?: boolean | null;
}

@InputType({ description: 'A passkey that was shown.' })
export class PasskeyInput {
  static readonly rules = z.object({ credential: AssertionGiven });

  @Field(() => GraphQLJSON, { description: '`AuthenticationResponseJSON` of the browser.' })
  credential!: AssertionGiven;
}
