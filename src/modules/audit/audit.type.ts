import { ArgsType, Field, Float, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { GraphQLJSON } from '../../platform/api/json.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';

@ObjectType('AuditActor', { description: 'Who made a change.', simpleResolvers: true })
export class AuditActorType {
  @Field(() => String, { description: '`user`, `api_key`, `system` or `operator`.' })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'The user; of an API key, its creator.' })
  id!: string | null;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => ID, { nullable: true })
  apiKeyId!: string | null;
}

@ObjectType('AuditEntry', {
  description: 'One change: who, what, before and after, from where.',
  simpleResolvers: true,
})
export class AuditEntryType {
  @Field(() => ID)
  id!: string;

  @Field(() => Float, { description: 'Dense from 1.' })
  sequence!: number;

  @Field(() => GraphQLISODateTime)
  at!: Date;

  @Field(() => AuditActorType)
  actor!: AuditActorType;

  @Field(() => String, { nullable: true, description: 'The network address that the request came from.' })
  address!: string | null;

  @Field(() => String, { nullable: true })
  requestId!: string | null;

  @Field(() => String, { description: '`member.role_changed`' })
  action!: string;

  @Field(() => String)
  resourceType!: string;

  @Field(() => String, { nullable: true })
  resourceId!: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The changed fields as they were.' })
  before!: Record<string, unknown> | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The changed fields as they are.' })
  after!: Record<string, unknown> | null;

  @Field(() => String, { description: 'SHA-256 over the entry and the hash before it, hexadecimal.' })
  hash!: string;

  @Field(() => String, { description: 'Hash of the entry before; zeros for the first.' })
  previousHash!: string;
}

@ArgsType()
export class AuditLogArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'An action, or the begin of one: `member.`' })
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
