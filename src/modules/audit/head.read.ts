import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { headCount, headPage } from './head.sql.js';
import type { AuditHeadType } from './head.type.js';

/** The tenant's signed heads, newest first. */
export async function readHeads(
  { em, viewer: { tenantId } }: RequestContext,
  { after, first, offset }: PageRequest,
): Promise<Page<AuditHeadType>> {
  const [before] = after === null ? [null] : decodeCursor(after, ['integer']);
  const below = before === null ? null : Number(before);
  const found = await headPage.all(em, { tenantId, below, limit: first + 1, offset });
  return pageOf(found, first, {
    cursorOf: ({ size }) => encodeCursor(size),
    countAll: async () => (await headCount.only(em, { tenantId })).count,
  });
}
