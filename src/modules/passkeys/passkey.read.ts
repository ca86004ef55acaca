import type { RequestContext } from '../../context.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { accounts, type Account } from '../auth/credentials.js';
import { credentialHash } from './passkey-answers.rules.js';
import type { StoredPasskey } from './passkey-verification.js';
import type { PasskeyType } from './passkey.type.js';

/** Passkeys of a person. Our choice: telephones, computers and security keys of one. */
export const PASSKEYS_MAX = 10;

/** A stored passkey with its owner. */
export interface OwnedPasskey extends StoredPasskey {
  id: string;
  tenantId: string;
  userId: string;
}

/** Passkeys of a member of the caller's organization, oldest first. */
export async function readPasskeys({ em, viewer }: RequestContext, userId: string): Promise<PasskeyType[]> {
  return shownPasskeys(em, viewer.tenantId).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();
}

/** One passkey of the caller; undefined for none. */
export function readOwnPasskey({ em, viewer }: RequestContext, id: string): Promise<PasskeyType | undefined> {
  return shownPasskeys(em, viewer.tenantId)
    .where('user_id', '=', viewer.userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What requests name of a person's passkeys, oldest first. */
export function passkeysOf(em: EntityManager, { id, tenantId }: Pick<Account, 'id' | 'tenantId'>) {
  return ownedPasskeys(em).where('tenant_id', '=', tenantId).where('user_id', '=', id).orderBy('created_at').execute();
}

/** The passkey of the caller that a browser shows; undefined for none, and for another person's. */
export function readShownPasskey(
  em: EntityManager,
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
  credentialId: string,
): Promise<OwnedPasskey | undefined> {
  return ownedPasskeys(em)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', id)
    .where('credential_hash', '=', credentialHash(credentialId))
    .executeTakeFirst();
}

/** The passkey that a browser shows to log in, with its account; null for an unknown one, and that of a removed member. */
export async function findPasskey(
  database: Database,
  credentialId: string,
): Promise<{ passkey: OwnedPasskey; account: Account } | null> {
  const hash = credentialHash(credentialId);
  const passkey = await database.within({ kind: 'credential', hash }, () =>
    ownedPasskeys(database.fork()).where('credential_hash', '=', hash).executeTakeFirst(),
  );
  if (!passkey) return null;
  const { tenantId, userId } = passkey;
  const account = await database.within({ kind: 'tenant', tenantId }, () =>
    accounts(database.fork()).where('id', '=', userId).where('tenant_id', '=', tenantId).executeTakeFirst(),
  );
  return account ? { passkey, account } : null;
}

function shownPasskeys(em: EntityManager, tenantId: string) {
  return query(em)
    .selectFrom('passkeys')
    .select(['id', 'name', 'is_backed_up as isSynced', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('tenant_id', '=', tenantId);
}

function ownedPasskeys(em: EntityManager) {
  return query(em)
    .selectFrom('passkeys')
    .select(['id', 'tenant_id as tenantId', 'user_id as userId', 'credential_id as credentialId', 'transports'])
    .select(['public_key as publicKey', 'is_backup_eligible as isBackupEligible']);
}
