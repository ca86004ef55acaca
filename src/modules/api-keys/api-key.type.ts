import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { UserSummaryType } from '../auth/user-summary.type.js';

const ApiKeyStatusEnum = { active: 'active', expired: 'expired', revoked: 'revoked' } as const;
export type ApiKeyStatus = keyof typeof ApiKeyStatusEnum;
registerEnumType(ApiKeyStatusEnum, { name: 'ApiKeyStatus' });

@ObjectType('ApiKey', { description: 'A long-lived credential for automation.', simpleResolvers: true })
export class ApiKeyType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: 'How the key begins: `svc_` and eight characters. No secret.' })
  prefix!: string;

  @Field(() => ApiKeyStatusEnum)
  status!: ApiKeyStatus;

  @Field(() => UserSummaryType, { description: 'Who made it. The key may do what this user may do at the moment.' })
  createdBy!: UserSummaryType;

  @Field(() => GraphQLISODateTime)
  createdAt!: Date;

  @Field(() => GraphQLISODateTime)
  expiresAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'To the minute.' })
  lastUsedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true })
  revokedAt!: Date | null;
}

@InputType()
export class CreateApiKeyInput {
  static readonly rules = z.object({ name: z.string().trim().min(1).max(100) });

  @Field(() => String, { description: 'What it is for, 1 to 100 characters.' })
  name!: string;

  @Field(() => Int, { nullable: true, description: 'Days until it ends, 1 to 365. 90 where neither end is given.' })
  expiresInDays?: number | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it ends, at most 365 days from now.' })
  expiresAt?: Date | null;
}

@InputType()
export class RevokeApiKeyInput {
  @Field(() => ID)
  apiKeyId!: string;
}

@ObjectType('CreateApiKeyPayload', { simpleResolvers: true })
export class CreateApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;

  @Field(() => String, { description: 'The key itself. It is shown this once and kept nowhere.' })
  key!: string;
}

@ObjectType('ApiKeyPayload', { simpleResolvers: true })
export class ApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;
}
