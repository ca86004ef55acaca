import { ArgsType, Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { EVENT_TYPES } from '../events/outbox.js';
import type { DeliveryStatus } from './delivery.read.js';
import type { WebhookFormat } from './message-format.rules.js';

const WebhookStatusEnum = { active: 'active', disabled: 'disabled' } as const;
registerEnumType(WebhookStatusEnum, {
  name: 'WebhookStatus',
  description: 'Whether a webhook gets events.',
  valuesConfig: {
    active: { description: 'It gets them.' },
    disabled: { description: 'It gets none until it is enabled again.' },
  },
});

const WebhookFormatEnum = { json: 'json', slack: 'slack', teams: 'teams' } as const;
registerEnumType(WebhookFormatEnum, {
  name: 'WebhookFormat',
  description: 'What the receiver of a webhook reads.',
  valuesConfig: {
    json: { description: 'The event as JSON, signed.' },
    slack: { description: 'A message, as an incoming webhook of Slack takes it.' },
    teams: { description: 'A message with an Adaptive Card, as a workflow of Microsoft Teams takes it.' },
  },
});

const DeliveryStatusEnum = {
  pending: 'pending',
  delivering: 'delivering',
  delivered: 'delivered',
  failed: 'failed',
} as const;
registerEnumType(DeliveryStatusEnum, {
  name: 'WebhookDeliveryStatus',
  description: 'State of a delivery.',
  valuesConfig: {
    pending: { description: 'Waits for its first or next attempt.' },
    delivering: { description: 'An attempt is under way.' },
    delivered: { description: 'The receiver answered with 2xx.' },
    failed: {
      description:
        'No attempt arrived, a chat refused the message, or the webhook was disabled. It is not tried again by itself.',
    },
  },
});

const EVERY_EVENT = '*';
const events = z
  .array(z.enum([...EVENT_TYPES, EVERY_EVENT], `must be one of ${EVENT_TYPES.join(', ')} or ${EVERY_EVENT}`))
  .min(1, 'must name at least one event')
  .refine((given) => new Set(given).size === given.length, 'may name an event once');
/**
 * Secret of printable characters: no control, format, private or unassigned character, and no line break of any kind.
 */
const secret = z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{16,256}$/u, 'must be 16 to 256 printable characters');

@ObjectType('WebhookLastDelivery', {
  simpleResolvers: true,
  description: 'The last attempt to deliver an event of a webhook.',
})
class WebhookLastDeliveryType {
  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  at!: Date;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the response; null without one.' })
  statusCode!: number | null;
}

@ObjectType('Webhook', { description: 'Subscription of an HTTPS endpoint to events.', simpleResolvers: true })
export class WebhookType {
  @Field(() => ID, { description: 'Id, as `webhook(id)` takes it.' })
  id!: string;

  @Field(() => String, {
    description:
      'Where the events are sent; of the formats `slack` and `teams`, whose address is the credential, without path and query.',
  })
  url!: string;

  @Field(() => WebhookFormatEnum, { description: 'What the receiver reads.' })
  format!: WebhookFormat;

  @Field(() => [String], { description: 'Event types, or `*` for all.' })
  events!: string[];

  @Field(() => WebhookStatusEnum, { description: 'Whether events are sent.' })
  status!: 'active' | 'disabled';

  @Field(() => Boolean, { description: 'The secret itself is never shown.' })
  hasSecret!: boolean;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'End of the overlap of a rotation, until which the previous secret signs too; null where no rotation is under way.',
  })
  previousSecretUntil!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it was changed last.' })
  updatedAt!: Date;

  @Field(() => Int, {
    description: 'Consecutive deliveries that used up their attempts or that a chat refused; 5 disable the webhook.',
  })
  consecutiveFailures!: number;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was disabled; null while it is not.' })
  disabledAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: '`admin`, `gone` (410), `exhausted_deliveries` (5 in a row), `failing_too_long` (120 h).',
  })
  disabledReason!: string | null;

  @Field(() => WebhookLastDeliveryType, { nullable: true, description: 'The last attempt; null before the first.' })
  lastDelivery!: WebhookLastDeliveryType | null;
}

@ObjectType('WebhookAttempt', { description: 'One attempt of a delivery.', simpleResolvers: true })
export class WebhookAttemptType {
  @Field(() => Int, { description: 'Number of the attempt, from 1.' })
  number!: number;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  at!: Date;

  @Field(() => Int, { description: 'Milliseconds.' })
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the response; null without one.' })
  statusCode!: number | null;

  @Field(() => String, { nullable: true, description: 'Error message; null for a success.' })
  error!: string | null;

  @Field(() => String, { nullable: true, description: 'Beginning of the response, at most 1 KiB.' })
  responseExcerpt!: string | null;
}

@ObjectType('WebhookDelivery', { description: 'Delivery of one event to one webhook.', simpleResolvers: true })
export class WebhookDeliveryType {
  @Field(() => ID, { description: 'Id, as `redeliver` takes it.' })
  id!: string;

  @Field(() => ID, { description: 'The same for a redelivery, so that receivers can recognize duplicates.' })
  eventId!: string;

  @Field(() => String, { description: 'Type of the event.' })
  event!: string;

  @Field(() => DeliveryStatusEnum, { description: 'Where the delivery stands.' })
  status!: DeliveryStatus;

  @Field(() => String, {
    nullable: true,
    description: '`webhook_disabled` where it failed because its webhook was disabled.',
  })
  failure!: string | null;

  @Field(() => String, {
    description:
      'The event as JSON: what is sent, byte for byte; for the formats `slack` and `teams` what the message is made from.',
  })
  body!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Due time of the next attempt; null means at once or never.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    description: 'When the delivery was queued; of a redelivery, when it was asked for.',
  })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was delivered or given up; null before.' })
  completedAt!: Date | null;

  @Field(() => ID, { nullable: true, description: 'The delivery that this one repeats.' })
  redeliveryOf!: string | null;
}

@InputType()
export class CreateWebhookInput {
  static readonly rules = z.object({ events, secret: secret.nullish() });

  @Field(() => String, { description: 'Begins with `https://`.' })
  url!: string;

  @Field(() => [String], { description: 'Event types, or `*` for all.' })
  events!: string[];

  @Field(() => String, {
    nullable: true,
    description:
      '16 to 256 printable characters; signs the deliveries and is never shown. Needed for the format `json`, without use for the others.',
  })
  secret?: string | null;

  @Field(() => WebhookFormatEnum, {
    nullable: true,
    description: 'What the receiver reads; it cannot be changed later. Default `json`.',
  })
  format?: WebhookFormat | null;
}

@InputType()
export class UpdateWebhookInput {
  static readonly rules = z.object({ events: events.nullish() });

  @Field(() => ID, { description: 'Id of the webhook.' })
  webhookId!: string;

  @Field(() => String, { nullable: true, description: 'Where to send, as of `createWebhook`.' })
  url?: string | null;

  @Field(() => [String], { nullable: true, description: 'Types of the events to send, as of `createWebhook`.' })
  events?: string[] | null;

  @Field(() => WebhookStatusEnum, {
    nullable: true,
    description: 'Enabling a disabled webhook resets its failure counts.',
  })
  status?: 'active' | 'disabled' | null;
}

@InputType()
export class DeleteWebhookInput {
  @Field(() => ID, { description: 'Id of the webhook.' })
  webhookId!: string;
}

@InputType()
export class PingWebhookInput {
  @Field(() => ID, { description: 'Id of the webhook.' })
  webhookId!: string;
}

@InputType()
export class RotateWebhookSecretInput {
  static readonly rules = z.object({ secret, overlapHours: z.number().int().min(0).max(168).nullish() });

  @Field(() => ID, { description: 'Id of the webhook.' })
  webhookId!: string;

  @Field(() => String, { description: 'The new secret.' })
  secret!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Time during which the old secret signs too, 0 to 168 hours. Default 24.',
  })
  overlapHours?: number | null;
}

@InputType()
export class RedeliverInput {
  @Field(() => ID, { description: 'Id of a delivery.' })
  deliveryId!: string;
}

@ObjectType('WebhookPayload', { simpleResolvers: true })
export class WebhookPayload {
  @Field(() => WebhookType)
  webhook!: WebhookType;
}

@ObjectType('WebhookDeliveryPayload', { simpleResolvers: true })
export class WebhookDeliveryPayload {
  @Field(() => WebhookDeliveryType)
  delivery!: WebhookDeliveryType;
}

@ArgsType()
export class DeliveriesArgs extends PageArgs {
  @Field(() => DeliveryStatusEnum, { nullable: true, description: 'Deliveries with this status.' })
  status?: DeliveryStatus;
}

export const DeliveryConnection = connectionOf('WebhookDelivery', WebhookDeliveryType);
