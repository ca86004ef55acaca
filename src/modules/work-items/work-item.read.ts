import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { query } from '../../platform/database/database.js';
import { dayIn } from '../exceptions/exception.rules.js';
import {
  workItemCount,
  workItemPage,
  workItemsById,
  type WorkItemRow,
  type WorkItemSelection,
} from './work-item.sql.js';

/** One work item of the tenant, or null. */
export function readWorkItem({ em, viewer }: RequestContext, id: string): Promise<WorkItemRow | null> {
  return workItemsById.one(em, { tenantId: viewer.tenantId, ids: [id] });
}

/** Which work items; null means any. */
export interface WorkItemFilter extends Omit<WorkItemSelection, 'tenantId' | 'dueBefore'> {
  isOverdue: boolean;
}

/** Work items of the tenant, newest first. */
export async function readWorkItems(
  ctx: RequestContext,
  { isOverdue, ...filter }: WorkItemFilter,
  { first, after, offset }: PageRequest,
): Promise<Page<WorkItemRow>> {
  const { em, viewer } = ctx;
  const dueBefore = isOverdue ? await ctx.once(todayOf) : null;
  const selection = { tenantId: viewer.tenantId, dueBefore, ...filter };
  const found = await workItemPage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  return pageOf(found, first, {
    cursorOf: ({ microseconds, id }) => encodeCursor(microseconds, id),
    countAll: async () => (await workItemCount.only(em, selection)).count,
  });
}

/** For `ctx.once`: the day, `YYYY-MM-DD`, that it is in the organization's time zone. */
export async function todayOf({ em, viewer, clock }: RequestContext): Promise<string> {
  const { timezone } = await query(em)
    .selectFrom('tenants')
    .select('timezone')
    .where('id', '=', viewer.tenantId)
    .executeTakeFirstOrThrow();
  return dayIn(timezone, clock.now());
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  const [microseconds, id] = decodeCursor(cursor, ['microseconds', 'uuid']);
  return { microseconds: Number(microseconds), id: String(id) };
}
