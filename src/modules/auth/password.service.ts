import type { RequestContext } from '../../context.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import type { Credentials } from './credentials.js';
import type { Login, Sessions } from './sessions.js';
import type { PasswordPolicy } from './password.rules.js';

export interface PasswordServiceOptions {
  credentials: Credentials;
  policy: PasswordPolicy;
  hasher: PasswordHasher;
  sessions: Sessions;
}

/** Change of the caller's password. */
export class PasswordService {
  constructor(private readonly options: PasswordServiceOptions) {}

  /**
   * Replaces the caller's password and invalidates all earlier tokens from the next request on.
   * @returns a new token
   * @throws {AppError} VALIDATION_FAILED for a refused password; INVALID_CREDENTIALS, RATE_LIMITED
   */
  async change(
    ctx: RequestContext,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  ): Promise<Login> {
    const { credentials, policy, hasher, sessions } = this.options;
    const { email, name } = await credentials.readCaller(ctx);
    const organization = await sessions.tenantOf(ctx.em, ctx.viewer.tenantId);
    policy.check(newPassword, { email, name, organization: organization.name }, '/new_password');
    const account = await credentials.ofCaller(ctx, currentPassword);
    if (await hasher.verify(account.passwordHash, newPassword)) {
      throw AppError.invalid('/new_password', 'must differ from the current password');
    }
    const hash = await hasher.hash(newPassword);
    const now = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      const changed = await query(em)
        .updateTable('users')
        .set({ password_hash: hash, credentials_changed_at: now })
        .where('id', '=', account.id)
        .where('tenant_id', '=', account.tenantId)
        .where('password_hash', '=', account.passwordHash)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n) throw new AppError('CONFLICT', 'the password has changed meanwhile');
      await recordAudit(ctx, em, {
        action: 'member.password_changed',
        resourceType: 'member',
        resourceId: account.id,
      });
    });
    return sessions.of(account, organization, now);
  }
}
