import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { dayIn } from '../exceptions/exception.rules.js';
import {
  workItemCount,
  workItemPage,
  workItemPageByDay,
  workItemsById,
  type WorkItemRow,
  type WorkItemSelection,
} from './work-item.sql.js';
import type { WorkItemOrder } from './work-item-states.js';

/** One work item of the tenant, or null. */
export function readWorkItem({ em, viewer }: RequestContext, id: string): Promise<WorkItemRow | null> {
  return workItemsById.one(em, { tenantId: viewer.tenantId, ids: [id] });
}

/** Some work items of the tenant by their ids; those that it does not have are not in the map. */
export async function readWorkItemsById(
  { em, viewer }: RequestContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WorkItemRow>> {
  if (ids.length === 0) return new Map();
  const found = await workItemsById.all(em, { tenantId: viewer.tenantId, ids });
  return new Map(found.map((item) => [item.id, item]));
}

/** Which work items; null means any. */
export interface WorkItemFilter extends Omit<WorkItemSelection, 'tenantId' | 'dueBefore'> {
  isOverdue: boolean;
}

/** Work items of the tenant in an order. */
export async function readWorkItems(
  ctx: RequestContext,
  { isOverdue, ...filter }: WorkItemFilter,
  { order, ...request }: PageRequest & { order: WorkItemOrder },
): Promise<Page<WorkItemRow>> {
  const { em, viewer } = ctx;
  const dueBefore = isOverdue ? await ctx.once(todayOf) : null;
  const selection = { tenantId: viewer.tenantId, dueBefore, ...filter };
  const countAll = async () => (await workItemCount.only(em, selection)).count;
  return order === 'due' ? byDay(em, selection, request, countAll) : newestFirst(em, selection, request, countAll);
}

async function newestFirst(
  em: EntityManager,
  selection: WorkItemSelection,
  { first, after: cursor, offset }: PageRequest,
  countAll: () => Promise<number>,
): Promise<Page<WorkItemRow>> {
  const [microseconds, id] = cursor === null ? [] : decodeCursor(cursor, ['microseconds', 'uuid']);
  const after = id === undefined ? null : { microseconds: Number(microseconds), id: String(id) };
  const found = await workItemPage.all(em, { ...selection, after, offset, limit: first + 1 });
  return pageOf(found, first, { cursorOf: (item) => encodeCursor(item.microseconds, item.id), countAll });
}

async function byDay(
  em: EntityManager,
  selection: WorkItemSelection,
  { first, after: cursor, offset }: PageRequest,
  countAll: () => Promise<number>,
): Promise<Page<WorkItemRow>> {
  const [day, id] = cursor === null ? [] : decodeCursor(cursor, ['day', 'uuid']);
  const after = id === undefined ? null : { dueOn: day === '' ? null : String(day), id: String(id) };
  const found = await workItemPageByDay.all(em, { ...selection, after, offset, limit: first + 1 });
  return pageOf(found, first, { cursorOf: (item) => encodeCursor(item.dueOn ?? '', item.id), countAll });
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
