import type { RequestContext } from '../../context.js';
import { query, type Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAuditAs } from '../audit/audit.js';

/** An account, as far as enforcement is about it. */
interface EnforcedOn {
  id: string;
  tenantId: string;
}

/** Enforced single sign-on of the organization that holds the domain of an address. */
export interface EnforcedSignOn {
  tenantId: string;
  connectionId: string;
  /** The admin who may use a password nevertheless. */
  breakGlassUserId: string | null;
}

/**
 * Enforced single sign-on for an address, or null. It depends on the domain alone, whether or not the address has an
 * account. One statement more for domains that an organization holds, none else.
 * @param emailKey see `accountKey`
 */
export async function enforcedSignOnOf(database: Database, emailKey: string): Promise<EnforcedSignOn | null> {
  const holder = await database.within({ kind: 'login', email: emailKey }, () =>
    query(database.fork())
      .selectFrom('email_domains')
      .select('tenant_id as tenantId')
      .where('domain', '=', emailKey.slice(emailKey.lastIndexOf('@') + 1))
      .where('verified_at', 'is not', null)
      .executeTakeFirst(),
  );
  if (!holder) return null;
  const { tenantId } = holder;
  const enforced = await database.within({ kind: 'tenant', tenantId }, () =>
    query(database.fork())
      .selectFrom('identity_connections')
      .select(['id as connectionId', 'break_glass_user_id as breakGlassUserId'])
      .where('tenant_id', '=', tenantId)
      .where('is_enforced', '=', true)
      .executeTakeFirst(),
  );
  return enforced ? { tenantId, ...enforced } : null;
}

/**
 * Whether an account may use a password or a passkey: the exception of its organization, and accounts of other organizations, whose
 * members an organization does not decide about.
 */
export function mayUsePassword(enforced: EnforcedSignOn | null, { id, tenantId }: EnforcedOn): boolean {
  return tenantId !== enforced?.tenantId || id === enforced.breakGlassUserId;
}

/**
 * The one answer to every password that does not log in at such an address: wrong, right, or of nobody.
 * @param err refusal of the password
 */
export function enforcedRefusal(enforced: EnforcedSignOn | null, err: unknown): unknown {
  if (enforced === null || !(err instanceof AppError) || err.code !== 'INVALID_CREDENTIALS') return err;
  return signOnRequired();
}

/** @throws {AppError} SINGLE_SIGN_ON_REQUIRED for an account whose organization has replaced its own credentials */
export async function refuseEnforced(database: Database, account: EnforcedOn & { emailKey: string }): Promise<void> {
  if (!mayUsePassword(await enforcedSignOnOf(database, account.emailKey), account)) throw signOnRequired();
}

/** Refusal of a password where single sign-on is enforced. */
export function signOnRequired(): AppError {
  return new AppError('SINGLE_SIGN_ON_REQUIRED', 'your organization logs in by single sign-on');
}

/** Records that the exception was used. In a transaction of its own. */
export async function recordBreakGlass(
  ctx: RequestContext,
  database: Database,
  { enforced, account }: { enforced: EnforcedSignOn; account: EnforcedOn },
): Promise<void> {
  const { tenantId, connectionId } = enforced;
  const { address, requestId } = ctx;
  const actor = { type: 'user', id: account.id, apiKeyId: null, address, requestId } as const;
  const about = { resourceType: 'identity_connection', resourceId: connectionId, after: { user_id: account.id } };
  await database.within({ kind: 'tenant', tenantId }, () =>
    database.fork().transactional((em) =>
      recordAuditAs(actor, em, {
        ...about,
        tenantId,
        at: ctx.clock.now(),
        action: 'identity_connection.break_glass_used',
      }),
    ),
  );
}
