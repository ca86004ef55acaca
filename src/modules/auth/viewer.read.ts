import type { Caller, Viewer } from '../../context.js';
import { SECOND } from '../../platform/clock.js';
import { ContextValues } from '../../platform/context-values.js';
import type { TokenClaims } from '../../platform/crypto/tokens.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { FRAMEWORK_ORDER } from '../catalogue/content-load.js';
import { Posture, POSTURE } from '../posture/posture.js';
import type { Role } from '../../access/roles.js';

/** Row of a caller, for any credential. */
export interface CallerRow {
  user_id: string;
  role: Role;
  license_tier: string;
  frameworks: string[];
  hipaa_privacy: boolean;
  rate_limit_per_minute: number | null;
  version: string;
  statuses: Buffer;
  assurances: Buffer;
}

/** Accounts that may call, with tenant and posture; every credential is joined with them. */
export function callers(em: EntityManager) {
  return query(em)
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .innerJoin('postures as p', 'p.tenant_id', 'u.tenant_id')
    .select(['u.id as user_id', 'u.role', 't.license_tier', 't.frameworks', 't.hipaa_privacy'])
    .select(['t.rate_limit_per_minute', 'p.version', 'p.statuses', 'p.assurances'])
    .where('u.removed_at', 'is', null);
}

/**
 * Current caller of a token: a changed role applies from the next request.
 * @returns null when the account was deleted or removed, or its credentials changed after the token was issued
 */
export async function readCaller(em: EntityManager, claims: TokenClaims): Promise<Caller | null> {
  const { userId, tenantId } = claims;
  const found = await callers(em)
    .select('u.credentials_changed_at')
    .where('u.id', '=', userId)
    .where('u.tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!found) return null;
  if (found.credentials_changed_at.getTime() > Math.round(claims.issuedAt * SECOND)) return null;
  return callerOf(found, { tenantId, apiKeyId: null, expiresAt: claims.expiresAt * SECOND });
}

/** Caller from a row and the credential that was used. */
export function callerOf(found: CallerRow, credential: Pick<Viewer, 'tenantId' | 'apiKeyId' | 'expiresAt'>): Caller {
  const viewer = {
    ...credential,
    userId: found.user_id,
    role: found.role,
    licenseTier: found.license_tier,
    frameworks: FRAMEWORK_ORDER.filter((slug) => found.frameworks.includes(slug)),
    hasHipaaPrivacy: found.hipaa_privacy,
    rateLimitPerMinute: found.rate_limit_per_minute,
  };
  // The status of every control of the tenant: almost every read needs it, and this way it costs no statement.
  return {
    viewer,
    values: new ContextValues([POSTURE.holds(new Posture(found.version, found.statuses, found.assurances))]),
  };
}
