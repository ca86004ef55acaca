import { ArgsType, Field, Float, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { GraphQLJSON } from '../../platform/api/json.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';

@ObjectType('AuditActor', { description: 'Author of a change.', simpleResolvers: true })
export class AuditActorType {
  @Field(() => String, {
    description: '`user`, `api_key`, `system`, `operator`, `identity_provider` or `auditor_link`.',
  })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'The user, the creator of the API key, or the identity provider.' })
  id!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the user, service account or identity provider; null where it is not known any more.',
  })
  name!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The key that was used; null for a session and for the service itself.',
  })
  apiKeyId!: string | null;
}

@ObjectType('AuditEntry', {
  description: 'A recorded change: author, action, values before and after, address.',
  simpleResolvers: true,
})
export class AuditEntryType {
  @Field(() => ID, { description: 'Id of the entry, unique in the organization.' })
  id!: string;

  @Field(() => Float, { description: 'Number of the entry, from 1 without gaps.' })
  sequence!: number;

  @Field(() => GraphQLISODateTime, { description: 'When it happened.' })
  at!: Date;

  @Field(() => AuditActorType, { description: 'Who did it.' })
  actor!: AuditActorType;

  @Field(() => String, { nullable: true, description: 'Network address of the client.' })
  address!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the request that did it, as in the `X-Request-Id` header; null for work of the service itself.',
  })
  requestId!: string | null;

  @Field(() => String, { description: '`member.role_changed`' })
  action!: string;

  @Field(() => String, { description: 'Kind of what was changed: `integration`, `evidence`.' })
  resourceType!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Id of what was changed; null where the action has no single object.',
  })
  resourceId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Present name of what was changed: of an assessment its universal control, by code and title, of a scan its integrations. Null where it has none, or is gone.',
  })
  subject!: string | null;

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

  @Field(() => String, { nullable: true, description: 'Kind of what was changed: `integration`.' })
  resourceType?: string;

  @Field(() => String, { nullable: true, description: 'Id of what was changed.' })
  resourceId?: string;

  @Field(() => ID, { nullable: true, description: 'A user.' })
  actorId?: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Entries from this moment on.' })
  from?: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Exclusive.' })
  to?: Date;
}

export const AuditLogConnection = connectionOf('AuditEntry', AuditEntryType);
