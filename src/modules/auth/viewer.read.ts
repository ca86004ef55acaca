import type { Caller, Viewer } from '../../context.js';
import { MINUTE, SECOND } from '../../platform/clock.js';
import { ContextValues } from '../../platform/context-values.js';
import type { TokenClaims } from '../../platform/crypto/tokens.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { organizationSuspended } from '../../platform/errors.js';
import { FRAMEWORK_ORDER } from '../catalogue/content-load.js';
import { Posture, POSTURE } from '../posture/posture.js';
import type { Role } from '../../access/roles.js';

/** Part of the viewer that comes with the credential. */
type Credential = Pick<
  Viewer,
  'tenantId' | 'apiKeyId' | 'scopes' | 'sessionId' | 'authenticatedAt' | 'needsMfaEnrolment' | 'expiresAt'
>;

/** Row of a caller, for any credential. */
export interface CallerRow {
  user_id: string;
  role: Role;
  license_tier: string;
  frameworks: string[];
  hipaa_privacy: boolean;
  rate_limit_per_minute: number | null;
  suspended_at: Date | null;
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
    .select(['t.rate_limit_per_minute', 't.suspended_at', 'p.version', 'p.statuses', 'p.assurances'])
    .where('u.removed_at', 'is', null);
}

/** Interval at which "last used" is written for each session. */
const LAST_USED_EVERY_MS = 5 * MINUTE;

/**
 * Current caller of a token: a changed role applies from the next request. One statement, which reads the session too,
 * and one more every five minutes, which records its use.
 * @returns null when the session has ended, the account was deleted or removed, or its credentials changed after the
 * token was issued
 */
export async function readCaller(em: EntityManager, claims: TokenClaims, now: Date): Promise<Caller | null> {
  const { sessionId, userId, tenantId } = claims;
  const found = await callers(em)
    .innerJoin('sessions as s', (join) => join.onRef('s.tenant_id', '=', 'u.tenant_id').onRef('s.user_id', '=', 'u.id'))
    .select([
      'u.credentials_changed_at',
      's.authenticated_at',
      's.last_used_at',
      's.has_passkey_proof',
      't.mfa_required_from',
      'u.mfa_enabled',
    ])
    .select((eb) => eb('u.password_hash', 'is not', null).as('has_password'))
    .where('u.id', '=', userId)
    .where('u.tenant_id', '=', tenantId)
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  if (found.credentials_changed_at.getTime() > Math.round(claims.issuedAt * SECOND)) return null;
  if (now.getTime() - found.last_used_at.getTime() >= LAST_USED_EVERY_MS) await touch(em, claims, now);
  return callerOf(found, {
    tenantId,
    apiKeyId: null,
    scopes: null,
    sessionId,
    authenticatedAt: found.authenticated_at?.getTime() ?? null,
    // Who logs in without a password has the factors of their identity provider, and a passkey is two.
    needsMfaEnrolment:
      isDue(found.mfa_required_from, now) &&
      !found.mfa_enabled &&
      !found.has_passkey_proof &&
      Boolean(found.has_password),
    expiresAt: claims.expiresAt * SECOND,
  });
}

function isDue(from: Date | null, now: Date): boolean {
  return from !== null && from <= now;
}

/** Records the use of a session. Guarded, so that one of many concurrent requests writes. */
async function touch(em: EntityManager, { sessionId, tenantId }: TokenClaims, now: Date): Promise<void> {
  await query(em)
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', sessionId)
    .where('tenant_id', '=', tenantId)
    .where('last_used_at', '<=', new Date(now.getTime() - LAST_USED_EVERY_MS))
    .execute();
}

/**
 * Caller from a row and the credential that was used.
 * @throws {AppError} ORGANIZATION_SUSPENDED
 */
export function callerOf(found: CallerRow, credential: Credential): Caller {
  if (found.suspended_at !== null) throw organizationSuspended();
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
