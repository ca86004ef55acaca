import type { RequestContext } from '../../context.js';
import type { Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { authorAs, authorOf, recordAudit, recordChange } from '../audit/audit.js';
import type { CredentialChanges } from './credential-changes.js';
import { inSession, type Account, type Attempt, type Credentials } from './credentials.js';
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
    const sealed = this.options.vault.seal(seed, placeOf(account.id));
    const enrolled = await updateOf(ctx.em, account)
      .set({ mfa_secret: sealed, mfa_last_step: null })
      .where('mfa_enabled', '=', false)
      .executeTakeFirst();
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
    const attempt = { ctx, account, guess: inSession(account) };
    await credentials.guess(attempt, () => this.acceptCode(ctx.em, account, otp), WRONG_CODE);
    const codes = newRecoveryCodes();
    await ctx.em.transactional(async (em) => {
      const confirmed = await updateOf(em, account)
        .set({ mfa_enabled: true, recovery_hashes: codes.map(recoveryHash) })
        .where('mfa_enabled', '=', false)
        .where('mfa_secret', '=', account.mfaSecret)
        .executeTakeFirst();
      if (confirmed.numUpdatedRows === 0n) throw new AppError('CONFLICT', 'the enrolment has changed meanwhile');
      await recordAudit(ctx, em, changed('member.mfa_enabled', account.id, true));
      await this.follow(ctx, em, 'mfa.enabled', revokesApiKeys);
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
    else await this.verify({ ctx, account, guess: inSession(account) }, proof.otp);
    await ctx.em.transactional(async (em) => {
      if (await deleteMfa(em, account)) {
        await recordAudit(ctx, em, changed('member.mfa_disabled', account.id, false));
        await this.follow(ctx, em, 'mfa.disabled', revokesApiKeys);
      }
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
    kind: 'mfa.enabled' | 'mfa.disabled',
    revokesApiKeys: boolean,
  ): Promise<void> {
    const { userId, sessionId: except } = ctx.viewer;
    return this.options.changes.follow(authorOf(ctx), em, { kind, userId, except, revokesApiKeys });
  }

  /** Accepts a code of the authenticator or a recovery code, each once. */
  private accept(ctx: RequestContext, account: Account, otp: string): Promise<boolean> {
    const { database } = this.options;
    return database.within({ kind: 'tenant', tenantId: account.tenantId }, async () => {
      const em = database.fork();
      return (await this.acceptCode(em, account, otp)) || (await this.acceptRecovery(ctx, em, account, otp));
    });
  }

  private async acceptCode(em: EntityManager, account: Account, otp: string): Promise<boolean> {
    if (account.mfaSecret === null) return false;
    const seed = this.options.vault.open(account.mfaSecret, placeOf(account.id));
    const step = stepOf(seed, otp, this.options.clock.now());
    if (step === null) return false;
    const taken = await updateOf(em, account)
      .set({ mfa_last_step: step })
      .where((eb) => eb.or([eb('mfa_last_step', 'is', null), eb('mfa_last_step', '<', String(step))]))
      .executeTakeFirst();
    return taken.numUpdatedRows > 0n;
  }

  private async acceptRecovery(
    ctx: RequestContext,
    em: EntityManager,
    account: Account,
    otp: string,
  ): Promise<boolean> {
    const hash = recoveryHash(otp);
    const { id: userId, tenantId } = account;
    return em.transactional(async (inner) => {
      const used = await useRecoveryCode.one(inner, { userId, tenantId, hash });
      if (!used) return false;
      const author = authorAs(ctx, personOf(ctx, userId), tenantId);
      const after = { recovery_codes_left: used.left };
      const action = 'member.recovery_code_used';
      await recordChange(author, inner, { action, resourceType: 'member', resourceId: userId, after });
      return true;
    });
  }
}

/** Deletes seed and recovery codes of an account. @returns false when no codes were in force */
export async function deleteMfa(em: EntityManager, account: Pick<Account, 'id' | 'tenantId'>): Promise<boolean> {
  const deleted = await updateOf(em, account)
    .set({ mfa_enabled: false, mfa_secret: null, mfa_last_step: null, recovery_hashes: [] })
    .where('mfa_enabled', '=', true)
    .executeTakeFirst();
  return deleted.numUpdatedRows > 0n;
}

/**
 * Starts an update of one account. Callers add the state that they have read, so that the second of two concurrent
 * updates changes nothing.
 */
function updateOf(em: EntityManager, { id, tenantId }: Pick<Account, 'id' | 'tenantId'>) {
  return query(em).updateTable('users').where('id', '=', id).where('tenant_id', '=', tenantId);
}

const WRONG_CODE = 'the one-time code is wrong';

/** Place for which a seed is sealed. */
function placeOf(userId: string): string {
  return `users ${userId} mfa_secret`;
}

function changed(action: string, resourceId: string, isEnabled: boolean) {
  const [before, after] = [{ mfa_enabled: !isEnabled }, { mfa_enabled: isEnabled }];
  return { action, resourceType: 'member', resourceId, before, after };
}
