import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { connectionOf } from '../../platform/api/connection.js';
import { DisplayName } from '../organizations/display-name.rules.js';
import type { MessageStatus, NotificationDelivery, NotificationEvent, PauseReason } from './notification-kinds.js';

const NotificationEventEnum = {
  control_failed: 'control_failed',
  score_fell: 'score_fell',
  scan_failed: 'scan_failed',
  new_findings: 'new_findings',
  evidence_ends_soon: 'evidence_ends_soon',
  assessment_ends_soon: 'assessment_ends_soon',
  exception_ends_soon: 'exception_ends_soon',
  work_item_due: 'work_item_due',
} as const satisfies Record<NotificationEvent, NotificationEvent>;
registerEnumType(NotificationEventEnum, {
  name: 'NotificationEvent',
  description: 'What a notification rule can notify of.',
  valuesConfig: {
    control_failed: { description: 'A control that passed fails.' },
    score_fell: { description: 'The overall score or that of a framework fell by at least the points of the rule.' },
    scan_failed: { description: 'A scan failed.' },
    new_findings: { description: 'Critical or high findings are failing since a scan that did not fail before it.' },
    evidence_ends_soon: { description: 'Uploaded evidence ends within 30 days.' },
    assessment_ends_soon: { description: 'An assessment in force expires within 30 days.' },
    exception_ends_soon: { description: 'An exception in force ends within 30 days.' },
    work_item_due: {
      description:
        'A work item that is not done is due today or tomorrow; of the person’s own rule, one that they own.',
    },
  },
});

const NotificationDeliveryEnum = { at_once: 'at_once', digest: 'digest' } as const;
registerEnumType(NotificationDeliveryEnum, {
  name: 'NotificationDelivery',
  description: 'When a notification rule sends.',
  valuesConfig: {
    at_once: { description: 'Within a minute, outside of the quiet hours.' },
    digest: { description: 'Once a day, all events of a day in one message.' },
  },
});

const NotificationPauseReasonEnum = {
  person: 'person',
  unsubscribed: 'unsubscribed',
  no_receiver: 'no_receiver',
} as const satisfies Record<PauseReason, PauseReason>;
registerEnumType(NotificationPauseReasonEnum, {
  name: 'NotificationPauseReason',
  description: 'Why a notification rule is paused.',
  valuesConfig: {
    person: { description: 'Somebody has paused it.' },
    unsubscribed: { description: 'The last receiver has followed the link of a mail to unsubscribe.' },
    no_receiver: { description: 'None of its receivers is a member any more, or its webhook was deleted.' },
  },
});

const NotificationStatusEnum = { queued: 'queued', sent: 'sent', failed: 'failed' } as const;
registerEnumType(NotificationStatusEnum, {
  name: 'NotificationStatus',
  description: 'Where a message of a notification rule stands.',
  valuesConfig: {
    queued: { description: 'It waits for its first or next attempt.' },
    sent: {
      description: 'The mail server or the receiver of the webhook has accepted it; nobody knows who has read it.',
    },
    failed: { description: 'It was refused, or could not be handed over in time. It is not tried again.' },
  },
});

@ObjectType('NotificationRule', { description: 'Who is notified of which events, and when.', simpleResolvers: true })
export class NotificationRuleType {
  @Field(() => ID, { description: 'Id of the rule.' })
  id!: string;

  @Field(() => String, { description: 'Name, as its messages say it.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it is one of the organization; else it notifies its owner alone.' })
  isOfOrganization!: boolean;

  @Field(() => ID, { nullable: true, description: 'The webhook that it notifies instead of members.' })
  webhookId!: string | null;

  @Field(() => [NotificationEventEnum], { description: 'What it notifies of.' })
  events!: NotificationEvent[];

  @Field(() => Int, { description: 'Points by which a score has to fall at once.' })
  scorePoints!: number;

  @Field(() => NotificationDeliveryEnum, { description: 'When it sends.' })
  delivery!: NotificationDelivery;

  @Field(() => Int, {
    nullable: true,
    description: 'Hour of the digest in its time zone; null where it sends at once.',
  })
  digestHour!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Time zone of its hours (IANA); null for that of the organization, also when that changes.',
  })
  timezone!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Local time from which it is silent; what happens is sent after them. Null for no quiet hours.',
  })
  quietFrom!: string | null;

  @Field(() => String, { nullable: true, description: 'Local time until which it is silent.' })
  quietTo!: string | null;

  @Field(() => Boolean, { description: 'Whether it sends nothing until it is resumed.' })
  isPaused!: boolean;

  @Field(() => NotificationPauseReasonEnum, { nullable: true, description: 'Why it is paused; null while it is not.' })
  pauseReason!: PauseReason | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was set up.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it was changed last.' })
  updatedAt!: Date;
}

@ObjectType('NotificationMessage', { description: 'One message of a notification rule.', simpleResolvers: true })
export class NotificationMessageType {
  @Field(() => ID, { description: 'Id of the message.' })
  id!: string;

  @Field(() => Boolean, { description: 'Whether it is a test.' })
  isTest!: boolean;

  @Field(() => [NotificationEventEnum], { description: 'Kinds of the events that it describes, each once.' })
  events!: NotificationEvent[];

  @Field(() => Int, { description: 'Events that it is about; 0 of a test.' })
  eventCount!: number;

  @Field(() => NotificationStatusEnum, { description: 'Where it stands.' })
  status!: MessageStatus;

  @Field(() => String, { nullable: true, description: 'Why it failed; null where it did not.' })
  error!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was written.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the service has noted its outcome, up to a minute after it; null before.',
  })
  completedAt!: Date | null;
}

export const NotificationMessageConnection = connectionOf('NotificationMessage', NotificationMessageType);

const events = z.array(z.string()).min(1, 'must name at least one event').max(20);
const optional = {
  scorePoints: z.number().int().min(1).max(100).nullish(),
  digestHour: z.number().int().min(0).max(23).nullish(),
  frameworks: z.array(z.string().max(100)).max(50).nullish(),
  memberIds: z.array(z.uuid('is not a UUID')).max(50).nullish(),
  webhookId: z.uuid('is not a UUID').nullish(),
};

@InputType()
abstract class NotificationRuleInput {
  @Field(() => Int, { nullable: true, description: 'Points by which a score has to fall, 1 to 100. Default 1.' })
  scorePoints?: number | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Names or slugs of the frameworks whose controls and scores it notifies of. Default: every one, and the overall score.',
  })
  frameworks?: string[] | null;

  @Field(() => NotificationDeliveryEnum, { nullable: true, description: 'When it sends. Default `at_once`.' })
  delivery?: NotificationDelivery | null;

  @Field(() => Int, { nullable: true, description: 'Hour of the digest, 0 to 23. Default 8.' })
  digestHour?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Time zone of its hours (IANA). Default, and null: that of the organization.',
  })
  timezone?: string | null;

  @Field(() => String, { nullable: true, description: 'Begin of the quiet hours, `22:00`. Default, and null: none.' })
  quietFrom?: string | null;

  @Field(() => String, { nullable: true, description: 'End of the quiet hours, `06:30`.' })
  quietTo?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it sends nothing. What waits then is dropped. Default false.',
  })
  isPaused?: boolean | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Members that a rule of the organization notifies by mail, at most 50.',
  })
  memberIds?: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Webhook that a rule of the organization notifies instead, of any format.',
  })
  webhookId?: string | null;
}

@InputType()
export class CreateNotificationRuleInput extends NotificationRuleInput {
  static readonly rules = z.object({ name: DisplayName.max(100), events, ...optional });

  @Field(() => String, { description: 'Name, at most 100 characters.' })
  name!: string;

  @Field(() => [NotificationEventEnum], { description: 'What it notifies of.' })
  events!: NotificationEvent[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is one of the organization, by admins; else it notifies the caller alone. Default false.',
  })
  isOfOrganization?: boolean | null;
}

@InputType()
export class UpdateNotificationRuleInput extends NotificationRuleInput {
  static readonly rules = z.object({ name: DisplayName.max(100).nullish(), events: events.nullish(), ...optional });

  @Field(() => ID, { description: 'Id of the rule.' })
  notificationRuleId!: string;

  @Field(() => String, { nullable: true, description: 'Name, at most 100 characters.' })
  name?: string | null;

  @Field(() => [NotificationEventEnum], { nullable: true, description: 'What it notifies of.' })
  events?: NotificationEvent[] | null;
}

@InputType()
export class DeleteNotificationRuleInput {
  @Field(() => ID, { description: 'Id of the rule.' })
  notificationRuleId!: string;
}

@InputType()
export class TestNotificationRuleInput {
  @Field(() => ID, { description: 'Id of the rule.' })
  notificationRuleId!: string;
}

@ObjectType('NotificationRulePayload', { simpleResolvers: true })
export class NotificationRulePayload {
  @Field(() => NotificationRuleType, { description: 'The rule as it is now.' })
  notificationRule!: object;
}

@ObjectType('DeletedNotificationRule', { description: 'A notification rule that is gone.', simpleResolvers: true })
class DeletedNotificationRuleType {
  @Field(() => ID, { description: 'Id that it had.' })
  id!: string;
}

@ObjectType('DeleteNotificationRulePayload', { simpleResolvers: true })
export class DeleteNotificationRulePayload {
  @Field(() => DeletedNotificationRuleType, { description: 'What was deleted.' })
  notificationRule!: DeletedNotificationRuleType;
}

@ObjectType('TestNotificationRulePayload', { simpleResolvers: true })
export class TestNotificationRulePayload {
  @Field(() => [ID], { description: 'Ids of the messages in the log of the rule, where their outcomes appear.' })
  messageIds!: string[];
}
