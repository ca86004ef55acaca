import type { RequestContext } from '../../context.js';
import type { Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit, recordAuditAs } from '../audit/audit.js';
import type { Account, Credentials } from './credentials.js';
import { useRecoveryCode } from './mfa.sql.js';
import { newRecoveryCodes, newSeed, otpauthUri, recoveryHash, stepOf } from './mfa.rules.js';

export interface MfaServiceOptions {
  database: Database;
  credentials: Credentials;
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
   * Puts the caller's new seed in force.
   * @returns the recovery codes, which are shown once
   * @throws {AppError} INVALID_CREDENTIALS for a wrong code; RATE_LIMITED; CONFLICT when there is nothing to confirm
   */
  async confirm(ctx: RequestContext, otp: string): Promise<string[]> {
    const { credentials } = this.options;
    const account = await credentials.readCaller(ctx);
    if (account.mfaEnabled || account.mfaSecret === null) {
      throw new AppError('CONFLICT', 'there is no enrolment to confirm');
    }
    await credentials.guess(account.emailKey, () => this.acceptCode(ctx.em, account, otp), WRONG_CODE);
    const codes = newRecoveryCodes();
    await ctx.em.transactional(async (em) => {
      const confirmed = await updateOf(em, account)
        .set({ mfa_enabled: true, recovery_hashes: codes.map(recoveryHash) })
        .where('mfa_enabled', '=', false)
        .where('mfa_secret', '=', account.mfaSecret)
        .executeTakeFirst();
      if (confirmed.numUpdatedRows === 0n) throw new AppError('CONFLICT', 'the enrolment has changed meanwhile');
      await recordAudit(ctx, em, changed('member.mfa_enabled', account.id, true));
    });
    return codes;
  }

  /**
   * Switches off the caller's one-time codes.
   * @param proof the password, or a code
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED; CONFLICT when none are in force
   */
  async disable(ctx: RequestContext, proof: { password: string } | { otp: string }): Promise<void> {
    const { credentials } = this.options;
    const account = await credentials.readCaller(ctx);
    if (!account.mfaEnabled) throw new AppError('CONFLICT', 'one-time codes are not in force');
    if ('password' in proof) await credentials.ofCaller(ctx, proof.password);
    else await credentials.guess(account.emailKey, () => this.accept(account, proof.otp, ctx.requestId), WRONG_CODE);
    await ctx.em.transactional(async (em) => {
      if (await deleteMfa(em, account)) {
        await recordAudit(ctx, em, changed('member.mfa_disabled', account.id, false));
      }
    });
  }

  /** Verifies the code of an account at login. @throws {AppError} MFA_REQUIRED, INVALID_CREDENTIALS, RATE_LIMITED */
  async demand(account: Account, otp: string | null, requestId: string): Promise<void> {
    if (!account.mfaEnabled) return;
    if (otp === null) throw new AppError('MFA_REQUIRED', 'a one-time code is needed');
    const { credentials } = this.options;
    await credentials.guess(account.emailKey, () => this.accept(account, otp, requestId), WRONG_CODE);
  }

  /** Accepts a code of the authenticator or a recovery code, each once. */
  private accept(account: Account, otp: string, requestId: string): Promise<boolean> {
    const { database } = this.options;
    return database.within({ kind: 'tenant', tenantId: account.tenantId }, async () => {
      const em = database.fork();
      return (await this.acceptCode(em, account, otp)) || (await this.acceptRecovery(em, account, otp, requestId));
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

  private async acceptRecovery(em: EntityManager, account: Account, otp: string, requestId: string): Promise<boolean> {
    const hash = recoveryHash(otp);
    return em.transactional(async (inner) => {
      const used = await useRecoveryCode.one(inner, { userId: account.id, tenantId: account.tenantId, hash });
      if (!used) return false;
      const actor = { type: 'user', id: account.id, apiKeyId: null, address: null, requestId } as const;
      await recordAuditAs(actor, inner, {
        tenantId: account.tenantId,
        at: this.options.clock.now(),
        action: 'member.recovery_code_used',
        resourceType: 'member',
        resourceId: account.id,
        after: { recovery_codes_left: used.left },
      });
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
