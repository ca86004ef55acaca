import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { auditCount, auditPage } from './audit.sql.js';
import type { AuditEntryType } from './audit.type.js';

/** Filter of audit entries; an omitted property means any. */
export interface AuditFilter {
  action?: string;
  resourceType?: string;
  resourceId?: string;
  actorId?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

/** The tenant's audit trail, newest first. */
export async function readAuditLog(
  { em, viewer }: RequestContext,
  filter: AuditFilter,
  request: PageRequest,
  { universalControls }: Pick<Catalogue, 'universalControls'>,
): Promise<Page<AuditEntryType>> {
  const [after] = request.after === null ? [null] : decodeCursor(request.after, ['integer']);
  const selection = { tenantId: viewer.tenantId, filter };
  const found = await auditPage.all(em, {
    ...selection,
    after: after === null ? null : Number(after),
    limit: request.first + 1,
    offset: request.offset,
  });
  // The catalogue is in memory: its titles are in no table.
  const named = found.map((entry) => {
    const assessed =
      entry.resourceType === 'assessment' && universalControls.find(({ code }) => code === entry.subject);
    return assessed ? { ...entry, subject: `${assessed.code} ${assessed.title}` } : entry;
  });
  return pageOf(named, request.first, {
    cursorOf: ({ sequence }) => encodeCursor(sequence),
    countAll: async () => (await auditCount.only(em, selection)).count,
  });
}
