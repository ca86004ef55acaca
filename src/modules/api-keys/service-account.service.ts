import type { Role } from '../../access/roles.js';
import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { authorOf, recordAudit, type AuditEntry } from '../audit/audit.js';
import type { ActionOn } from '../audit/audit-actions.js';
import { revokeKeys } from '../auth/key-revocation.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import { roleOfKey } from './key-role.rules.js';
import { readServiceAccount } from './service-account.read.js';

/** Limit of active service accounts of an organization. Our choice: a list that people still oversee. */
const ACTIVE_MAX = 200;

export interface NewServiceAccount {
  name: string;
  role?: Role | null;
}

/** Creation, transfer and end of service accounts. */
export class ServiceAccountService {
  constructor(private readonly notices: SecurityNotices) {}

  /**
   * Creates an account, for which the caller is responsible.
   * @returns its id
   * @throws {AppError} VALIDATION_FAILED for a role that the caller does not have; CONFLICT when 200 are active
   */
  async create(ctx: RequestContext, { name, role = null }: NewServiceAccount): Promise<string> {
    const { tenantId, userId, role: callersRole } = ctx.viewer;
    if (role !== null && roleOfKey(role, callersRole) !== role)
      throw AppError.invalid('/role', 'must be your own, unless you are an admin');
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await checkAccountLimit(em, tenantId);
      await insertAccount(em, { id, tenantId, name: name.trim(), role, userId, at: ctx.clock.now(), isDefault: false });
      await recordAudit(ctx, em, audited('created', id, null, { name: name.trim(), role }));
      const facts = { account: name.trim() };
      await this.notices.add(authorOf(ctx), em, { kind: 'service_account.created', userId, facts });
    });
    await this.notices.wake();
    return id;
  }

  /** Makes a member responsible. @throws {AppError} NOT_FOUND for the account or the member; CONFLICT when it is disabled */
  async setResponsible(ctx: RequestContext, id: string, responsibleId: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const before = await readServiceAccount(ctx, id);
    if (before.status === 'disabled') throw new AppError('CONFLICT', 'the service account is disabled');
    await ctx.em.transactional(async (em) => {
      // Locked against a removal at the same time.
      const member = await query(em)
        .selectFrom('users')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', responsibleId)
        .where('removed_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!member) throw notFound();
      await query(em)
        .updateTable('service_accounts')
        .set({ responsible_id: responsibleId })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      const change = [{ responsibleId: before.responsible.id }, { responsibleId }] as const;
      await recordAudit(ctx, em, audited('responsible_changed', id, ...change));
    });
  }

  /** Disables an account and revokes its keys. Has no effect on a disabled one. @throws {AppError} NOT_FOUND */
  async disable(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await readServiceAccount(ctx, id);
    const at = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      const disabled = await query(em)
        .updateTable('service_accounts')
        .set({ disabled_at: at, default_of: null })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      if (disabled.numUpdatedRows === 0n) return;
      const revoked = await revokeKeys(authorOf(ctx), em, { serviceAccountId: id });
      await recordAudit(ctx, em, audited('disabled', id, { disabledAt: null }, { disabledAt: at, revoked }));
    });
  }
}

interface AccountValues {
  id: string;
  tenantId: string;
  name: string;
  role: Role | null;
  userId: string;
  at: Date;
  /** Whether it is made for keys of this person that name no account. */
  isDefault: boolean;
}

/** Stores an account, for which `userId` is responsible. */
export async function insertAccount(em: EntityManager, values: AccountValues): Promise<void> {
  const { id, tenantId, name, role, userId, at, isDefault } = values;
  await query(em)
    .insertInto('service_accounts')
    .values({
      ...{ id, tenant_id: tenantId, name, role, responsible_id: userId, created_by: userId, created_at: at },
      default_of: isDefault ? userId : null,
    })
    .execute();
}

/** Name of a member, also of a removed one. */
export async function nameOf(em: EntityManager, tenantId: string, userId: string): Promise<string> {
  const found = await query(em)
    .selectFrom('users')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return found.name;
}

/** @throws {AppError} CONFLICT when the limit is reached. Locks the tenant, so that two at once are counted in turn. */
async function checkAccountLimit(em: EntityManager, tenantId: string): Promise<void> {
  await query(em).selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
  const { count } = await query(em)
    .selectFrom('service_accounts')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('tenant_id', '=', tenantId)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= ACTIVE_MAX)
    throw new AppError('CONFLICT', `at most ${ACTIVE_MAX} service accounts are active; disable one first`);
}

function audited(
  change: ActionOn<'service_account'>,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action: `service_account.${change}`, resourceType: 'service_account', resourceId, before, after };
}
