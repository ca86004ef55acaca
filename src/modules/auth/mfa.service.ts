import type { RequestContext } from '../../context.js';
import type { Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { row, rows, sql, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit, recordAuditAs } from '../audit/audit.js';
import type { Account, Credentials } from './credentials.js';
import { newRecoveryCodes, newSeed, otpauthUri, recoveryHash, stepOf } from './mfa.rules.js';

export interface MfaServiceOptions {
  database: Database;
  credentials: Credentials;
  vault: Vault;
  clock: Clock;
}

/** One-time codes (RFC 6238): setting them up, asking for them, doing without them again. */
export class MfaService {
  constructor(private readonly options: MfaServiceOptions) {}

  /**
   * A new seed for the caller; it is in force when a code of it is confirmed.
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED; CONFLICT when codes are in force already
   */
  async enrol(ctx: RequestContext, password: string): Promise<{ secret: string; otpauthUri: string }> {
    const account = await this.options.credentials.ofCaller(ctx, password);
    const seed = newSeed();
    const sealed = this.options.vault.seal(seed, placeOf(account.id));
    const enrolled = await row(
      ctx.em,
      sql`update users set mfa_secret = ${sealed}, mfa_last_step = null
          where id = ${account.id} and tenant_id = ${account.tenant_id} and not mfa_enabled returning id`,
    );
    if (!enrolled) throw new AppError('CONFLICT', 'one-time codes are in force already');
    return { secret: seed, otpauthUri: otpauthUri(seed, account.email) };
  }

  /**
   * Puts the caller's new seed in force.
   * @returns the recovery codes, which are shown this once
   * @throws {AppError} INVALID_CREDENTIALS for a wrong code; RATE_LIMITED; CONFLICT when there is nothing to confirm
   */
  async confirm(ctx: RequestContext, otp: string): Promise<string[]> {
    const { credentials } = this.options;
    const account = await credentials.readCaller(ctx);
    if (account.mfa_enabled || account.mfa_secret === null) {
      throw new AppError('CONFLICT', 'there is no enrolment to confirm');
    }
    await credentials.guess(account.email_key, () => this.acceptCode(ctx.em, account, otp), WRONG_CODE);
    const codes = newRecoveryCodes();
    await ctx.em.transactional(async (em) => {
      const confirmed = await row(
        em,
        sql`update users set mfa_enabled = true, recovery_hashes = ${codes.map(recoveryHash)}
            where id = ${account.id} and tenant_id = ${account.tenant_id} and not mfa_enabled
              and mfa_secret = ${account.mfa_secret} returning id`,
      );
      if (!confirmed) throw new AppError('CONFLICT', 'the enrolment has changed meanwhile');
      await recordAudit(ctx, em, changed('member.mfa_enabled', account.id, true));
    });
    return codes;
  }

  /**
   * Takes the caller's one-time codes out of force.
   * @param proof the password, or a code
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED; CONFLICT when none are in force
   */
  async disable(ctx: RequestContext, proof: { password: string } | { otp: string }): Promise<void> {
    const { credentials } = this.options;
    const account = await credentials.readCaller(ctx);
    if (!account.mfa_enabled) throw new AppError('CONFLICT', 'one-time codes are not in force');
    if ('password' in proof) await credentials.ofCaller(ctx, proof.password);
    else await credentials.guess(account.email_key, () => this.accept(account, proof.otp, ctx.requestId), WRONG_CODE);
    await ctx.em.transactional(async (em) => {
      if (await forgetMfa(em, account.tenant_id, account.id)) {
        await recordAudit(ctx, em, changed('member.mfa_disabled', account.id, false));
      }
    });
  }

  /** Asks an account for its code at login. @throws {AppError} MFA_REQUIRED, INVALID_CREDENTIALS, RATE_LIMITED */
  async demand(account: Account, otp: string | null, requestId: string): Promise<void> {
    if (!account.mfa_enabled) return;
    if (otp === null) throw new AppError('MFA_REQUIRED', 'a one-time code is needed');
    const { credentials } = this.options;
    await credentials.guess(account.email_key, () => this.accept(account, otp, requestId), WRONG_CODE);
  }

  /** Takes a code of the authenticator or a recovery code; each is taken once. */
  private accept(account: Account, otp: string, requestId: string): Promise<boolean> {
    const { database } = this.options;
    return database.within({ kind: 'tenant', tenantId: account.tenant_id }, async () => {
      const em = database.fork();
      return (await this.acceptCode(em, account, otp)) || (await this.acceptRecovery(em, account, otp, requestId));
    });
  }

  private async acceptCode(em: EntityManager, account: Account, otp: string): Promise<boolean> {
    if (account.mfa_secret === null) return false;
    const seed = this.options.vault.open(account.mfa_secret, placeOf(account.id));
    const step = stepOf(seed, otp, this.options.clock.now());
    if (step === null) return false;
    const taken = await row(
      em,
      sql`update users set mfa_last_step = ${step}
          where id = ${account.id} and tenant_id = ${account.tenant_id} and coalesce(mfa_last_step, -1) < ${step}
          returning id`,
    );
    return taken !== null;
  }

  private async acceptRecovery(em: EntityManager, account: Account, otp: string, requestId: string): Promise<boolean> {
    const hash = recoveryHash(otp);
    return em.transactional(async (inner) => {
      const used = await row(
        inner,
        sql<{ left: number }>`
          update users set recovery_hashes = array_remove(recovery_hashes, ${hash})
          where id = ${account.id} and tenant_id = ${account.tenant_id} and ${hash} = any(recovery_hashes)
          returning cardinality(recovery_hashes) as left`,
      );
      if (!used) return false;
      const actor = { type: 'user', id: account.id, apiKeyId: null, address: null, requestId } as const;
      await recordAuditAs(actor, inner, {
        tenantId: account.tenant_id,
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

/** Forgets seed and recovery codes of an account. @returns false where no codes were in force */
export async function forgetMfa(em: EntityManager, tenantId: string, userId: string): Promise<boolean> {
  const forgotten = await rows(
    em,
    sql`update users set mfa_enabled = false, mfa_secret = null, mfa_last_step = null, recovery_hashes = '{}'
        where id = ${userId} and tenant_id = ${tenantId} and mfa_enabled returning id`,
  );
  return forgotten.length > 0;
}

const WRONG_CODE = 'the one-time code is wrong';

/** Where a seed is kept, as the vault is told. */
function placeOf(userId: string): string {
  return `users ${userId} mfa_secret`;
}

function changed(action: string, resourceId: string, isEnabled: boolean) {
  const [before, after] = [{ mfa_enabled: !isEnabled }, { mfa_enabled: isEnabled }];
  return { action, resourceType: 'member', resourceId, before, after };
}
