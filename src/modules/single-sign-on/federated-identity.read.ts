import { query, type EntityManager } from '../../platform/database/database.js';
import { accountKey } from '../auth/account-key.rules.js';
import type { IdentityConnection } from './identity-connection.entity.js';
import type { MatchFacts } from './member-match.rules.js';
import type { ProviderIdentity } from './provider-identity.js';

/** What a connection says about the people who log in by it. */
export type FederatedConnection = Pick<
  IdentityConnection,
  'id' | 'tenantId' | 'createsMembers' | 'requiresGroup' | 'groupClaim' | 'trustsEmail'
>;

/** What the organization knows of an asserted person. Call it with the tenant locked. */
export async function readMatchFacts(
  em: EntityManager,
  { id: connectionId, tenantId, createsMembers, trustsEmail }: FederatedConnection,
  { subject, email }: ProviderIdentity,
): Promise<MatchFacts> {
  const linked = await query(em)
    .selectFrom('federated_identities as f')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'f.tenant_id').onRef('u.id', '=', 'f.user_id'))
    .select(['u.id as userId', 'u.removed_at as removedAt'])
    .where('f.tenant_id', '=', tenantId)
    .where('f.connection_id', '=', connectionId)
    .where('f.subject', '=', subject)
    .executeTakeFirst();
  const holders = await query(em)
    .selectFrom('users as u')
    .leftJoin('federated_identities as f', (join) =>
      join
        .onRef('f.tenant_id', '=', 'u.tenant_id')
        .onRef('f.user_id', '=', 'u.id')
        .on('f.connection_id', '=', connectionId),
    )
    .select(['u.id as userId', 'u.removed_at as removedAt', 'f.id as linkId'])
    .where('u.tenant_id', '=', tenantId)
    .where('u.email_key', '=', accountKey(email ?? ''))
    .execute();
  const holder = holders.find(({ removedAt }) => removedAt === null);
  return {
    domains: await readVerifiedDomains(em, tenantId),
    createsMembers,
    trustsEmail,
    linked: linked ? { userId: linked.userId, isRemoved: linked.removedAt !== null } : null,
    holder: holder ? { userId: holder.userId, isLinked: holder.linkId !== null } : null,
    hadAddress: holders.some(({ removedAt }) => removedAt !== null),
  };
}

/** Domains that the organization holds. */
export async function readVerifiedDomains(em: EntityManager, tenantId: string): Promise<string[]> {
  const found = await query(em)
    .selectFrom('email_domains')
    .select('domain')
    .where('tenant_id', '=', tenantId)
    .where('verified_at', 'is not', null)
    .orderBy('domain')
    .execute();
  return found.map(({ domain }) => domain);
}
