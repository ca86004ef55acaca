import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { checkMembers } from './members-check.js';
import type { WorkItemMails } from './work-item-mails.js';

/** What somebody writes. */
export interface CommentText {
  text: string;
  mentionedIds: readonly string[];
}

/** Adds, changes and deletes comments on work items. */
export class CommentService {
  constructor(private readonly mails: WorkItemMails) {}

  /**
   * Adds a comment, and a mail to everybody whom it mentions.
   * @returns its id
   * @throws {AppError} NOT_FOUND for the work item and for somebody mentioned who is no member
   */
  async add(ctx: RequestContext, workItemId: string, { text, mentionedIds }: CommentText): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const { tenantId, userId } = ctx.viewer;
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await checkMembers(em, tenantId, mentionedIds);
      const title = await titleOf(em, tenantId, workItemId);
      await query(em)
        .insertInto('work_item_comments')
        .values({
          id,
          tenant_id: tenantId,
          work_item_id: workItemId,
          text,
          mentioned_ids: [...mentionedIds],
          author_id: userId,
          created_at: ctx.clock.now(),
        })
        .execute();
      const occasion = { kind: 'mentioned', text } as const;
      await this.mails.add(ctx, em, { workItemId, title, userIds: mentionedIds, occasion });
      const after = { commentId: id, mentionedIds };
      await recordAudit(ctx, em, { ...entryOf(workItemId), action: 'work_item.commented', after });
      await ctx.recordEffect(em, id);
    });
    await this.mails.wake();
    return id;
  }

  /**
   * Changes the caller's own comment; who was not mentioned before gets a mail.
   * @param change `mentionedIds` null leaves the mentioned as they are
   * @throws {AppError} NOT_FOUND; FORBIDDEN for the comment of another; CONFLICT for a deleted one
   */
  async update(
    ctx: RequestContext,
    id: string,
    { text, mentionedIds }: { text: string; mentionedIds: readonly string[] | null },
  ): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      if (mentionedIds !== null) await checkMembers(em, tenantId, mentionedIds);
      const before = await lockComment(em, tenantId, id);
      if (before.authorId !== userId) throw new AppError('FORBIDDEN', 'only its author may change a comment');
      const mentioned = mentionedIds ?? before.mentionedIds;
      await query(em)
        .updateTable('work_item_comments')
        .set({ text, mentioned_ids: [...mentioned], edited_at: ctx.clock.now() })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      const { workItemId } = before;
      const title = await titleOf(em, tenantId, workItemId);
      const userIds = mentioned.filter((each) => !before.mentionedIds.includes(each));
      await this.mails.add(ctx, em, { workItemId, title, userIds, occasion: { kind: 'mentioned', text } });
      const after = { commentId: id, mentionedIds: mentioned };
      await recordAudit(ctx, em, { ...entryOf(workItemId), action: 'work_item.comment_changed', after });
    });
    await this.mails.wake();
  }

  /**
   * Deletes a comment: its text goes, its place, author and time stay.
   * @throws {AppError} NOT_FOUND; FORBIDDEN for the comment of another, except for admins; CONFLICT for a deleted one
   */
  delete(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId, userId, role } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      const before = await lockComment(em, tenantId, id);
      if (before.authorId !== userId && role !== 'admin') {
        throw new AppError('FORBIDDEN', 'only its author and admins may delete a comment');
      }
      await query(em)
        .updateTable('work_item_comments')
        .set({ text: null, mentioned_ids: [], deleted_at: ctx.clock.now() })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      const after = { commentId: id };
      await recordAudit(ctx, em, { ...entryOf(before.workItemId), action: 'work_item.comment_deleted', after });
    });
  }
}

function entryOf(resourceId: string) {
  return { resourceType: 'work_item', resourceId };
}

/** @throws {AppError} NOT_FOUND */
async function titleOf(em: EntityManager, tenantId: string, id: string): Promise<string> {
  const found = await query(em)
    .selectFrom('work_items')
    .select('title')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found.title;
}

/** A comment, locked until the transaction ends. @throws {AppError} NOT_FOUND; CONFLICT for a deleted one */
async function lockComment(em: EntityManager, tenantId: string, id: string) {
  const found = await query(em)
    .selectFrom('work_item_comments')
    .select(['work_item_id as workItemId', 'author_id as authorId', 'mentioned_ids as mentionedIds', 'deleted_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.deleted_at !== null) throw new AppError('CONFLICT', 'the comment was deleted');
  return found;
}
