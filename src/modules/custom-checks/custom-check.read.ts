import type { RequestContext } from '../../context.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import type { CustomCheckFields } from './custom-check.rules.js';

/** The license tier whose tenants may have checks of their own. */
export const TIER_WITH_CHECKS = 'ENTERPRISE';

/** A check that a tenant has written. */
export interface CustomCheckRow extends CustomCheckFields {
  id: string;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = sql`
  c.id, c.key, c.title, c.description, c.rationale, c.severity, c.resource_type as "resourceType", c.applies, c.passes,
  c.says_pass as "saysPass", c.says_fail as "saysFail", c.universal_controls as "universalControls", c.remediation,
  c.is_enabled as "isEnabled", c.created_by as "createdBy", c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/** Checks of the tenant, by key. */
export function readCustomChecks(
  { em, viewer }: RequestContext,
  within: EntityManager = em,
): Promise<CustomCheckRow[]> {
  return rows(
    within,
    sql<CustomCheckRow>`select ${COLUMNS} from custom_checks c where c.tenant_id = ${viewer.tenantId} order by c.key`,
  );
}

/** One check of the tenant, or null. */
export function readCustomCheck(
  { em, viewer }: RequestContext,
  id: string,
  within: EntityManager = em,
): Promise<CustomCheckRow | null> {
  return row(
    within,
    sql<CustomCheckRow>`
      select ${COLUMNS} from custom_checks c where c.id = ${id} and c.tenant_id = ${viewer.tenantId}`,
  );
}

/** Checks of a tenant that a scan runs, by key: the enabled ones, and none where its tier has them no more. */
export function readRunningChecks(em: EntityManager, tenantId: string): Promise<CustomCheckRow[]> {
  return rows(
    em,
    sql<CustomCheckRow>`
      select ${COLUMNS} from custom_checks c
      join tenants t on t.id = c.tenant_id and t.license_tier = ${TIER_WITH_CHECKS}
      where c.tenant_id = ${tenantId} and c.is_enabled order by c.key`,
  );
}
