import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { commentById, commentCount, commentPage, type CommentRow } from './comment.sql.js';

/** One comment of the tenant, or null. */
export function readComment({ em, viewer }: RequestContext, id: string): Promise<CommentRow | null> {
  return commentById.one(em, { tenantId: viewer.tenantId, id });
}

/** Comments on a work item, oldest first. */
export async function readComments(
  { em, viewer }: RequestContext,
  workItemId: string,
  { first, after: cursor, offset }: PageRequest,
): Promise<Page<CommentRow>> {
  const selection = { tenantId: viewer.tenantId, workItemId };
  const [microseconds, id] = cursor === null ? [] : decodeCursor(cursor, ['microseconds', 'uuid']);
  const after = id === undefined ? null : { microseconds: Number(microseconds), id: String(id) };
  const found = await commentPage.all(em, { ...selection, after, offset, limit: first + 1 });
  return pageOf(found, first, {
    cursorOf: (comment) => encodeCursor(comment.microseconds, comment.id),
    countAll: async () => (await commentCount.only(em, selection)).count,
  });
}
