import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import type { Account } from '../auth/account-store.js';
import { credentialHash } from './passkey-answers.rules.js';
import type { StoredPasskey } from './passkey-verification.js';
import type { PasskeyType } from './passkey.type.js';

/** Passkeys of a person. Our choice: telephones, computers and security keys of one. */
export const PASSKEYS_MAX = 10;

/** A stored passkey with the account that it belongs to. */
export interface OwnedPasskey extends StoredPasskey {
  id: string;
  accountId: string;
}

/** Passkeys of an account, oldest first. In its scope. */
export function readPasskeys(em: EntityManager, accountId: string): Promise<PasskeyType[]> {
  return shownPasskeys(em, accountId).orderBy('created_at').orderBy('id').execute();
}

/** One passkey of an account; undefined for none. In its scope. */
export function readPasskey(em: EntityManager, accountId: string, id: string): Promise<PasskeyType | undefined> {
  return shownPasskeys(em, accountId).where('id', '=', id).executeTakeFirst();
}

/** What requests name of an account's passkeys, oldest first. In its scope. */
export function passkeysOf(em: EntityManager, { accountId }: Pick<Account, 'accountId'>) {
  return ownedPasskeys(em).where('account_id', '=', accountId).orderBy('created_at').execute();
}

/** The passkey of an account that a browser shows; undefined for none, and for another person's. In its scope. */
export function readShownPasskey(
  em: EntityManager,
  { accountId }: Pick<Account, 'accountId'>,
  credentialId: string,
): Promise<OwnedPasskey | undefined> {
  return ownedPasskeys(em)
    .where('account_id', '=', accountId)
    .where('credential_hash', '=', credentialHash(credentialId))
    .executeTakeFirst();
}

/** The passkey that a browser shows to log in; null for an unknown one. */
export async function findPasskey(database: Database, credentialId: string): Promise<OwnedPasskey | null> {
  const hash = credentialHash(credentialId);
  const passkey = await database.within({ kind: 'credential', hash }, () =>
    ownedPasskeys(database.fork()).where('credential_hash', '=', hash).executeTakeFirst(),
  );
  return passkey ?? null;
}

function shownPasskeys(em: EntityManager, accountId: string) {
  return query(em)
    .selectFrom('passkeys')
    .select(['id', 'name', 'is_backed_up as isSynced', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId);
}

function ownedPasskeys(em: EntityManager) {
  return query(em)
    .selectFrom('passkeys')
    .select(['id', 'account_id as accountId', 'credential_id as credentialId', 'transports'])
    .select(['public_key as publicKey', 'is_backup_eligible as isBackupEligible']);
}
