import { ArgsType, Field, Float, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { GraphQLJSON } from '../../platform/api/json.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';

@ObjectType('AuditActor', { description: 'Author of a change.', simpleResolvers: true })
export class AuditActorType {
  @Field(() => String, { description: '`user`, `api_key`, `system`, `operator` or `identity_provider`.' })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'The user, the creator of the API key, or the identity provider.' })
  id!: string | null;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => ID, { nullable: true })
  apiKeyId!: string | null;
}

@ObjectType('AuditEntry', {
  description: 'A recorded change: author, action, values before and after, address.',
  simpleResolvers: true,
})
export class AuditEntryType {
  @Field(() => ID)
  id!: string;

  @Field(() => Float, { description: 'Number of the entry, from 1 without gaps.' })
  sequence!: number;

  @Field(() => GraphQLISODateTime)
  at!: Date;

  @Field(() => AuditActorType)
  actor!: AuditActorType;

  @Field(() => String, { nullable: true, description: 'Network address of the client.' })
  address!: string | null;

  @Field(() => String, { nullable: true })
  requestId!: string | null;

  @Field(() => String, { description: '`member.role_changed`' })
  action!: string;

  @Field(() => String)
  resourceType!: string;

  @Field(() => String, { nullable: true })
  resourceId!: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Previous values of the changed fields.' })
  before!: Record<string, unknown> | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'New values of the changed fields.' })
  after!: Record<string, unknown> | null;

  @Field(() => String, { description: 'SHA-256 over the entry and the previous hash, hexadecimal.' })
  hash!: string;

  @Field(() => String, { description: 'Hash of the previous entry; zeros for the first.' })
  previousHash!: string;
}

@ArgsType()
export class AuditLogArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'An action, or its prefix: `member.`' })
  action?: string;

  @Field(() => String, { nullable: true })
  resourceType?: string;

  @Field(() => String, { nullable: true })
  resourceId?: string;

  @Field(() => ID, { nullable: true, description: 'A user.' })
  actorId?: string;

  @Field(() => GraphQLISODateTime, { nullable: true })
  from?: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Exclusive.' })
  to?: Date;
}

export const AuditLogConnection = connectionOf('AuditEntry', AuditEntryType);
