import { Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { UserSummaryType } from '../auth/user-summary.type.js';
import type { TicketStatus, TrackerKind } from './ticket-kinds.js';

const TicketTrackerKindEnum = { jira: 'jira', github: 'github' } as const satisfies { [kind in TrackerKind]: kind };
registerEnumType(TicketTrackerKindEnum, {
  name: 'TicketTrackerKind',
  description: 'What tickets are created in.',
  valuesConfig: {
    jira: { description: 'Issues of a project of Jira Cloud or Jira Data Center.' },
    github: { description: 'Issues of a repository of GitHub.' },
  },
});

const TicketTrackerStateEnum = { active: 'active', failing: 'failing', needs_token: 'needs_token' } as const;
registerEnumType(TicketTrackerStateEnum, {
  name: 'TicketTrackerState',
  description: 'Whether a tracker answers.',
  valuesConfig: {
    active: { description: 'It answered when it was last asked.' },
    failing: { description: 'It did not when it was last asked; it is asked again.' },
    needs_token: { description: 'Its address changed: its token has to be given again.' },
  },
});
export type TicketTrackerState = keyof typeof TicketTrackerStateEnum;

const TicketStatusEnum = {
  waiting: 'waiting',
  linked: 'linked',
  failed: 'failed',
  gone: 'gone',
} as const satisfies { [status in TicketStatus]: status };
registerEnumType(TicketStatusEnum, {
  name: 'TicketStatus',
  description: 'How far the link to a ticket is.',
  valuesConfig: {
    waiting: { description: 'The tracker has not been asked yet, or did not answer; it is asked again.' },
    linked: { description: 'The ticket is there, and it and the work item follow each other.' },
    failed: { description: 'The tracker refused to create it. `refreshTicket` tries again.' },
    gone: { description: 'The tracker has it no more, or the account does not see it any more.' },
  },
});

@ObjectType('TicketTracker', {
  description: 'A project of Jira or a repository of GitHub in which tickets are created.',
  simpleResolvers: true,
})
export class TicketTrackerType {
  @Field(() => ID, { description: 'Id, as the mutations of trackers and tickets take it.' })
  id!: string;

  @Field(() => String, { description: 'Name among the trackers of the organization.' })
  name!: string;

  @Field(() => TicketTrackerKindEnum, { description: 'What it is.' })
  kind!: TrackerKind;

  @Field(() => String, { description: 'Where its interface is.' })
  address!: string;

  @Field(() => String, { description: 'Key of the project, or `owner/repository`.' })
  project!: string;

  @Field(() => String, { nullable: true, description: 'Type of new issues in Jira; null for GitHub.' })
  issueType!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Account of Jira Cloud whose token it is; null where the token alone suffices.',
  })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The account as the tracker named it when the token was given; null where it does not say.',
  })
  identity!: string | null;

  @Field(() => TicketTrackerStateEnum, { description: 'Whether it answers.' })
  state!: TicketTrackerState;

  @Field(() => String, {
    nullable: true,
    description: 'What went wrong when it was last asked; null where nothing did.',
  })
  lastError!: string | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When that was; null where nothing went wrong.' })
  lastErrorAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'Up to when its changes were read.' })
  readAt!: Date;

  @Field(() => String, {
    description: 'Address that a webhook of the tracker is sent to, signed with the secret: changes come at once then.',
  })
  hookUrl!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was connected.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it was changed last.' })
  updatedAt!: Date;
}

@ObjectType('TicketTrackerSummary', { description: 'The tracker of a ticket.', simpleResolvers: true })
export class TicketTrackerSummaryType {
  @Field(() => ID, { description: 'Id of the tracker.' })
  id!: string;

  @Field(() => String, { description: 'Name of the tracker.' })
  name!: string;

  @Field(() => TicketTrackerKindEnum, { description: 'What it is.' })
  kind!: TrackerKind;

  @Field(() => String, { description: 'Key of the project, or `owner/repository`.' })
  project!: string;
}

@ObjectType('Ticket', { description: 'An issue in a tracker about a work item.', simpleResolvers: true })
export class TicketType {
  @Field(() => ID, { description: 'Id, as the mutations of tickets take it.' })
  id!: string;

  @Field(() => TicketTrackerSummaryType, { description: 'Where it is.' })
  tracker!: TicketTrackerSummaryType;

  @Field(() => TicketStatusEnum, { description: 'How far the link is.' })
  status!: TicketStatus;

  @Field(() => String, {
    nullable: true,
    description: '`ENG-12`, or the number of an issue; null until it is created.',
  })
  key!: string | null;

  @Field(() => String, { nullable: true, description: 'Address of its page; null until it is created or found.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'What the tracker calls its state; null until it was read.' })
  stateName!: string | null;

  @Field(() => String, { nullable: true, description: 'What went wrong last; null where nothing did.' })
  error!: string | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When its state was last read; null until then.' })
  readAt!: Date | null;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who linked it; null where the account is gone.' })
  createdBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was linked.' })
  createdAt!: Date;
}

const RULES = {
  name: z.string().trim().min(1).max(100),
  address: z.string().trim().min(1).max(500),
  project: z.string().trim().min(1).max(150),
  issueType: z.string().trim().min(1).max(100),
  email: z
    .string()
    .trim()
    .min(3)
    .max(254)
    .includes('@')
    .regex(/^[\x21-\x7e]+$/, 'must be an email address'),
  token: z.string().regex(/^[\x21-\x7e]{8,1000}$/, 'must be 8 to 1,000 printable characters'),
};

@InputType()
export class CreateTicketTrackerInput {
  static readonly rules = z.object({
    ...RULES,
    address: RULES.address.nullish(),
    issueType: RULES.issueType.nullish(),
    email: RULES.email.nullish(),
  });

  @Field(() => TicketTrackerKindEnum, { description: 'What it is.' })
  kind!: TrackerKind;

  @Field(() => String, { description: 'Name among the trackers of the organization, up to 100 characters.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Required for Jira: `https://example.atlassian.net`. Default for GitHub `https://api.github.com`.',
  })
  address?: string | null;

  @Field(() => String, { description: 'Key of a project (`ENG`), or a repository (`owner/name`).' })
  project!: string;

  @Field(() => String, { nullable: true, description: 'Required for Jira: type of new issues, such as `Task`.' })
  issueType?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For Jira Cloud: account whose token it is. Left out for a personal access token of Data Center.',
  })
  email?: string | null;

  @Field(() => String, {
    description: 'Token that may read and write issues of the project; of GitHub a fine-grained one. Never shown.',
  })
  token!: string;
}

@InputType({ description: 'Omitted fields stay as they are; a new address empties the token unless one is given.' })
export class UpdateTicketTrackerInput {
  static readonly rules = z.object({
    name: RULES.name.nullish(),
    address: RULES.address.nullish(),
    project: RULES.project.nullish(),
    issueType: RULES.issueType.nullish(),
    email: RULES.email.nullish(),
    token: RULES.token.nullish(),
  });

  @Field(() => String, { nullable: true, description: 'Name among the trackers of the organization.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Where its interface is.' })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'Only where no ticket is linked.' })
  project?: string | null;

  @Field(() => String, { nullable: true, description: 'Type of new issues in Jira.' })
  issueType?: string | null;

  @Field(() => String, { nullable: true, description: 'Account of Jira Cloud; null for none.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'Another token. Never shown.' })
  token?: string | null;
}

@InputType()
export class CreateTicketInput {
  static readonly rules = z.object({ key: z.string().trim().min(1).max(300).nullish() });

  @Field(() => ID, { description: 'Id of the work item.' })
  workItemId!: string;

  @Field(() => ID, { description: 'Id of the tracker.' })
  trackerId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Key or address of a ticket that is there already. Default: a new one is created.',
  })
  key?: string | null;
}

@ObjectType({ simpleResolvers: true })
export class TicketTrackerPayload {
  @Field(() => TicketTrackerType)
  ticketTracker!: object;
}

@ObjectType({ simpleResolvers: true })
export class TicketTrackerSecretPayload {
  @Field(() => TicketTrackerType)
  ticketTracker!: object;

  @Field(() => String, { description: 'Secret for the webhook of the tracker, shown this once.' })
  hookSecret!: string;
}

@ObjectType({ simpleResolvers: true })
export class DeleteTicketTrackerPayload {
  @Field(() => ID, { description: 'Id of the tracker that is disconnected.' })
  deletedId!: string;
}

@ObjectType({ simpleResolvers: true })
export class TicketPayload {
  @Field(() => TicketType)
  ticket!: object;
}

@ObjectType({ simpleResolvers: true })
export class DeleteTicketPayload {
  @Field(() => ID, { description: 'Id of the ticket that is linked no more.' })
  deletedId!: string;
}
