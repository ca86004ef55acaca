import type { RequestContext } from '../../context.js';
import type { Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { actorOf, SYSTEM, recordAudit, recordAuditAs, type Actor } from '../audit/audit.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { endOf, mintKey, type Expiry } from './api-key.rules.js';
import { readApiKey } from './api-key.read.js';

/** Limit of active keys of one user. Our choice: enough for every pipeline, and still a readable list. */
const KEYS_IN_FORCE_MAX = 50;

export interface NewApiKey extends Expiry {
  name: string;
}

/** A new key, with its secret. */
export interface IssuedApiKey {
  id: string;
  /** The key itself. It is shown to its creator once and stored nowhere. */
  key: string;
}

interface Owner {
  tenantId: string;
  userId: string;
}

/** Creation and revocation of API keys. */
export class ApiKeyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Creates a key of the caller. @throws {AppError} VALIDATION_FAILED; CONFLICT when the caller has 50 in force */
  create(ctx: RequestContext, input: NewApiKey): Promise<IssuedApiKey> {
    return this.issue(ctx.em, ctx.viewer, input, actorOf(ctx));
  }

  /** Creates a key of a user of the demo organization. @throws as `create` does */
  createFor(owner: Owner, input: NewApiKey): Promise<IssuedApiKey> {
    return this.database.within({ kind: 'tenant', tenantId: owner.tenantId }, () =>
      this.issue(this.database.fork(), owner, input, SYSTEM),
    );
  }

  /**
   * Revokes a key from the next request on. Has no effect on a revoked one.
   * @throws {AppError} NOT_FOUND for one that the caller may not see
   */
  async revoke(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const { name } = await readApiKey(ctx, id);
    const revokedAt = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      // Guarded: of two revocations at once, one changes the key and is recorded.
      const revoked = await query(em)
        .updateTable('api_keys')
        .set({ revoked_at: revokedAt })
        .where('id', '=', id)
        .where('tenant_id', '=', tenantId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (revoked.numUpdatedRows === 0n) return;
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
      await checkKeyLimit(inside, { tenantId, userId }, at);
      inside.create(ApiKeyEntity, { id, tenantId, userId, name, keyId, hash, createdAt: at, expiresAt });
      await inside.flush();
      const after = { name, prefix: `svc_${keyId}`, userId, expiresAt };
      const entry = { action: 'api_key.created', resourceType: 'api_key', resourceId: id, after };
      await recordAuditAs(actor, inside, { ...entry, tenantId, at });
    });
    return { id, key };
  }
}

/**
 * The limit on a user's active keys. Locks the user, so that two keys requested at once are counted one after the other.
 * @throws {AppError} CONFLICT when it is reached
 */
async function checkKeyLimit(em: EntityManager, { tenantId, userId }: Owner, at: Date): Promise<void> {
  await query(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .execute();
  const { count } = await query(em)
    .selectFrom('api_keys')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  if (count < KEYS_IN_FORCE_MAX) return;
  throw new AppError('CONFLICT', `at most ${KEYS_IN_FORCE_MAX} API keys of one user are in force; revoke one first`);
}
