import { Field, GraphQLISODateTime, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { connectionOf } from '../../platform/api/connection.js';
import { UserSummaryType } from '../auth/user-summary.type.js';

@ObjectType('WorkItemComment', {
  description: 'What somebody said about a work item. A deleted one leaves its place, author and time.',
  simpleResolvers: true,
})
export class WorkItemCommentType {
  @Field(() => ID, { description: 'Id of the comment.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The text, plain; null where it was deleted.' })
  text!: string | null;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who wrote it; null where the account is gone.' })
  author!: UserSummaryType | null;

  @Field(() => [UserSummaryType], { description: 'Members whom it mentions, by name.' })
  mentioned!: UserSummaryType[];

  @Field(() => GraphQLISODateTime, { description: 'When it was written.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When its text was changed last; null where never.' })
  editedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was deleted; null where it was not.' })
  deletedAt!: Date | null;
}

/** Longest text of a comment, in characters. Our choice. */
const TEXT_LENGTH_MAX = 5_000;
/** Largest number of members that a comment mentions. Our choice. */
export const MENTIONS_MAX = 20;

const text = z.string().trim().min(1).max(TEXT_LENGTH_MAX);
const mentionedIds = z.array(z.string()).max(MENTIONS_MAX).nullish();

@InputType()
export class AddWorkItemCommentInput {
  static readonly rules = z.object({ text, mentionedIds });

  @Field(() => ID, { description: 'Id of the work item.' })
  workItemId!: string;

  @Field(() => String, { description: 'Plain text, up to 5,000 characters.' })
  text!: string;

  @Field(() => [ID], {
    nullable: true,
    description: 'Up to 20 members who get a mail about it. Default nobody.',
  })
  mentionedIds?: string[] | null;
}

@InputType()
export class UpdateWorkItemCommentInput {
  static readonly rules = z.object({ text, mentionedIds });

  @Field(() => ID, { description: 'Id of a comment of the caller.' })
  commentId!: string;

  @Field(() => String, { description: 'Plain text, up to 5,000 characters.' })
  text!: string;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Members whom it mentions; who was not mentioned before gets a mail. Stays as it is where it is left out.',
  })
  mentionedIds?: string[] | null;
}

@InputType()
export class DeleteWorkItemCommentInput {
  @Field(() => ID, { description: 'Id of a comment of the caller, or, for admins, of anybody.' })
  commentId!: string;
}

@ObjectType({ simpleResolvers: true })
export class WorkItemCommentPayload {
  @Field(() => WorkItemCommentType)
  comment!: object;
}

export const WorkItemCommentConnection = connectionOf('WorkItemComment', WorkItemCommentType);
