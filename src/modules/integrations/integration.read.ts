import type { RequestContext } from '../../context.js';
import { row, rows, sql } from '../../platform/database/database.js';
import type { IntegrationType } from './integration.type.js';

const INTEGRATIONS = sql`
  select i.id, i.type, i.name, i.status, i.last_scan_at as "lastScan", i.config, i.created_at as "createdAt", i.error,
    case when s.cron is null then null
      else jsonb_build_object('cron', s.cron, 'timezone', t.timezone, 'nextScanAt', s.next_at) end as schedule
  from integrations i
  join tenants t on t.id = i.tenant_id
  left join scan_schedules s on s.integration_id = i.id`;

/** Integrations of the tenant, oldest first. */
export function readIntegrations({ em, viewer }: RequestContext): Promise<IntegrationType[]> {
  return rows(
    em,
    sql<IntegrationType>`${INTEGRATIONS} where i.tenant_id = ${viewer.tenantId} order by i.created_at, i.id`,
  );
}

/** One integration of the tenant, or null. */
export function readIntegration({ em, viewer }: RequestContext, id: string): Promise<IntegrationType | null> {
  return row(em, sql<IntegrationType>`${INTEGRATIONS} where i.id = ${id} and i.tenant_id = ${viewer.tenantId}`);
}
