import { Field, Float, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import type { DestinationKind } from './destination-kinds.js';

const DestinationKindEnum = { https: 'https', syslog: 'syslog', s3: 's3' } as const;
registerEnumType(DestinationKindEnum, {
  name: 'SecurityEventDestinationKind',
  description: 'How security events travel.',
  valuesConfig: {
    https: { description: 'Signed requests.' },
    syslog: { description: 'Syslog over TLS (RFC 5424).' },
    s3: { description: 'Objects in a bucket.' },
  },
});

const DestinationStateEnum = {
  active: 'active',
  paused: 'paused',
  needs_secret: 'needs_secret',
  failing: 'failing',
} as const;
registerEnumType(DestinationStateEnum, {
  name: 'SecurityEventDestinationState',
  description: 'State of a destination.',
  valuesConfig: {
    active: { description: 'The last push arrived, or none was made yet.' },
    paused: { description: 'An admin paused it; events wait.' },
    needs_secret: { description: 'Its credentials have to be given again; events wait.' },
    failing: { description: 'The last push failed; it is tried again.' },
  },
});
export type DestinationState = keyof typeof DestinationStateEnum;

const secret = z.string().regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 printable characters');
const address = z.string().min(1).max(2_048);

@ObjectType('SecurityEventDestination', {
  description: 'Where the security events of the organization are pushed.',
  simpleResolvers: true,
})
export class DestinationType {
  @Field(() => ID, { description: 'Id, as the mutations of destinations take it.' })
  id!: string;

  @Field(() => DestinationKindEnum, { description: 'How the events are sent.' })
  kind!: DestinationKind;

  @Field(() => String, { description: 'A URL, `host:port` of a syslog receiver, or the URL of a bucket.' })
  address!: string;

  @Field(() => String, { nullable: true, description: 'Of a bucket.' })
  region!: string | null;

  @Field(() => String, { nullable: true, description: 'Of a bucket.' })
  accessKeyId!: string | null;

  @Field(() => Boolean, { description: 'Whether it has a secret; the secret itself is never shown.' })
  hasSecret!: boolean;

  @Field(() => DestinationStateEnum, {
    description: '`failing` is tried again; `needs_secret` waits for the secret of its new address.',
  })
  state!: DestinationState;

  @Field(() => Float, { description: '`sequence` of the last event that was sent.' })
  cursor!: number;

  @Field(() => Int, { description: 'Failures since the last success.' })
  failures!: number;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it is tried again; null where nothing waits.' })
  nextAttemptAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When events were last taken; null where none were.',
  })
  lastSuccessAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'What went wrong last; null where nothing did.' })
  lastError!: string | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it last went wrong; null where it did not.' })
  lastErrorAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it was changed last.' })
  updatedAt!: Date;
}

@InputType()
export class CreateDestinationInput {
  static readonly rules = z.object({ address, secret: secret.nullish() });

  @Field(() => DestinationKindEnum, { description: 'How the events are sent.' })
  kind!: DestinationKind;

  @Field(() => String, { description: 'A URL, `host:port` of a syslog receiver, or the URL of a bucket.' })
  address!: string;

  @Field(() => String, {
    nullable: true,
    description: '16 to 256 printable characters: signs requests, or is the secret key of a bucket. Never shown.',
  })
  secret?: string | null;

  @Field(() => String, { nullable: true, description: 'Of a bucket.' })
  accessKeyId?: string | null;

  @Field(() => String, { nullable: true, description: 'Of a bucket.' })
  region?: string | null;

  @Field(() => String, { nullable: true, description: 'Certificates (PEM) that a syslog receiver is trusted by.' })
  ca?: string | null;
}

@InputType({ description: 'Omitted fields stay as they are; a new address empties the secret unless one is given.' })
export class UpdateDestinationInput {
  static readonly rules = z.object({ address: address.nullish(), secret: secret.nullish() });

  @Field(() => String, {
    nullable: true,
    description: 'A URL, `host:port` of a syslog receiver, or the URL of a bucket.',
  })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'Secret of the destination; it is never shown again.' })
  secret?: string | null;

  @Field(() => String, { nullable: true, description: 'Access key of the bucket.' })
  accessKeyId?: string | null;

  @Field(() => String, { nullable: true, description: 'Region of the bucket.' })
  region?: string | null;

  @Field(() => String, { nullable: true, description: 'Certificate authority of the receiver, as PEM.' })
  ca?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether nothing is sent until it is set to false.' })
  isPaused?: boolean | null;
}

@ObjectType('SecurityEventDestinationPayload', { simpleResolvers: true })
export class DestinationPayload {
  @Field(() => DestinationType)
  destination!: DestinationType;
}
