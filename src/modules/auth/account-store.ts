import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import type { Role } from '../../access/roles.js';
import type { Language } from '../../messages/language.js';

/** Credentials of an account. */
interface StoredCredentials {
  passwordHash: string | null;
  mfaEnabled: boolean;
  /** Sealed seed of one-time codes. */
  mfaSecret: string | null;
}

/** A membership with the account behind it and its credentials. Not part of any response. */
export interface Account extends StoredCredentials {
  /** Id of the membership: what the rest of an organization knows as the user. */
  id: string;
  tenantId: string;
  /** Id of the account, which may have memberships of other organizations. */
  accountId: string;
  email: string;
  emailKey: string;
  name: string;
  role: Role;
  /** Language of mails to the member; null where it is not known. */
  language: Language | null;
  lastLoginAt: Date | null;
  /** Whether the identity provider of the organization is the only way in: the account's credentials are none of it then. */
  isProviderOnly: boolean;
}

/** Memberships of an account that are read. Our choice. */
const MEMBERSHIPS_MAX = 50;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const NONE: StoredCredentials = { passwordHash: null, mfaEnabled: false, mfaSecret: null };

/**
 * Reads accounts: by address, by a link, or by a membership, one at a time. An account is in no tenant, and nothing lists accounts.
 * Source: docs/adr/0042-accounts-and-memberships.md.
 */
export class AccountStore {
  constructor(private readonly database: Database) {}

  /**
   * Memberships of an address that its own credentials open, the last used first; empty for none and for an unknown address, after the
   * same work.
   * @param emailKey see `accountKey`
   */
  async ofAddress(emailKey: string): Promise<Account[]> {
    return this.opened(await this.find(emailKey));
  }

  /** The same of a link for a new password, by the hash of its token; empty for an unknown one and for one that has expired. */
  async ofReset(hash: string, now: Date): Promise<Account[]> {
    const found = await this.database.within({ kind: 'credential', hash }, () =>
      stored(this.database.fork())
        .where('password_reset_hash', '=', hash)
        .where('password_reset_expires_at', '>', now)
        .executeTakeFirst(),
    );
    return this.opened(found ?? null);
  }

  /** The same of an account that a credential has named. */
  async ofAccount(accountId: string): Promise<Account[]> {
    return this.opened(await this.read(accountId));
  }

  /** Every membership of an account, the last used first, also those that its own credentials do not open. */
  async ofPerson(accountId: string): Promise<Account[]> {
    const found = await this.read(accountId);
    return found ? this.membershipsOf(found) : [];
  }

  /** Every membership of an address, also those that its own credentials do not open; for the operator. */
  async everyMembership(emailKey: string): Promise<Account[]> {
    const found = await this.find(emailKey);
    return found ? this.membershipsOf(found) : [];
  }

  /** Credentials of an address; null for one without an account. */
  async find(emailKey: string): Promise<(StoredCredentials & { accountId: string }) | null> {
    const found = await this.database.within({ kind: 'login', email: emailKey }, () =>
      stored(this.database.fork()).where('email_key', '=', emailKey).executeTakeFirst(),
    );
    return found ?? null;
  }

  /** A current member of an organization; null for none. */
  async ofMember({ tenantId, userId }: { tenantId: string; userId: string }): Promise<Account | null> {
    const member = await this.database.within({ kind: 'tenant', tenantId }, () =>
      memberships(this.database.fork())
        .where('tenant_id', '=', tenantId)
        .where('id', '=', userId)
        .where('removed_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!member) return null;
    const { accountId, ...membership } = member;
    if (accountId === null) throw new Error('a member has no account');
    const credentials = member.isProviderOnly ? NONE : await this.read(accountId);
    return credentials ? { ...credentials, ...membership, accountId } : null;
  }

  private async membershipsOf(found: StoredCredentials & { accountId: string }): Promise<Account[]> {
    const { accountId } = found;
    const members = await this.database.within({ kind: 'account', accountId }, () =>
      current(this.database.fork(), accountId).execute(),
    );
    return members.map((member) => ({ ...found, ...member, accountId }));
  }

  private async read(accountId: string) {
    const found = await this.database.within({ kind: 'account', accountId }, () =>
      stored(this.database.fork()).where('id', '=', accountId).executeTakeFirst(),
    );
    return found ?? null;
  }

  private async opened(found: (StoredCredentials & { accountId: string }) | null): Promise<Account[]> {
    const accountId = found?.accountId ?? NOBODY;
    const members = await this.database.within({ kind: 'account', accountId }, () =>
      current(this.database.fork(), accountId).where('is_provider_only', '=', false).execute(),
    );
    return found ? members.map((member) => ({ ...found, ...member, accountId })) : [];
  }
}

function stored(em: EntityManager) {
  return query(em)
    .selectFrom('accounts')
    .select(['id as accountId', 'password_hash as passwordHash', 'mfa_enabled as mfaEnabled'])
    .select('mfa_secret as mfaSecret');
}

/** Current memberships of an account, the last used first. In its scope. */
function current(em: EntityManager, accountId: string) {
  return memberships(em)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('last_login_at', (last) => last.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('id')
    .limit(MEMBERSHIPS_MAX);
}

function memberships(em: EntityManager) {
  return query(em)
    .selectFrom('users')
    .select([
      'id',
      'tenant_id as tenantId',
      'account_id as accountId',
      'email',
      'email_key as emailKey',
      'name',
      'role',
    ])
    .select(['last_login_at as lastLoginAt', 'is_provider_only as isProviderOnly'])
    .select((eb) => eb.ref('language').$castTo<Language | null>().as('language'));
}
