import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { query } from '../../platform/database/database.js';
import { DAY } from '../../platform/clock.js';
import {
  exceptionCount,
  exceptionPage,
  exceptionsById,
  type ExceptionRow,
  type ExceptionSelection,
} from './exception.sql.js';
import { dayIn } from './exception.rules.js';

/** One exception of the tenant, or null. */
export function readException({ em, viewer }: RequestContext, id: string): Promise<ExceptionRow | null> {
  return exceptionsById.one(em, { tenantId: viewer.tenantId, ids: [id] });
}

/** Which exceptions; null means any. */
export interface ExceptionFilter extends Omit<ExceptionSelection, 'tenantId' | 'lastDay'> {
  /** Open ones with the last day in so many days or earlier. */
  endsWithinDays: number | null;
}

/** Exceptions of the tenant, newest first. */
export async function readExceptions(
  ctx: RequestContext,
  { endsWithinDays, ...filter }: ExceptionFilter,
  { first, after, offset }: PageRequest,
): Promise<Page<ExceptionRow>> {
  const { em, viewer } = ctx;
  const lastDay = endsWithinDays === null ? null : await dayAhead(ctx, endsWithinDays);
  const selection = { tenantId: viewer.tenantId, lastDay, ...filter };
  const found = await exceptionPage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  return pageOf(found, first, {
    cursorOf: ({ microseconds, id }) => encodeCursor(microseconds, id),
    countAll: async () => (await exceptionCount.only(em, selection)).count,
  });
}

/** The day, in the organization's time zone, that is so many days ahead. */
async function dayAhead({ em, viewer, clock }: RequestContext, days: number): Promise<string> {
  const { timezone } = await query(em)
    .selectFrom('tenants')
    .select('timezone')
    .where('id', '=', viewer.tenantId)
    .executeTakeFirstOrThrow();
  return dayIn(timezone, new Date(clock.now().getTime() + days * DAY));
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  const [microseconds, id] = decodeCursor(cursor, ['microseconds', 'uuid']);
  return { microseconds: Number(microseconds), id: String(id) };
}
