import type { Language } from '../../messages/language.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { crossing } from '../../platform/database/transaction-scope.js';
import { AppError } from '../../platform/errors.js';
import { accountKey } from './account-key.rules.js';
import { withinAccount, type AccountOfMember } from './account-scope.js';

/** An account that a membership is made for, locked until the transaction ends. */
export interface RegisteredAccount {
  accountId: string;
  isNew: boolean;
  passwordHash: string | null;
  mfaEnabled: boolean;
  passkeyCount: number;
  /** Null where it is not known. */
  language: Language | null;
}

interface Registration {
  /** Organization of the membership, to which the transaction is bound. */
  tenantId: string;
  email: string;
  /** Password of a new account; null for none. */
  passwordHash: string | null;
  /** Language of a new account; null where it is not known. */
  language: Language | null;
  at: Date;
}

/** Attempts at an account that others create or delete at the same time. */
const ATTEMPTS_MAX = 3;

/** The account of an address, which is created where there is none. In a tenant's transaction, which goes on to make a membership of it. */
export async function registerAccount(em: EntityManager, registration: Registration): Promise<RegisteredAccount> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const found = (await lockExisting(em, registration)) ?? (await insert(em, registration));
    if (found) return found;
  }
  throw new AppError('CONFLICT', 'the account of this address is being changed: try again');
}

async function lockExisting(em: EntityManager, { tenantId, email }: Registration): Promise<RegisteredAccount | null> {
  const key = accountKey(email);
  const found = await crossing(em, { from: { tenantId }, to: { email: key } }, () =>
    query(em).selectFrom('accounts').select('id').where('email_key', '=', key).executeTakeFirst(),
  );
  if (!found) return null;
  const { id: accountId } = found;
  return withinAccount(em, { tenantId, accountId }, async () => {
    const locked = await query(em)
      .selectFrom('accounts')
      .select(['password_hash as passwordHash', 'mfa_enabled as mfaEnabled'])
      .select((eb) => eb.ref('language').$castTo<Language | null>().as('language'))
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    return locked ? { accountId, isNew: false, passkeyCount: await countPasskeys(em, accountId), ...locked } : null;
  });
}

async function insert(
  em: EntityManager,
  { tenantId, email, passwordHash, language, at }: Registration,
): Promise<RegisteredAccount | null> {
  const accountId = newId();
  const stamps = { credentials_changed_at: at, created_at: at };
  const inserted = await withinAccount(em, { tenantId, accountId }, () =>
    query(em)
      .insertInto('accounts')
      .values({ id: accountId, email, email_key: accountKey(email), password_hash: passwordHash, language, ...stamps })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  return inserted ? { accountId, isNew: true, passwordHash, mfaEnabled: false, passkeyCount: 0, language } : null;
}

/** Number of passkeys of an account. In its scope. */
export async function countPasskeys(em: EntityManager, accountId: string): Promise<number> {
  const { count } = await query(em)
    .selectFrom('passkeys')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What an organization knows of the account that opens a membership of it: nothing where its provider is the only way in. */
export function knownToOrganization(
  { passwordHash, mfaEnabled, passkeyCount, language }: Omit<RegisteredAccount, 'accountId' | 'isNew'>,
  isProviderOnly: boolean,
) {
  if (isProviderOnly) return { isProviderOnly, hasPassword: false, mfaEnabled: false, passkeyCount: 0, language: null };
  return { isProviderOnly, hasPassword: passwordHash !== null, mfaEnabled, passkeyCount, language };
}

/**
 * Memberships that the account's own credentials open. In its scope, and always in one order: every change of an account waits alike.
 */
export function openedBy(
  em: EntityManager,
  { accountId }: Pick<AccountOfMember, 'accountId'>,
): Promise<{ id: string; tenantId: string }[]> {
  return query(em)
    .selectFrom('users')
    .select(['id', 'tenant_id as tenantId'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('is_provider_only', '=', false)
    .orderBy('tenant_id')
    .execute();
}

/** Whether the account of a member has memberships of other organizations. Locks it, so that none is added or ends meanwhile. */
export function isShared(em: EntityManager, { tenantId, accountId }: AccountOfMember): Promise<boolean> {
  return withinAccount(em, { tenantId, accountId }, async () => {
    await lock(em, accountId);
    return (await otherMembership(em, { tenantId, accountId })) !== undefined;
  });
}

/** Deletes the account of a membership that has ended, with its credentials, where it was the last one. */
export function releaseAccount(em: EntityManager, { tenantId, accountId }: AccountOfMember): Promise<void> {
  return withinAccount(em, { tenantId, accountId }, async () => {
    await lock(em, accountId);
    if (await otherMembership(em, { tenantId, accountId })) return;
    await query(em).deleteFrom('accounts').where('id', '=', accountId).execute();
  });
}

async function lock(em: EntityManager, accountId: string): Promise<void> {
  await query(em).selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
}

function otherMembership(em: EntityManager, { tenantId, accountId }: AccountOfMember) {
  return query(em)
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('tenant_id', '<>', tenantId)
    .limit(1)
    .executeTakeFirst();
}
