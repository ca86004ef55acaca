import { query, type EntityManager } from '../../platform/database/database.js';
import { crossing } from '../../platform/database/transaction-scope.js';
import { recordChange, type AuditEntry, type ChangeAuthor } from '../audit/audit.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import { countPasskeys, openedBy } from './account-registry.js';
import { withinAccount } from './account-scope.js';
import type { Account } from './account-store.js';
import { revokeKeys } from './key-revocation.js';
import { endSessions } from './session-end.js';

/** Every kind of change, by its notice, with why sessions and keys end with it. */
const REASONS = {
  'password.changed': 'password_changed',
  'password.reset': 'password_changed',
  'mfa.enabled': 'mfa_changed',
  'mfa.disabled': 'mfa_changed',
  'mfa.reset': 'mfa_changed',
  'passkey.added': 'mfa_changed',
  'passkey.removed': 'mfa_changed',
  'passkeys.reset': 'mfa_changed',
} as const;

export interface CredentialChange {
  kind: keyof typeof REASONS;
  /** Whose credentials were changed, as a member of the author's organization. */
  account: Pick<Account, 'id' | 'tenantId' | 'accountId'>;
  /** Session of the change, which stays; null where it ends as well. */
  except: string | null;
  /** Whether the person's API keys are revoked as well. */
  revokesApiKeys: boolean;
  /** Entry of the audit trail of every organization of the account. */
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>;
}

/** Consequences of a changed password, changed codes or passkeys, wherever they are changed. */
export class CredentialChanges {
  constructor(private readonly notices: SecurityNotices) {}

  /**
   * Records a change in every organization that the account's credentials open, and ends there what the former ones may have been used to
   * obtain: the other sessions of the person, a link for a new password and, unless they are to stay, their API keys. Notifies the person and
   * the admins by mail. In the transaction of the change, after it.
   */
  async follow(author: ChangeAuthor, em: EntityManager, change: CredentialChange): Promise<void> {
    const { account } = change;
    const { members, ...known } = await withinAccount(em, account, async () => ({
      ...(await forgetReset(em, account)),
      passkeyCount: await countPasskeys(em, account.accountId),
      members: await openedBy(em, account),
    }));
    for (const member of members) {
      const scopes = { from: { tenantId: account.tenantId }, to: { tenantId: member.tenantId } };
      await crossing(em, scopes, async () => {
        await updateMembership(em, member, known);
        await this.followIn(authorIn(author, change, member), em, { ...change, member });
      });
    }
  }

  /** Sends the mails now rather than at the next sweep. Call it after the transaction. */
  wake(): Promise<void> {
    return this.notices.wake();
  }

  private async followIn(
    author: ChangeAuthor,
    em: EntityManager,
    { kind, account, except, revokesApiKeys, entry, member }: CredentialChange & { member: Member },
  ): Promise<void> {
    const reason = REASONS[kind];
    const isHere = member.tenantId === account.tenantId;
    const { id: userId } = member;
    await recordChange(author, em, { ...entry, resourceType: 'member', resourceId: userId });
    await endSessions(author, em, { userId, reason, except: isHere ? except : null });
    const revokedKeys = revokesApiKeys ? await revokeKeys(author, em, { userId }, reason) : 0;
    // The person is notified once, the admins of each organization of it.
    await this.notices.add(author, em, { kind, userId, facts: { revokedKeys }, notifiesOwner: isHere });
  }
}

interface Member {
  id: string;
  tenantId: string;
}

/** What an organization may know of the credentials that open a membership. */
interface KnownOfCredentials {
  hasPassword: boolean;
  mfaEnabled: boolean;
  passkeyCount: number;
  credentialsChangedAt: Date;
}

/** The author of a change as the other organizations of the account know them: the person themselves, or somebody from outside. */
function authorIn(author: ChangeAuthor, { account }: CredentialChange, member: Member): ChangeAuthor {
  const { actor } = author;
  const isOwn = actor.type === 'user' && actor.id === account.id;
  return { ...author, tenantId: member.tenantId, actor: isOwn ? { ...actor, id: member.id } : actor };
}

/** Ends the link for a new password that an account may have. In its scope. */
async function forgetReset(em: EntityManager, { accountId }: Pick<Account, 'accountId'>) {
  return query(em)
    .updateTable('accounts')
    .set({ password_reset_hash: null, password_reset_expires_at: null })
    .where('id', '=', accountId)
    .returning((eb) => [
      'mfa_enabled as mfaEnabled',
      'credentials_changed_at as credentialsChangedAt',
      eb('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
    ])
    .executeTakeFirstOrThrow();
}

async function updateMembership(em: EntityManager, { id, tenantId }: Member, known: KnownOfCredentials): Promise<void> {
  const { hasPassword, mfaEnabled, passkeyCount, credentialsChangedAt } = known;
  await query(em)
    .updateTable('users')
    .set({ has_password: hasPassword, mfa_enabled: mfaEnabled, passkey_count: passkeyCount })
    .set({ credentials_changed_at: credentialsChangedAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
