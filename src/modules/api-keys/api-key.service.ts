import type { RequestContext } from '../../context.js';
import type { Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { row, rows, sql, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { actorOf, SYSTEM, recordAudit, recordAuditAs, type Actor } from '../audit/audit.js';
import { endOf, mintKey, type Expiry } from './api-key.rules.js';
import { readApiKey } from './api-key.read.js';

/** Keys of one user that may be in force at once. Our choice: enough for every pipeline, and a list that can be read. */
const KEYS_IN_FORCE_MAX = 50;

export interface NewApiKey extends Expiry {
  name: string;
}

/** A key that was just made. */
export interface IssuedApiKey {
  id: string;
  /** The key itself, for its maker's eyes only. */
  key: string;
}

interface Owner {
  tenantId: string;
  userId: string;
}

/** Makes and revokes API keys. */
export class ApiKeyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Makes a key of the caller. @throws {AppError} VALIDATION_FAILED; CONFLICT when the caller has 50 in force */
  create(ctx: RequestContext, input: NewApiKey): Promise<IssuedApiKey> {
    return this.issue(ctx.em, ctx.viewer, input, actorOf(ctx));
  }

  /** Makes a key of a user whom the service itself has made. @throws as `create` does */
  createFor(owner: Owner, input: NewApiKey): Promise<IssuedApiKey> {
    return this.database.within({ kind: 'tenant', tenantId: owner.tenantId }, () =>
      this.issue(this.database.fork(), owner, input, SYSTEM),
    );
  }

  /**
   * Ends a key from the next request on. A key that has been revoked stays as it is: who asks wants it dead.
   * @throws {AppError} NOT_FOUND for one that the caller may not see
   */
  async revoke(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const { name } = await readApiKey(ctx, id);
    const revokedAt = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      const revoked = await row(
        em,
        sql`update api_keys set revoked_at = ${revokedAt}
            where id = ${id} and tenant_id = ${tenantId} and revoked_at is null returning 1`,
      );
      if (!revoked) return;
      const [before, after] = [{ revokedAt: null }, { name, revokedAt }];
      await recordAudit(ctx, em, { action: 'api_key.revoked', resourceType: 'api_key', resourceId: id, before, after });
    });
  }

  private async issue(
    em: EntityManager,
    { tenantId, userId }: Owner,
    input: NewApiKey,
    actor: Actor,
  ): Promise<IssuedApiKey> {
    const at = this.clock.now();
    const expiresAt = endOf(input, at);
    const name = input.name.trim();
    const id = newId();
    const { key, keyId, hash } = mintKey();
    await em.transactional(async (inside) => {
      await refuseTooMany(inside, { tenantId, userId }, at);
      await rows(
        inside,
        sql`insert into api_keys (id, tenant_id, user_id, name, key_id, hash, created_at, expires_at)
            values (${id}, ${tenantId}, ${userId}, ${name}, ${keyId}, ${hash}, ${at}, ${expiresAt})`,
      );
      const after = { name, prefix: `svc_${keyId}`, userId, expiresAt };
      const entry = { action: 'api_key.created', resourceType: 'api_key', resourceId: id, after };
      await recordAuditAs(actor, inside, { ...entry, tenantId, at });
    });
    return { id, key };
  }
}

/** The lock on the user makes two that ask at once come one after the other. */
async function refuseTooMany(em: EntityManager, { tenantId, userId }: Owner, at: Date): Promise<void> {
  await rows(em, sql`select 1 from users where id = ${userId} and tenant_id = ${tenantId} for no key update`);
  const found = await row(
    em,
    sql<{ count: number }>`
      select count(*)::int as count from api_keys
      where tenant_id = ${tenantId} and user_id = ${userId} and revoked_at is null and expires_at > ${at}`,
  );
  if ((found?.count ?? 0) < KEYS_IN_FORCE_MAX) return;
  throw new AppError('CONFLICT', `at most ${KEYS_IN_FORCE_MAX} API keys of one user are in force; revoke one first`);
}
