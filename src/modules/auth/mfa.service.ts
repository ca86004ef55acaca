import type { RequestContext } from '../../context.js';
import type { Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { authorAs, authorOf, recordChange } from '../audit/audit.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { withinAccount, type AccountOfMember } from './account-scope.js';
import type { Account } from './account-store.js';
import type { CredentialChanges } from './credential-changes.js';
import { attemptInSession, type Attempt, type Credentials } from './credentials.js';
import { useRecoveryCode } from './mfa.sql.js';
import { personOf } from './sessions.js';
import { newRecoveryCodes, newSeed, otpauthUri, recoveryHash, stepOf } from './mfa.rules.js';

export interface MfaServiceOptions {
  database: Database;
  credentials: Credentials;
  changes: CredentialChanges;
  vault: Vault;
  clock: Clock;
}

/** One-time codes (RFC 6238): enrolment, verification at login, removal. */
export class MfaService {
  constructor(private readonly options: MfaServiceOptions) {}

  /**
   * Generates a seed for the caller, in force once a code of it is confirmed.
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED; CONFLICT when codes are in force already
   */
  async enrol(ctx: RequestContext, password: string): Promise<{ secret: string; otpauthUri: string }> {
    const account = await this.options.credentials.ofCaller(ctx, password);
    const seed = newSeed();
    const sealed = this.options.vault.seal(seed, placeOfSeed(account.accountId));
    const enrolled = await this.inAccount(account, (em) =>
      updateOf(em, account)
        .set({ mfa_secret: sealed, mfa_last_step: null })
        .where('mfa_enabled', '=', false)
        .executeTakeFirst(),
    );
    if (enrolled.numUpdatedRows === 0n) throw new AppError('CONFLICT', 'one-time codes are in force already');
    return { secret: seed, otpauthUri: otpauthUri(seed, account.email) };
  }

  /**
   * Puts the caller's new seed in force, and ends their other sessions and, unless they are to stay, their API keys.
   * @returns the recovery codes, which are shown once
   * @throws {AppError} INVALID_CREDENTIALS for a wrong code; RATE_LIMITED; CONFLICT when there is nothing to confirm
   */
  async confirm(ctx: RequestContext, otp: string, revokesApiKeys: boolean): Promise<string[]> {
    const { credentials } = this.options;
    const account = await credentials.readCaller(ctx);
    if (account.mfaEnabled || account.mfaSecret === null) {
      throw new AppError('CONFLICT', 'there is no enrolment to confirm');
    }
    await credentials.guess(attemptInSession(ctx, account), () => this.acceptCode(account, otp), WRONG_CODE);
    const codes = newRecoveryCodes();
    await ctx.em.transactional(async (em) => {
      const confirmed = await withinAccount(em, account, () =>
        updateOf(em, account)
          .set({ mfa_enabled: true, recovery_hashes: codes.map(recoveryHash) })
          .where('mfa_enabled', '=', false)
          .where('mfa_secret', '=', account.mfaSecret)
          .executeTakeFirst(),
      );
      if (confirmed.numUpdatedRows === 0n) throw new AppError('CONFLICT', 'the enrolment has changed meanwhile');
      await this.follow(ctx, em, { kind: 'mfa.enabled', account, revokesApiKeys });
    });
    await this.options.changes.wake();
    return codes;
  }

  /**
   * Switches off the caller's one-time codes, and ends the same as `confirm`.
   * @param proof the password, or a code
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED, SINGLE_SIGN_ON_REQUIRED; CONFLICT when none are in force
   */
  async disable(
    ctx: RequestContext,
    proof: { password: string } | { otp: string },
    revokesApiKeys: boolean,
  ): Promise<void> {
    const { credentials } = this.options;
    const account = await credentials.provingCaller(ctx);
    if (!account.mfaEnabled) throw new AppError('CONFLICT', 'one-time codes are not in force');
    if ('password' in proof) await credentials.ofCaller(ctx, proof.password);
    else await this.verify(attemptInSession(ctx, account), proof.otp);
    await ctx.em.transactional(async (em) => {
      if (await deleteMfa(em, account)) await this.follow(ctx, em, { kind: 'mfa.disabled', account, revokesApiKeys });
    });
    await this.options.changes.wake();
  }

  /** Verifies the code of an account at login. @throws {AppError} MFA_REQUIRED, INVALID_CREDENTIALS, RATE_LIMITED */
  async demand(attempt: Attempt & { account: Account }, otp: string | null): Promise<void> {
    if (!attempt.account.mfaEnabled) return;
    if (otp === null) throw new AppError('MFA_REQUIRED', 'a one-time code is needed');
    await this.verify(attempt, otp);
  }

  /** Uses up a one-time or recovery code of an account. @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED */
  async verify(attempt: Attempt & { account: Account }, otp: string): Promise<void> {
    const { account, ctx } = attempt;
    const isRight = () => (account.mfaEnabled ? this.accept(ctx, account, otp) : Promise.resolve(false));
    await this.options.credentials.guess(attempt, isRight, WRONG_CODE);
  }

  /** Ends what the caller's former codes may have been used to obtain, but not the session of the request. */
  private follow(
    ctx: RequestContext,
    em: EntityManager,
    change: { kind: 'mfa.enabled' | 'mfa.disabled'; account: Account; revokesApiKeys: boolean },
  ): Promise<void> {
    const isEnabled = change.kind === 'mfa.enabled';
    const action: AuditAction = isEnabled ? 'member.mfa_enabled' : 'member.mfa_disabled';
    const entry = {
      action,
      before: { mfa_enabled: !isEnabled },
      after: { mfa_enabled: isEnabled },
    };
    return this.options.changes.follow(authorOf(ctx), em, { ...change, entry, except: ctx.viewer.sessionId });
  }

  /** Accepts a code of the authenticator or a recovery code, each once. */
  private async accept(ctx: RequestContext, account: Account, otp: string): Promise<boolean> {
    return (await this.acceptCode(account, otp)) || (await this.acceptRecovery(ctx, account, otp));
  }

  private async acceptCode(account: Account, otp: string): Promise<boolean> {
    if (account.mfaSecret === null) return false;
    const seed = this.options.vault.open(account.mfaSecret, placeOfSeed(account.accountId));
    const step = stepOf(seed, otp, this.options.clock.now());
    if (step === null) return false;
    const taken = await this.inAccount(account, (em) =>
      updateOf(em, account)
        .set({ mfa_last_step: step })
        .where((eb) => eb.or([eb('mfa_last_step', 'is', null), eb('mfa_last_step', '<', String(step))]))
        .executeTakeFirst(),
    );
    return taken.numUpdatedRows > 0n;
  }

  private async acceptRecovery(ctx: RequestContext, account: Account, otp: string): Promise<boolean> {
    const { database } = this.options;
    const hash = recoveryHash(otp);
    const { id: userId, tenantId, accountId } = account;
    return database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        const used = await withinAccount(em, account, () => useRecoveryCode.one(em, { accountId, hash }));
        if (!used) return false;
        const author = authorAs(ctx, personOf(ctx, userId), tenantId);
        const after = { recovery_codes_left: used.left };
        const action = 'member.recovery_code_used';
        await recordChange(author, em, { action, resourceType: 'member', resourceId: userId, after });
        return true;
      }),
    );
  }

  /** Runs a statement of its own on an account. */
  private inAccount<T>({ accountId }: Account, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const { database } = this.options;
    return database.within({ kind: 'account', accountId }, () => work(database.fork()));
  }
}

/** Deletes seed and recovery codes of the account of a member. @returns false when no codes were in force */
export async function deleteMfa(em: EntityManager, account: AccountOfMember): Promise<boolean> {
  const deleted = await withinAccount(em, account, () =>
    updateOf(em, account)
      .set({ mfa_enabled: false, mfa_secret: null, mfa_last_step: null, recovery_hashes: [] })
      .where('mfa_enabled', '=', true)
      .executeTakeFirst(),
  );
  return deleted.numUpdatedRows > 0n;
}

/**
 * Starts an update of one account. Callers add the state that they have read, so that the second of two concurrent
 * updates changes nothing.
 */
function updateOf(em: EntityManager, { accountId }: Pick<Account, 'accountId'>) {
  return query(em).updateTable('accounts').where('id', '=', accountId);
}

const WRONG_CODE = 'the one-time code is wrong';

/** Place for which a seed is sealed: named before accounts were apart from memberships, whose ids the first of them have. */
export function placeOfSeed(accountId: string): string {
  return `users ${accountId} mfa_secret`;
}
