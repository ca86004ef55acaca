import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { mintKey, SECRET_PREFIXES } from '../api-keys/api-key.rules.js';
import { authorOf, recordAudit } from '../audit/audit.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import { registerProvider } from '../organizations/identity-provider.js';

/** Limit of active tokens of an organization. Our choice: one for each directory, and another while it is replaced. */
const ACTIVE_MAX = 10;

/** A new token, which is shown to its creator once and stored nowhere. */
export interface IssuedScimToken {
  id: string;
  token: string;
}

/** Creation and revocation of tokens of SCIM. */
export class ScimTokenService {
  constructor(private readonly notices: SecurityNotices) {}

  /** Creates a token, and notifies the caller and the admins by mail. @throws {AppError} CONFLICT when 10 are active */
  async create(ctx: RequestContext, { name: given }: { name: string }): Promise<IssuedScimToken> {
    const { tenantId, userId } = ctx.viewer;
    const [id, at, name] = [newId(), ctx.clock.now(), given.trim()];
    const { key: token, keyId, hash } = mintKey('scim_token');
    await ctx.em.transactional(async (em) => {
      await checkLimit(em, tenantId);
      await registerProvider(em, { id, tenantId, kind: 'scim', name, at });
      await query(em)
        .insertInto('scim_tokens')
        .values({ id, tenant_id: tenantId, token_id: keyId, hash, created_by: userId, created_at: at })
        .execute();
      await this.notices.add(authorOf(ctx), em, { kind: 'scim_token.created', userId, facts: { token: name } });
      const after = { name, prefix: SECRET_PREFIXES.scim_token + keyId };
      await recordAudit(ctx, em, { action: 'scim_token.created', ...about(id), after });
    });
    await this.notices.wake();
    return { id, token };
  }

  /**
   * Revokes a token from its next request on. With the last one in force, admins manage the members again. Nothing for a
   * revoked one.
   * @throws {AppError} NOT_FOUND
   */
  async revoke(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const revokedAt = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      const token = await query(em)
        .selectFrom('scim_tokens as t')
        .innerJoin('identity_providers as p', (join) =>
          join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.id'),
        )
        .select(['p.name', 't.revoked_at as revokedAt'])
        .where('t.tenant_id', '=', tenantId)
        .where('t.id', '=', id)
        .forUpdate('t')
        .executeTakeFirst();
      if (!token) throw notFound();
      if (token.revokedAt !== null) return;
      await query(em)
        .updateTable('scim_tokens')
        .set({ revoked_at: revokedAt })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      const released = await releaseMembers(em, tenantId);
      const [before, after] = [{ revokedAt: null }, { name: token.name, revokedAt, released }];
      await recordAudit(ctx, em, { action: 'scim_token.revoked', ...about(id), before, after });
    });
  }
}

/** Leaves members to the admins whom no directory can change any more. @returns their number */
async function releaseMembers(em: EntityManager, tenantId: string): Promise<number> {
  const active = await query(em)
    .selectFrom('scim_tokens')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (active) return 0;
  const released = await query(em)
    .updateTable('users')
    .set({ managed_by: null })
    .where('tenant_id', '=', tenantId)
    .where('managed_by', 'in', (eb) => eb.selectFrom('scim_tokens').select('id').where('tenant_id', '=', tenantId))
    .executeTakeFirst();
  return Number(released.numUpdatedRows);
}

/** @throws {AppError} CONFLICT when the limit is reached. Locks the tenant, so that two at once are counted in turn. */
async function checkLimit(em: EntityManager, tenantId: string): Promise<void> {
  await query(em).selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
  const { count } = await query(em)
    .selectFrom('scim_tokens')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= ACTIVE_MAX)
    throw new AppError('CONFLICT', `at most ${ACTIVE_MAX} SCIM tokens are active; revoke one first`);
}

function about(resourceId: string) {
  return { resourceType: 'scim_token', resourceId };
}
