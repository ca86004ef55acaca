import { scopesOfKey, type Scope } from '../../access/scopes.js';
import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { authorOf, recordChange, type ChangeAuthor } from '../audit/audit.js';
import { revokeKeys } from '../auth/key-revocation.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { endOf, mintKey, type Expiry } from './api-key.rules.js';
import { readApiKey } from './api-key.read.js';
import { roleOfKey } from './key-role.rules.js';
import { readServiceAccount } from './service-account.read.js';
import { insertAccount, nameOf } from './service-account.service.js';

/** Limit of active keys of one user. Our choice: enough for every pipeline, and still a readable list. */
const KEYS_IN_FORCE_MAX = 50;

export interface NewApiKey extends Expiry {
  name: string;
  /** What the key may do. `read` is added. @default `read` alone */
  scopes?: readonly Scope[] | null;
  /** Account of the key. @default one for keys of the creator, made with the first */
  serviceAccountId?: string | null;
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
  /** @param notices null where nobody is notified: for the demo organization */
  constructor(private readonly notices: SecurityNotices | null) {}

  /**
   * Creates a key, and notifies the caller and the admins by mail.
   * @throws {AppError} VALIDATION_FAILED; NOT_FOUND for an account that the caller may not see; CONFLICT for one that is
   * disabled or has a role that the caller has not, and when the caller has 50 keys in force
   */
  async create(ctx: RequestContext, input: NewApiKey): Promise<IssuedApiKey> {
    if (input.serviceAccountId) await this.checkAccount(ctx, input.serviceAccountId);
    const issued = await this.issue(ctx.em, ctx.viewer, input, authorOf(ctx));
    await this.notices?.wake();
    return issued;
  }

  /**
   * Revokes a key from the next request on. Has no effect on a revoked one.
   * @throws {AppError} NOT_FOUND for one that the caller may not see
   */
  async revoke(ctx: RequestContext, id: string): Promise<void> {
    await readApiKey(ctx, id);
    await ctx.em.transactional((em) => revokeKeys(authorOf(ctx), em, { id }));
  }

  private async issue(
    em: EntityManager,
    { tenantId, userId }: Owner,
    input: NewApiKey,
    author: ChangeAuthor,
  ): Promise<IssuedApiKey> {
    const { at } = author;
    const expiresAt = endOf(input, at);
    const name = input.name.trim();
    const scopes = scopesOfKey(input.scopes ?? []);
    const id = newId();
    const { key, keyId, hash } = mintKey();
    await em.transactional(async (inside) => {
      await checkKeyLimit(inside, { tenantId, userId }, at);
      const serviceAccountId =
        input.serviceAccountId?.toLowerCase() ?? (await defaultAccount(inside, { tenantId, userId }, at));
      inside.create(ApiKeyEntity, {
        id,
        tenantId,
        serviceAccountId,
        userId,
        name,
        keyId,
        hash,
        scopes,
        createdAt: at,
        expiresAt,
      });
      await inside.flush();
      const after = { name, prefix: `svc_${keyId}`, userId, serviceAccountId, scopes, expiresAt };
      const entry = { action: 'api_key.created' as const, resourceType: 'api_key', resourceId: id, after };
      await recordChange(author, inside, { ...entry, concerns: userId });
      await this.notify(author, inside, { userId, name, scopes, serviceAccountId });
    });
    return { id, key };
  }

  private async notify(
    author: ChangeAuthor,
    em: EntityManager,
    {
      userId,
      name: key,
      scopes,
      serviceAccountId,
    }: { userId: string; name: string; scopes: Scope[]; serviceAccountId: string },
  ): Promise<void> {
    if (!this.notices) return;
    const { name: account } = await query(em)
      .selectFrom('service_accounts')
      .select('name')
      .where('tenant_id', '=', author.tenantId)
      .where('id', '=', serviceAccountId)
      .executeTakeFirstOrThrow();
    await this.notices.add(author, em, { kind: 'api_key.created', userId, facts: { key, account, scopes } });
  }

  private async checkAccount(ctx: RequestContext, id: string): Promise<void> {
    const { status, role } = await readServiceAccount(ctx, id);
    if (status === 'disabled') throw new AppError('CONFLICT', 'the service account is disabled');
    if (roleOfKey(role, ctx.viewer.role) === null)
      throw new AppError('CONFLICT', 'the service account has a role that you do not have');
  }
}

/** Account for keys of a person that name none; the caller has locked the person. @returns its id */
async function defaultAccount(em: EntityManager, { tenantId, userId }: Owner, at: Date): Promise<string> {
  const found = await query(em)
    .selectFrom('service_accounts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('default_of', '=', userId)
    .executeTakeFirst();
  if (found) return found.id;
  const id = newId();
  const name = `Keys of ${await nameOf(em, tenantId, userId)}`.slice(0, 120);
  await insertAccount(em, { id, tenantId, name, role: null, userId, at, isDefault: true });
  return id;
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
