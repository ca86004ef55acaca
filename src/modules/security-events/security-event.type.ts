import { ArgsType, Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { GraphQLJSON } from '../../platform/api/json.js';

const OutcomeEnum = { success: 'success', failure: 'failure' } as const;
registerEnumType(OutcomeEnum, {
  name: 'SecurityEventOutcome',
  description: 'Outcome of a security event.',
  valuesConfig: { success: { description: 'It was done.' }, failure: { description: 'It was refused or failed.' } },
});

@ObjectType('SecurityEventActor', { description: 'Author of a security event.', simpleResolvers: true })
export class SecurityEventActorType {
  @Field(() => String, {
    description:
      '`user`, `api_key`, `system`, `operator`, `identity_provider`, or `anonymous` without a valid credential.',
  })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'The user, or the creator of the API key.' })
  id!: string | null;

  @Field(() => ID, { nullable: true, description: 'The key that was used; null without one.' })
  apiKeyId!: string | null;
}

@ObjectType('SecurityEvent', {
  description: 'A log-in, a refusal, a download or another event that concerns security, with address and agent.',
  simpleResolvers: true,
})
export class SecurityEventType {
  @Field(() => ID, { description: 'Id of the event.' })
  id!: string;

  @Field(() => Float, { description: 'Number of the event, in the order of recording.' })
  sequence!: number;

  @Field(() => GraphQLISODateTime, { description: 'Time of the first of the equal events that it stands for.' })
  at!: Date;

  @Field(() => String, { description: '`login.failed`' })
  kind!: string;

  @Field(() => OutcomeEnum, { description: 'Whether it succeeded.' })
  outcome!: 'success' | 'failure';

  @Field(() => Int, { description: 'Number of equal events within five seconds, from 1.' })
  count!: number;

  @Field(() => SecurityEventActorType, { description: 'Who did it.' })
  actor!: SecurityEventActorType;

  @Field(() => ID, { nullable: true, description: 'The account that it is about.' })
  userId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The session in which it happened; null outside of one.' })
  sessionId!: string | null;

  @Field(() => String, { nullable: true, description: 'Network address of the client.' })
  address!: string | null;

  @Field(() => String, { nullable: true, description: '`User-Agent` of the client, at most 256 characters.' })
  userAgent!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the request, as in the `X-Request-Id` header; null where there was none.',
  })
  requestId!: string | null;

  @Field(() => String, { nullable: true, description: 'Kind of what it was about; null where there is none.' })
  resourceType!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Id of what it was about; null where there is no single object.',
  })
  resourceId!: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Facts that only this kind has.' })
  details!: Record<string, unknown> | null;
}

@ArgsType()
export class SecurityEventsArgs extends PageArgs {
  static readonly rules = z.object({ address: z.string().max(64).nullish(), kind: z.string().max(64).nullish() });

  @Field(() => String, { nullable: true, description: 'A kind, or its prefix: `login.`' })
  kind?: string;

  @Field(() => OutcomeEnum, { nullable: true, description: 'Events with this outcome.' })
  outcome?: 'success' | 'failure';

  @Field(() => ID, { nullable: true, description: 'The account that events are about.' })
  userId?: string;

  @Field(() => String, { nullable: true, description: 'Events from this client address.' })
  address?: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Events from this moment on.' })
  from?: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Exclusive.' })
  to?: Date;
}

export const SecurityEventConnection = connectionOf('SecurityEvent', SecurityEventType);
