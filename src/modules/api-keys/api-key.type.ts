import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import type { Scope } from '../../access/scopes.js';
import { ServiceAccountSummaryType } from './service-account.type.js';
import { UserSummaryType } from '../auth/user-summary.type.js';

const ApiKeyStatusEnum = { active: 'active', expired: 'expired', revoked: 'revoked' } as const;
export type ApiKeyStatus = keyof typeof ApiKeyStatusEnum;
registerEnumType(ApiKeyStatusEnum, {
  name: 'ApiKeyStatus',
  description: 'Whether a key works.',
  valuesConfig: {
    active: { description: 'It works.' },
    expired: { description: 'It is refused: its end has passed.' },
    revoked: { description: 'It is refused: it was revoked.' },
  },
});

const ApiKeyScopeEnum = {
  read: 'read',
  report: 'report',
  scan: 'scan',
  import: 'import',
  evidence: 'evidence',
  assess: 'assess',
  checks: 'checks',
} as const satisfies { [scope in Scope]: scope };
registerEnumType(ApiKeyScopeEnum, {
  name: 'ApiKeyScope',
  description: 'Kind of operations that an API key may be allowed.',
  valuesConfig: {
    read: { description: 'Queries and subscriptions. Every key has it.' },
    report: { description: 'Generation of reports.' },
    scan: { description: 'Start and cancellation of scans.' },
    import: { description: 'Import of scanner reports.' },
    evidence: { description: 'Upload of evidence.' },
    assess: { description: 'Assessments, and proposals of exceptions and scope.' },
    checks: { description: 'Creation, change, trial and deletion of custom checks.' },
  },
});

@ObjectType('ApiKey', { description: 'A long-lived credential for automation.', simpleResolvers: true })
export class ApiKeyType {
  @Field(() => ID, { description: 'Id, as `revokeApiKey` takes it.' })
  id!: string;

  @Field(() => String, { description: 'Name that people gave it.' })
  name!: string;

  @Field(() => String, { description: 'Public part of the key: `svc_` and an id of eight characters.' })
  prefix!: string;

  @Field(() => ApiKeyStatusEnum, { description: 'Whether it works.' })
  status!: ApiKeyStatus;

  @Field(() => [ApiKeyScopeEnum], { description: 'What the key may do, within its role.' })
  scopes!: Scope[];

  @Field(() => ServiceAccountSummaryType, { description: 'The service account that it acts as.' })
  serviceAccount!: ServiceAccountSummaryType;

  @Field(() => UserSummaryType, {
    description: 'The user who created it. The key never has more than the current role of this user.',
  })
  createdBy!: UserSummaryType;

  @Field(() => GraphQLISODateTime, { description: 'When the key was made.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it stops to work by itself.' })
  expiresAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Time of the last use, to the minute.' })
  lastUsedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was revoked; null while it was not.' })
  revokedAt!: Date | null;
}

@InputType()
export class CreateApiKeyInput {
  static readonly rules = z.object({ name: z.string().trim().min(1).max(100) });

  @Field(() => String, { description: 'Purpose of the key, 1 to 100 characters.' })
  name!: string;

  @Field(() => [ApiKeyScopeEnum], {
    nullable: true,
    description: 'What the key may do beside reading. Default `read` alone.',
  })
  scopes?: Scope[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Account that the key belongs to. Default an account for keys of the caller, with the caller’s role.',
  })
  serviceAccountId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Days until the expiry, 1 to 365. Default 90 without `expiresAt`.' })
  expiresInDays?: number | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Expiry, at most 365 days from now.' })
  expiresAt?: Date | null;
}

@InputType()
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'Id of the key.' })
  apiKeyId!: string;
}

@ObjectType('CreateApiKeyPayload', { simpleResolvers: true })
export class CreateApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;

  @Field(() => String, { description: 'The key itself, returned only once and not stored.' })
  key!: string;
}

@ObjectType('ApiKeyPayload', { simpleResolvers: true })
export class ApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;
}
