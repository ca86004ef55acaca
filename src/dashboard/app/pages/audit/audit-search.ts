import { text } from '../../parts/search-params';

export interface AuditSearch {
  action?: string | undefined;
  actorId?: string | undefined;
  resourceType?: string | undefined;
  resourceId?: string | undefined;
  /** ISO 8601; `from` inclusive, `to` exclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

export function auditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    action: text(search.action),
    actorId: text(search.actorId),
    resourceType: text(search.resourceType),
    resourceId: text(search.resourceId),
    from: moment(search.from),
    to: moment(search.to),
  };
}

function moment(value: unknown): string | undefined {
  const written = text(value);
  return written !== undefined && !Number.isNaN(Date.parse(written)) ? written : undefined;
}
