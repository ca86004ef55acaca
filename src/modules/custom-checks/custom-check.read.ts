import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import type { Remediation } from '../catalogue/catalogue.js';
import type { CustomCheckFields } from './custom-check.rules.js';

/** The license tier whose tenants may have custom checks. */
export const TIER_WITH_CHECKS = 'ENTERPRISE';

/** A custom check of a tenant. */
export interface CustomCheckRow extends CustomCheckFields {
  id: string;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Checks of the tenant, by key. */
export function readCustomChecks(
  { em, viewer }: RequestContext,
  within: EntityManager = em,
): Promise<CustomCheckRow[]> {
  return select(within, viewer.tenantId).orderBy('c.key').execute();
}

/** One check of the tenant, or null. */
export async function readCustomCheck({ em, viewer }: RequestContext, id: string): Promise<CustomCheckRow | null> {
  return (await select(em, viewer.tenantId).where('c.id', '=', id).executeTakeFirst()) ?? null;
}

/** Checks of a tenant that a scan runs, by key: the enabled ones, and none where its tier no longer has custom checks. */
export function readRunningChecks(em: EntityManager, tenantId: string): Promise<CustomCheckRow[]> {
  return select(em, tenantId)
    .innerJoin('tenants as t', 't.id', 'c.tenant_id')
    .where('t.license_tier', '=', TIER_WITH_CHECKS)
    .where('c.is_enabled', '=', true)
    .orderBy('c.key')
    .execute();
}

function select(em: EntityManager, tenantId: string) {
  return query(em)
    .selectFrom('custom_checks as c')
    .select([
      'c.id',
      'c.key',
      'c.title',
      'c.description',
      'c.rationale',
      'c.severity',
      'c.resource_type as resourceType',
    ])
    .select(['c.applies', 'c.passes', 'c.says_pass as saysPass', 'c.says_fail as saysFail'])
    .select(['c.universal_controls as universalControls', 'c.is_enabled as isEnabled', 'c.created_by as createdBy'])
    .select(['c.created_at as createdAt', 'c.updated_at as updatedAt'])
    .select((eb) => eb.ref('c.remediation').$castTo<Remediation | null>().as('remediation'))
    .where('c.tenant_id', '=', tenantId);
}
