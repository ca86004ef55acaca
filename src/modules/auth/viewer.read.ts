import type { Viewer } from '../../context.js';
import { SECOND } from '../../platform/clock.js';
import type { TokenClaims } from '../../platform/crypto/tokens.js';
import { row, sql, type EntityManager } from '../../platform/database/database.js';
import { FRAMEWORK_ORDER } from '../catalogue/content.load.js';
import { Posture } from '../posture/posture.js';
import type { Role } from './roles.js';

interface ViewerRow {
  role: Role;
  credentials_changed_at: Date;
  license_tier: string;
  frameworks: string[];
  rate_limit_per_minute: number | null;
  version: string;
  statuses: Buffer;
}

/** Who calls, and the status of every control of their tenant: what almost every read needs, in one statement. */
export interface Caller {
  viewer: Viewer;
  posture: Posture;
}

/**
 * The caller behind a token, as the database knows them now: a changed role counts from the next request on.
 * @returns null when the account is gone or its credentials changed after the token was issued
 */
export async function readCaller(em: EntityManager, claims: TokenClaims): Promise<Caller | null> {
  const found = await row(
    em,
    sql<ViewerRow>`
      select u.role, u.credentials_changed_at, t.license_tier, t.frameworks, t.rate_limit_per_minute,
        p.version, p.statuses
      from users u join tenants t on t.id = u.tenant_id join postures p on p.tenant_id = u.tenant_id
      where u.id = ${claims.userId} and u.tenant_id = ${claims.tenantId}`,
  );
  if (!found) return null;
  if (found.credentials_changed_at.getTime() > Math.round(claims.issuedAt * SECOND)) return null;
  const viewer = {
    userId: claims.userId,
    tenantId: claims.tenantId,
    role: found.role,
    licenseTier: found.license_tier,
    frameworks: FRAMEWORK_ORDER.filter((slug) => found.frameworks.includes(slug)),
    rateLimitPerMinute: found.rate_limit_per_minute,
    expiresAt: claims.expiresAt * SECOND,
  };
  return { viewer, posture: new Posture(found.version, found.statuses) };
}
