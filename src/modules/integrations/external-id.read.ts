import { query, type EntityManager } from '../../platform/database/database.js';

/** Place of the external id in a document of permissions. */
export const EXTERNAL_ID_PLACE = '<EXTERNAL_ID>';

/**
 * External id of an organization, which the trust policy of a role in its cloud account asks for: with it nobody else's
 * integration can use the role. Source: AWS, "The confused deputy problem".
 */
export async function readExternalId(em: EntityManager, tenantId: string): Promise<string> {
  const { external_id: externalId } = await query(em)
    .selectFrom('tenants')
    .select('external_id')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return externalId;
}
