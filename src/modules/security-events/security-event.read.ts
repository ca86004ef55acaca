import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import type { SecurityEventFilter } from './security-event.js';
import { eventCount, eventPage } from './security-event.sql.js';
import type { SecurityEventType } from './security-event.type.js';

/** The tenant's security events, newest first. */
export async function readSecurityEvents(
  { em, viewer }: RequestContext,
  filter: SecurityEventFilter,
  request: PageRequest,
): Promise<Page<SecurityEventType>> {
  const [after] = request.after === null ? [null] : decodeCursor(request.after, ['integer']);
  const selection = { tenantId: viewer.tenantId, filter };
  const found = await eventPage.all(em, {
    ...selection,
    after: after === null ? null : Number(after),
    limit: request.first + 1,
    offset: request.offset,
  });
  const events = found.map(({ actorType: type, actorId: id, apiKeyId, ...event }) => ({
    ...event,
    actor: { type, id, apiKeyId },
  }));
  return pageOf(events, request.first, {
    cursorOf: ({ sequence }) => encodeCursor(sequence),
    countAll: async () => (await eventCount.only(em, selection)).count,
  });
}
