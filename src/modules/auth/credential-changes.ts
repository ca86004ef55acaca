import { query, type EntityManager } from '../../platform/database/database.js';
import type { ChangeAuthor } from '../audit/audit.js';
import type { SecurityNotices } from '../notices/security-notices.js';
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
  /** Whose credentials were changed. */
  userId: string;
  /** Session of the change, which stays; null where it ends as well. */
  except: string | null;
  /** Whether the person's API keys are revoked as well. */
  revokesApiKeys: boolean;
}

/** Consequences of a changed password, changed codes or passkeys, wherever they are changed. */
export class CredentialChanges {
  constructor(private readonly notices: SecurityNotices) {}

  /**
   * Ends what the former password or codes may have been used to obtain: the other sessions of the person, a link for a
   * new password and, unless they are to stay, their API keys. Tells the person and the other admins by mail. In the transaction of the change,
   * which records its own audit entry before.
   */
  async follow(
    author: ChangeAuthor,
    em: EntityManager,
    { kind, userId, except, revokesApiKeys }: CredentialChange,
  ): Promise<void> {
    const reason = REASONS[kind];
    await forgetReset(author, em, userId);
    await endSessions(author, em, { userId, reason, except });
    const revokedKeys = revokesApiKeys ? await revokeKeys(author, em, { userId }, reason) : 0;
    await this.notices.add(author, em, { kind, userId, facts: { revokedKeys } });
  }

  /** Sends the mails now rather than at the next sweep. Call it after the transaction. */
  wake(): Promise<void> {
    return this.notices.wake();
  }
}

/** Ends the link for a new password that an account may have. */
async function forgetReset({ tenantId }: ChangeAuthor, em: EntityManager, userId: string): Promise<void> {
  await query(em)
    .updateTable('users')
    .set({ password_reset_hash: null, password_reset_expires_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('password_reset_hash', 'is not', null)
    .execute();
}
