import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { WorkItemStateEnum } from './work-item.type.js';
import type { WorkItemState } from './work-item-states.js';

const WorkItemFieldEnum = { title: 'title', owner: 'owner', due_on: 'due_on', state: 'state' } as const;
registerEnumType(WorkItemFieldEnum, {
  name: 'WorkItemField',
  description: 'What people change of a work item.',
  valuesConfig: {
    title: { description: 'What is to be done.' },
    owner: { description: 'Who does it.' },
    due_on: { description: 'The day until which it is to be done.' },
    state: { description: 'How far it is.' },
  },
});
export type WorkItemField = keyof typeof WorkItemFieldEnum;

@ObjectType('WorkItemChange', {
  description: 'A change of a work item, as the audit trail has it.',
  simpleResolvers: true,
})
export class WorkItemChangeType {
  @Field(() => ID, { description: 'Id of the entry of the trail.' })
  id!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was changed.' })
  at!: Date;

  @Field(() => UserSummaryType, {
    nullable: true,
    description: 'Who changed it; null where the account is gone, and where a ticket did.',
  })
  by!: UserSummaryType | null;

  @Field(() => Boolean, { description: 'Whether it is the creation.' })
  isCreation!: boolean;

  @Field(() => [WorkItemFieldEnum], { description: 'What was changed; of a creation everything that it began with.' })
  fields!: WorkItemField[];

  @Field(() => String, { nullable: true, description: 'The new title; null where it stayed.' })
  title!: string | null;

  @Field(() => UserSummaryType, {
    nullable: true,
    description: 'The new owner; null where it stayed, for nobody, and where the account is gone.',
  })
  owner!: UserSummaryType | null;

  @Field(() => String, {
    nullable: true,
    description: 'The new day, `YYYY-MM-DD`; null where it stayed, and for none.',
  })
  dueOn!: string | null;

  @Field(() => WorkItemStateEnum, { nullable: true, description: 'The new state; null where it stayed.' })
  state!: WorkItemState | null;

  @Field(() => String, { nullable: true, description: 'Key of the ticket whose state it followed; else null.' })
  ticket!: string | null;
}
