import type { Caller, Viewer } from '../../context.js';
import { SECOND } from '../../platform/clock.js';
import { ContextValues } from '../../platform/context-values.js';
import type { TokenClaims } from '../../platform/crypto/tokens.js';
import { row, sql, type EntityManager } from '../../platform/database/database.js';
import { FRAMEWORK_ORDER } from '../catalogue/content.load.js';
import { Posture, POSTURE } from '../posture/posture.js';
import type { Role } from '../../access/roles.js';

/** What is read of a caller, whatever credential was shown. */
export interface CallerRow {
  user_id: string;
  role: Role;
  license_tier: string;
  frameworks: string[];
  hipaa_privacy: boolean;
  rate_limit_per_minute: number | null;
  version: string;
  statuses: Buffer;
}

/** The columns of `CallerRow`, from `CALLERS`. */
export const CALLER_COLUMNS = sql`
  u.id as user_id, u.role, t.license_tier, t.frameworks, t.hipaa_privacy, t.rate_limit_per_minute, p.version, p.statuses`;

/** Who may call at all: every credential is joined with this, so that who is not in it is nobody to any of them. */
export const CALLERS = sql`
  users u join tenants t on t.id = u.tenant_id and u.removed_at is null join postures p on p.tenant_id = u.tenant_id`;

/**
 * The caller behind a token, as the database knows them now: a changed role counts from the next request on.
 * @returns null when the account is gone or its holder was removed, or its credentials changed after the token was issued
 */
export async function readCaller(em: EntityManager, claims: TokenClaims): Promise<Caller | null> {
  const { userId, tenantId } = claims;
  const found = await row(
    em,
    sql<CallerRow & { credentials_changed_at: Date }>`
      select u.credentials_changed_at, ${CALLER_COLUMNS} from ${CALLERS}
      where u.id = ${userId} and u.tenant_id = ${tenantId}`,
  );
  if (!found) return null;
  if (found.credentials_changed_at.getTime() > Math.round(claims.issuedAt * SECOND)) return null;
  return callerOf(found, { tenantId, apiKeyId: null, expiresAt: claims.expiresAt * SECOND });
}

/** The caller that a row tells of, by the credential that was shown. */
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
  return { viewer, values: new ContextValues([POSTURE.holds(new Posture(found.version, found.statuses))]) };
}
