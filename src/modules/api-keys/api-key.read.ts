import { knownScopes } from '../../access/scopes.js';
import type { RequestContext } from '../../context.js';
import { DAY } from '../../platform/clock.js';
import { query } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { ApiKeyStatus, ApiKeyType } from './api-key.type.js';

/** Time for which a revoked or expired key is still listed. */
const LISTED_AFTER_END_MS = 90 * DAY;

/** Keys that the caller may see (their own and those of accounts that they are responsible for, or for an admin all), newest first. */
export async function readApiKeys(ctx: RequestContext): Promise<ApiKeyType[]> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - LISTED_AFTER_END_MS);
  const found = await visibleKeys(ctx)
    .where((eb) => eb.fn('least', ['k.expires_at', eb.fn.coalesce('k.revoked_at', 'k.expires_at')]), '>', since)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .execute();
  return found.map((key) => apiKeyOf(key, now));
}

/** A key that the caller may see. @throws {AppError} NOT_FOUND for an unknown, another user's or another tenant's key */
export async function readApiKey(ctx: RequestContext, id: string): Promise<ApiKeyType> {
  const found = await visibleKeys(ctx).where('k.id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
  return apiKeyOf(found, ctx.clock.now());
}

/** Those of the keys that the caller may see. */
export async function readApiKeysById(ctx: RequestContext, ids: readonly string[]): Promise<ApiKeyType[]> {
  const found = await visibleKeys(ctx)
    .where('k.id', 'in', [...ids])
    .execute();
  return found.map((key) => apiKeyOf(key, ctx.clock.now()));
}

function visibleKeys({ em, viewer }: RequestContext) {
  const keys = query(em)
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'k.tenant_id').onRef('u.id', '=', 'k.user_id'))
    .select([
      'k.id',
      'k.name',
      'k.key_id',
      'k.scopes',
      'k.created_at',
      'k.expires_at',
      'k.last_used_at',
      'k.revoked_at',
    ])
    .innerJoin('service_accounts as s', (join) =>
      join.onRef('s.tenant_id', '=', 'k.tenant_id').onRef('s.id', '=', 'k.service_account_id'),
    )
    .select(['u.id as user_id', 'u.name as user_name', 's.id as account_id', 's.name as account_name'])
    .where('k.tenant_id', '=', viewer.tenantId);
  return viewer.role === 'admin'
    ? keys
    : keys.where((eb) => eb.or([eb('k.user_id', '=', viewer.userId), eb('s.responsible_id', '=', viewer.userId)]));
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof visibleKeys>['execute']>>[number];

function apiKeyOf(key: KeyRow, now: Date): ApiKeyType {
  return {
    id: key.id,
    name: key.name,
    prefix: `svc_${key.key_id}`,
    status: statusOf(key, now),
    scopes: knownScopes(key.scopes),
    serviceAccount: { id: key.account_id, name: key.account_name },
    createdBy: { id: key.user_id, name: key.user_name },
    createdAt: key.created_at,
    expiresAt: key.expires_at,
    lastUsedAt: key.last_used_at,
    revokedAt: key.revoked_at,
  };
}

function statusOf({ revoked_at: revokedAt, expires_at: expiresAt }: KeyRow, now: Date): ApiKeyStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'active';
}
