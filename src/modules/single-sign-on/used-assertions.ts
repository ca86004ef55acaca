import { query, type EntityManager } from '../../platform/database/database.js';
import { hashOf } from './attempt-secrets.rules.js';
import type { IdentityConnection } from './identity-connection.entity.js';
import type { VerifiedAssertion } from './saml-assertion.rules.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/**
 * Marks an assertion as used, until it is too old anyway (SAML 2.0 Profiles, 4.1.4.5).
 * @throws {SignOnRefusal} invalid_response for one that was used
 */
export async function useAssertion(
  em: EntityManager,
  { id: connectionId, tenantId }: IdentityConnection,
  { id, expiresAt }: VerifiedAssertion['assertion'],
): Promise<void> {
  const used = await query(em)
    .insertInto('used_assertions')
    .values({
      tenant_id: tenantId,
      connection_id: connectionId,
      assertion_hash: hashOf(id),
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (used.numInsertedOrUpdatedRows !== 1n)
    throw new SignOnRefusal('invalid_response', 'the assertion was used already');
}
