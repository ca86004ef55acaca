import type { Actor } from '../../access/actor.js';
import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { authorAs, type ChangeAuthor } from '../audit/audit.js';

/** Protocols by which identity providers change members. */
export const PROVIDER_KINDS = ['scim', 'oidc', 'saml'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** A provider: a SCIM token, or a connection for single sign-on. Its id is that of the token or connection. */
export interface IdentityProvider {
  id: string;
  tenantId: string;
}

/**
 * Stores the name of a provider, under which the audit trail shows its changes. Its row stays when the token or the
 * connection is deleted.
 */
export async function registerProvider(
  em: EntityManager,
  { id, tenantId, kind, name, at }: IdentityProvider & { kind: ProviderKind; name: string; at: Date },
): Promise<void> {
  await query(em)
    .insertInto('identity_providers')
    .values({ id, tenant_id: tenantId, kind, name, created_at: at })
    .execute();
}

/** Renames a provider. */
export async function renameProvider(
  em: EntityManager,
  { id, tenantId, name }: IdentityProvider & { name: string },
): Promise<void> {
  await query(em)
    .updateTable('identity_providers')
    .set({ name })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** A provider as the author of changes, in a request that has no caller. */
export function providerAuthor(ctx: RequestContext, { id, tenantId }: IdentityProvider): ChangeAuthor {
  const { address, userAgent, requestId } = ctx;
  const actor: Actor = { type: 'identity_provider', id, apiKeyId: null, address, userAgent, requestId };
  return authorAs(ctx, actor, tenantId);
}
