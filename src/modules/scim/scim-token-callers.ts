import { MINUTE, type Clock } from '../../platform/clock.js';
import { query, type Database } from '../../platform/database/database.js';
import { organizationSuspended } from '../../platform/errors.js';
import { hashOf, isWellFormedKey } from '../api-keys/api-key.rules.js';

/** Interval at which "last used" is written for each token. */
const LAST_USED_EVERY_MS = MINUTE;

/** A directory that has shown its token: an identity provider of one organization, which may use SCIM and nothing else. */
export interface ScimCaller {
  tokenId: string;
  tenantId: string;
  /** Rate limit of the tenant, or null for the default of the service. */
  rateLimitPerMinute: number | null;
}

/** Authentication by a token of SCIM. */
export class ScimTokenCallers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Two statements, and one more each minute. @returns null for a token that is malformed, unknown or revoked @throws {AppError} ORGANIZATION_SUSPENDED */
  async find(token: string): Promise<ScimCaller | null> {
    if (!isWellFormedKey(token, 'scim_token')) return null;
    const hash = hashOf(token);
    const found = await this.database.within({ kind: 'credential', hash }, () =>
      query(this.database.fork())
        .selectFrom('scim_tokens')
        .select(['id', 'tenant_id as tenantId', 'last_used_at as lastUsedAt'])
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!found) return null;
    const { id: tokenId, tenantId, lastUsedAt } = found;
    return this.database.within({ kind: 'tenant', tenantId }, async () => {
      const em = this.database.fork();
      const now = this.clock.now();
      const before = new Date(now.getTime() - LAST_USED_EVERY_MS);
      if (lastUsedAt === null || lastUsedAt <= before) {
        await query(em)
          .updateTable('scim_tokens')
          .set({ last_used_at: now })
          .where('id', '=', tokenId)
          .where('tenant_id', '=', tenantId)
          // Guarded, so that one of many concurrent requests writes.
          .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
          .execute();
      }
      const { limit: rateLimitPerMinute, suspendedAt } = await query(em)
        .selectFrom('tenants')
        .select(['rate_limit_per_minute as limit', 'suspended_at as suspendedAt'])
        .where('id', '=', tenantId)
        .executeTakeFirstOrThrow();
      if (suspendedAt !== null) throw organizationSuspended();
      return { tokenId, tenantId, rateLimitPerMinute };
    });
  }
}
