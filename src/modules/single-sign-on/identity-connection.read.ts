import type { RequestContext } from '../../context.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { accountKey } from '../auth/account-key.rules.js';
import { IdentityConnectionEntity, type IdentityConnection } from './identity-connection.entity.js';
import type { IdentityConnectionType } from './identity-connection.type.js';
import type { SignOnUrls } from './sign-on-urls.js';

/** Connections of the organization, oldest first. */
export async function readConnections(ctx: RequestContext, urls: SignOnUrls): Promise<IdentityConnectionType[]> {
  const { tenantId } = ctx.viewer;
  const orderBy = { createdAt: 'asc', id: 'asc' } as const;
  const found = await ctx.em.fork().find(IdentityConnectionEntity, { tenantId }, { orderBy });
  return found.map((connection) => shown(connection, urls));
}

/** One connection of the organization, or null. */
export async function readConnection(
  ctx: RequestContext,
  id: string,
  urls: SignOnUrls,
): Promise<IdentityConnectionType | null> {
  const { tenantId } = ctx.viewer;
  const found = await ctx.em.fork().findOne(IdentityConnectionEntity, { id, tenantId });
  return found && shown(found, urls);
}

function shown(connection: IdentityConnection, urls: SignOnUrls): IdentityConnectionType {
  const { clientSecret, testResult, ...others } = connection;
  return {
    ...others,
    breakGlassUserId: connection.breakGlassUserId ?? null,
    groupClaim: connection.groupClaim ?? null,
    clientId: connection.clientId ?? null,
    signOnUrl: connection.signOnUrl ?? null,
    hasClientSecret: (clientSecret ?? null) !== null,
    callbackUrl: urls.callback(connection),
    metadataUrl: connection.kind === 'saml' ? urls.metadata(connection.id) : null,
    lastTest: testResult ? { ...testResult, at: new Date(testResult.at) } : null,
  };
}

/** Connection of the tenant of `em`, for a sign-on; null where it was deleted. */
export function findConnection(em: EntityManager, tenantId: string, id: string): Promise<IdentityConnection | null> {
  return em.findOne(IdentityConnectionEntity, { id, tenantId });
}

/**
 * Active connection of the organization that holds the domain of an address, or null. It depends on the domain alone, so
 * that nobody learns which addresses have accounts.
 */
export async function connectionOfAddress(database: Database, email: string): Promise<IdentityConnection | null> {
  const key = accountKey(email);
  const holder = await database.within({ kind: 'login', email: key }, () =>
    query(database.fork())
      .selectFrom('email_domains')
      .select('tenant_id as tenantId')
      .where('domain', '=', key.slice(key.lastIndexOf('@') + 1))
      .where('verified_at', 'is not', null)
      .executeTakeFirst(),
  );
  if (!holder) return null;
  const { tenantId } = holder;
  return database.within({ kind: 'tenant', tenantId }, () =>
    database.fork().findOne(IdentityConnectionEntity, { tenantId, status: 'active' }),
  );
}

/** Active connection at which the provider may begin, by its id alone, or null. */
export async function unsolicitedConnection(
  database: Database,
  id: string,
): Promise<{ id: string; tenantId: string } | null> {
  const found = await database.within({ kind: 'credential', hash: id.toLowerCase() }, () =>
    query(database.fork())
      .selectFrom('identity_connections')
      .select(['id', 'tenant_id as tenantId'])
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('allows_unsolicited', '=', true)
      .executeTakeFirst(),
  );
  return found ?? null;
}
