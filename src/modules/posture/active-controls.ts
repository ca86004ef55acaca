import { query, type EntityManager } from '../../platform/database/database.js';
import type { Catalogue, Control } from '../catalogue/catalogue.js';

/**
 * The controls in scope of the frameworks that are active now: what scans, assessments and disconnections decide. Read it under
 * the lock of the posture, so that a framework that was activated meanwhile counts.
 * @param catalogue of every scope
 */
export async function activeControls(em: EntityManager, tenantId: string, catalogue: Catalogue): Promise<Control[]> {
  const tenant = await query(em)
    .selectFrom('tenants')
    .select(['frameworks', 'hipaa_privacy as hasHipaaPrivacy'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return catalogue.scopedTo(tenant).controls.filter(({ framework }) => tenant.frameworks.includes(framework.slug));
}

/** Those of the controls that are mapped to one of the universal controls, given by their numbers. */
export function mappedTo(controls: readonly Control[], universalNos: Iterable<number>): Control[] {
  const wanted = new Set(universalNos);
  return controls.filter(({ mappings }) => mappings.some(({ universalControl }) => wanted.has(universalControl.no)));
}
