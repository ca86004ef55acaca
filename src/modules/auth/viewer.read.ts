import type { Caller, Viewer } from '../../context.js';
import { MINUTE, SECOND } from '../../platform/clock.js';
import { ContextValues } from '../../platform/context-values.js';
import type { TokenClaims } from '../../platform/crypto/tokens.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { organizationSuspended } from '../../platform/errors.js';
import { FRAMEWORK_ORDER } from '../catalogue/content-load.js';
import { Posture, POSTURE } from '../posture/posture.js';
import { callerOfMember, callerOfSession, type CallerRow } from './caller.sql.js';

/** Part of the viewer that comes with the credential. */
type Credential = Pick<
  Viewer,
  | 'tenantId'
  | 'apiKeyId'
  | 'scopes'
  | 'sessionId'
  | 'authenticatedAt'
  | 'authenticatedBy'
  | 'needsMfaEnrolment'
  | 'expiresAt'
>;

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
  const found = await callerOfSession.one(em, { tenantId, userId, sessionId });
  if (!found) return null;
  if (found.credentialsChangedAt.getTime() > Math.round(claims.issuedAt * SECOND)) return null;
  if (now.getTime() - found.lastUsedAt.getTime() >= LAST_USED_EVERY_MS) await touch(em, claims, now);
  return callerOf(found, {
    tenantId,
    apiKeyId: null,
    scopes: null,
    sessionId,
    authenticatedAt: found.authenticatedAt?.getTime() ?? null,
    authenticatedBy: found.authenticatedBy,
    // Who logs in without a password has the factors of their identity provider, and a passkey is two.
    needsMfaEnrolment:
      isDue(found.mfaRequiredFrom, now) && !found.mfaEnabled && !found.hasPasskeyProof && found.hasPassword,
    expiresAt: claims.expiresAt * SECOND,
  });
}

/**
 * A member as the caller of what they have set up to be done without them. No credential is behind it.
 * @returns null when the account is no member any more
 * @throws {AppError} ORGANIZATION_SUSPENDED
 */
export async function readMember(
  em: EntityManager,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Caller | null> {
  const found = await callerOfMember.one(em, { tenantId, userId });
  if (!found) return null;
  return callerOf(found, {
    tenantId,
    ...{ apiKeyId: null, scopes: null, sessionId: null, authenticatedAt: null, authenticatedBy: null },
    ...{ needsMfaEnrolment: false, expiresAt: Infinity },
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
  if (found.suspendedAt !== null) throw organizationSuspended();
  const viewer: Viewer = {
    ...credential,
    auditorLink: null,
    userId: found.userId,
    role: found.role,
    licenseTier: found.licenseTier,
    frameworks: FRAMEWORK_ORDER.filter((slug) => found.frameworks.includes(slug)),
    hasHipaaPrivacy: found.hasHipaaPrivacy,
    rateLimitPerMinute: found.rateLimitPerMinute,
  };
  // The status of every control of the tenant: almost every read needs it, and this way it costs no statement.
  return {
    viewer,
    values: new ContextValues([POSTURE.holds(new Posture(found.version, found.statuses, found.assurances))]),
  };
}
