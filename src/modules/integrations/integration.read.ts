import type { RequestContext } from '../../context.js';
import { row, rows, sql } from '../../platform/database/database.js';
import type { IntegrationType } from './integration.type.js';

const COLUMNS = sql`
  id, type, name, status, last_scan_at as "lastScan", config, created_at as "createdAt", error`;

/** Integrations of the tenant, oldest first. */
export function readIntegrations({ em, viewer }: RequestContext): Promise<IntegrationType[]> {
  return rows(
    em,
    sql<IntegrationType>`
      select ${COLUMNS} from integrations where tenant_id = ${viewer.tenantId} order by created_at, id`,
  );
}

/** One integration of the tenant, or null. */
export function readIntegration({ em, viewer }: RequestContext, id: string): Promise<IntegrationType | null> {
  return row(
    em,
    sql<IntegrationType>`select ${COLUMNS} from integrations where id = ${id} and tenant_id = ${viewer.tenantId}`,
  );
}
