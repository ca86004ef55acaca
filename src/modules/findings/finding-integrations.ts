import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';

/** An integration as findings name it. */
export interface FindingIntegration {
  id: string;
  name: string;
  type: string;
  isConnected: boolean;
}

/** For `ctx.once`: every integration of the tenant by its id. What a disconnected one found is not current, as its votes do not count. */
export async function integrationsOfTenant({ em, viewer }: RequestContext): Promise<Map<string, FindingIntegration>> {
  const found = await query(em)
    .selectFrom('integrations')
    .select(['id', 'name', 'type'])
    .select((eb) => eb('status', '<>', 'disconnected').as('isConnected'))
    .where('tenant_id', '=', viewer.tenantId)
    .execute();
  return new Map(found.map((each) => [each.id, { ...each, isConnected: Boolean(each.isConnected) }]));
}
