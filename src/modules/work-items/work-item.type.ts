import { ArgsType, Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { ItemResultType } from '../../feature/item-result.type.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import type { WorkItemOrder, WorkItemState } from './work-item-states.js';

export const WorkItemStateEnum = {
  open: 'open',
  in_progress: 'in_progress',
  done: 'done',
  dropped: 'dropped',
} as const;
registerEnumType(WorkItemStateEnum, {
  name: 'WorkItemState',
  description: 'How far a work item is.',
  valuesConfig: {
    open: { description: 'Nobody has begun.' },
    in_progress: { description: 'Somebody works on it.' },
    done: { description: 'Its people say that it is done; only scans and assessments change statuses.' },
    dropped: { description: 'Will not be done. It is not deleted, and can be opened again.' },
  },
});

const WorkItemOrderEnum = { newest: 'newest', due: 'due' } as const;
registerEnumType(WorkItemOrderEnum, {
  name: 'WorkItemOrder',
  description: 'Order of work items.',
  valuesConfig: {
    newest: { description: 'Created last first.' },
    due: { description: 'By the day until which they are to be done, the earliest first, those without one last.' },
  },
});

@ObjectType('WorkItem', {
  description: 'What is to be done about one thing, by whom and until when.',
  simpleResolvers: true,
})
export class WorkItemType {
  @Field(() => ID, { description: 'Id, as `workItem(id)` takes it.' })
  id!: string;

  @Field(() => String, { description: 'What is to be done.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the failing check that it is about; null where it is about something else.',
  })
  checkId!: string | null;

  @Field(() => UserSummaryType, { nullable: true, description: 'The member who does it; null where nobody has it.' })
  owner!: UserSummaryType | null;

  @Field(() => String, {
    nullable: true,
    description: 'The day until which it is to be done, `YYYY-MM-DD`; null without one.',
  })
  dueOn!: string | null;

  @Field(() => WorkItemStateEnum, { description: 'How far it is.' })
  state!: WorkItemState;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who created it; null where the account is gone.' })
  createdBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => UserSummaryType, {
    nullable: true,
    description: 'Who changed it last; null where the account is gone, and where a ticket did.',
  })
  changedBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was changed last; `createdAt` where it never was.' })
  changedAt!: Date;
}

const TITLE_LENGTH_MAX = 200;
const title = z.string().trim().min(1).max(TITLE_LENGTH_MAX);

@InputType()
export class CreateWorkItemInput {
  static readonly rules = z.object({ title });

  @Field(() => String, { description: 'What is to be done, up to 200 characters.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Id of a check, as `check(id)` takes it. Exactly one of the four is given.',
  })
  checkId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of a control.' })
  controlId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of an exception.' })
  exceptionId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of a finding.' })
  findingId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Member who does it. Default: nobody.' })
  ownerId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The day until which it is to be done, `YYYY-MM-DD`. Default: none.',
  })
  dueOn?: string | null;
}

@InputType()
export class UpdateWorkItemInput {
  static readonly rules = z.object({ title: title.nullish() });

  @Field(() => ID, { description: 'Id of the work item.' })
  workItemId!: string;

  @Field(() => String, { nullable: true, description: 'Stays as it is where it is left out or null.' })
  title?: string | null;

  @Field(() => ID, { nullable: true, description: 'Null for nobody; stays as it is where it is left out.' })
  ownerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Null for no day; stays as it is where it is left out.' })
  dueOn?: string | null;

  @Field(() => WorkItemStateEnum, { nullable: true, description: 'Stays as it is where it is left out or null.' })
  state?: WorkItemState | null;
}

/** Largest number of work items that one call changes. Our choice. */
export const WORK_ITEMS_MAX = 100;

@InputType({ description: 'One change of many work items. What is left out stays as it is.' })
export class UpdateWorkItemsInput {
  static readonly rules = z.object({ workItemIds: z.array(z.string()).min(1).max(WORK_ITEMS_MAX) });

  @Field(() => [ID], { description: 'Ids of 1 to 100 work items.' })
  workItemIds!: string[];

  @Field(() => ID, { nullable: true, description: 'Null for nobody.' })
  ownerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Null for no day.' })
  dueOn?: string | null;

  @Field(() => WorkItemStateEnum, { nullable: true, description: 'Null leaves it as it is, too.' })
  state?: WorkItemState | null;
}

@InputType()
export class WorkItemInput {
  @Field(() => ID, { description: 'Id of the work item.' })
  workItemId!: string;
}

@InputType({ description: 'Every given condition has to hold.' })
export class WorkItemsWhere {
  @Field(() => [WorkItemStateEnum], { nullable: true, description: 'Work items in one of these states.' })
  states?: WorkItemState[] | null;

  @Field(() => ID, { nullable: true, description: 'Work items of this member.' })
  ownerId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True for those of the caller alone.' })
  mine?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for unfinished ones whose day has passed in the organization’s time zone.',
  })
  overdue?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Work items about this control.' })
  controlId?: string | null;

  @Field(() => String, { nullable: true, description: 'Work items about this check.' })
  checkId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Work items about this finding.' })
  findingId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Work items about this exception.' })
  exceptionId?: string | null;
}

@ArgsType()
export class WorkItemsArgs extends PageArgs {
  @Field(() => WorkItemsWhere, { nullable: true, description: 'Conditions. Default every work item.' })
  where?: WorkItemsWhere | null;

  @Field(() => WorkItemOrderEnum, { nullable: true, description: 'Default `newest`.' })
  orderBy?: WorkItemOrder | null;
}

@ObjectType({ simpleResolvers: true })
export class WorkItemPayload {
  @Field(() => WorkItemType)
  workItem!: object;
}

@ObjectType({ description: 'What became of one work item.', simpleResolvers: true })
export class WorkItemResult extends ItemResultType {
  @Field(() => WorkItemType, { nullable: true, description: 'The work item as it is now; null where it was refused.' })
  workItem!: object | null;
}

@ObjectType({ simpleResolvers: true })
export class UpdateWorkItemsPayload {
  @Field(() => [WorkItemResult], { description: 'One result for each id, in their order.' })
  results!: WorkItemResult[];
}

export const WorkItemConnection = connectionOf('WorkItem', WorkItemType);
