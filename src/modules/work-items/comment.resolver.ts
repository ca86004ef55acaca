import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { PageArgs, pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { readComment, readComments } from './comment.read.js';
import type { CommentService } from './comment.service.js';
import type { CommentRow } from './comment.sql.js';
import {
  AddWorkItemCommentInput,
  DeleteWorkItemCommentInput,
  UpdateWorkItemCommentInput,
  WorkItemCommentConnection,
  WorkItemCommentPayload,
  WorkItemCommentType,
} from './comment.type.js';
import { readWorkItem } from './work-item.read.js';

@Resolver(() => WorkItemCommentType)
export class CommentResolver {
  constructor(private readonly service: CommentService) {}

  @Query(() => WorkItemCommentConnection, { description: 'Comments on a work item, oldest first.' })
  async workItemComments(
    @Arg('workItemId', () => ID, { description: 'Id of the work item.' }) workItemId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    if (!isUuid(workItemId) || !(await readWorkItem(ctx, workItemId))) throw notFound();
    return WorkItemCommentConnection.from(await readComments(ctx, workItemId, request), request);
  }

  @Mutation(() => WorkItemCommentPayload, {
    description: 'Comments on a work item. Members whom it mentions get a mail.',
  })
  async addWorkItemComment(
    @Arg('input', () => AddWorkItemCommentInput) { workItemId, text, mentionedIds }: AddWorkItemCommentInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WorkItemCommentPayload> {
    const mentioned = checkedIds(mentionedIds ?? []);
    const id = await this.service.add(ctx, checked(workItemId, '/work_item_id'), {
      text: text.trim(),
      mentionedIds: mentioned,
    });
    return { comment: await find(ctx, id) };
  }

  @Mutation(() => WorkItemCommentPayload, { description: 'Changes a comment of the caller.' })
  async updateWorkItemComment(
    @Arg('input', () => UpdateWorkItemCommentInput) { commentId, text, mentionedIds }: UpdateWorkItemCommentInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WorkItemCommentPayload> {
    const mentioned = mentionedIds == null ? null : checkedIds(mentionedIds);
    await this.service.update(ctx, checked(commentId, '/comment_id'), { text: text.trim(), mentionedIds: mentioned });
    return { comment: await find(ctx, commentId) };
  }

  @Mutation(() => WorkItemCommentPayload, {
    description: 'Deletes a comment of the caller, or, for admins, of anybody: its text goes, its place stays.',
  })
  async deleteWorkItemComment(
    @Arg('input', () => DeleteWorkItemCommentInput) { commentId }: DeleteWorkItemCommentInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WorkItemCommentPayload> {
    await this.service.delete(ctx, checked(commentId, '/comment_id'));
    return { comment: await find(ctx, commentId) };
  }
}

async function find(ctx: RequestContext, id: string): Promise<CommentRow> {
  const comment = await readComment(ctx, id);
  if (!comment) throw notFound();
  return comment;
}

/** Ids of members, each once. @throws {AppError} VALIDATION_FAILED */
function checkedIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id, index) => checked(id, `/mentioned_ids/${index}`).toLowerCase()))];
}

/** @throws {AppError} VALIDATION_FAILED naming `field` */
function checked(id: string, field: string): string {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
  return id;
}
