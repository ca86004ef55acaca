import type { RequestContext } from '../../context.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { authorOf } from '../audit/audit.js';
import { withinAccount } from './account-scope.js';
import type { Account } from './account-store.js';
import type { CredentialChanges } from './credential-changes.js';
import type { Credentials } from './credentials.js';
import { hasPasskeyProof } from './session-proof.js';
import { currentSession } from './session.service.js';
import type { Login, Sessions } from './sessions.js';
import type { PasswordPolicy } from './password.rules.js';

export interface PasswordServiceOptions {
  credentials: Credentials;
  policy: PasswordPolicy;
  hasher: PasswordHasher;
  sessions: Sessions;
  changes: CredentialChanges;
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  /** Whether the caller's API keys are revoked as well. @default true */
  revokeApiKeys?: boolean | null;
}

/** Change of the caller's password. */
export class PasswordService {
  constructor(private readonly options: PasswordServiceOptions) {}

  /**
   * Replaces the caller's password and ends all of their sessions and, unless they are to stay, their API keys, from
   * the next request on.
   * @returns a token of a new session
   * @throws {AppError} VALIDATION_FAILED for a refused password; INVALID_CREDENTIALS, RATE_LIMITED
   */
  async change(ctx: RequestContext, { currentPassword, newPassword, revokeApiKeys }: PasswordChange): Promise<Login> {
    const { credentials, policy, hasher, sessions, changes } = this.options;
    const { email, name } = await credentials.readCaller(ctx);
    const organization = await sessions.tenantOf(ctx.em, ctx.viewer.tenantId);
    policy.check(newPassword, { email, name, organization: organization.name }, '/new_password');
    const account = await credentials.ofCaller(ctx, currentPassword);
    if (await hasher.verify(account.passwordHash, newPassword)) {
      throw AppError.invalid('/new_password', 'must differ from the current password');
    }
    const hash = await hasher.hash(newPassword);
    const { kind } = await currentSession(ctx);
    const hasProof = await hasPasskeyProof(ctx);
    const now = ctx.clock.now();
    const login = await ctx.em.transactional(async (em) => {
      await withinAccount(em, account, () => replacePassword(em, account, { hash, now }));
      const entry = { action: 'member.password_changed' as const };
      const change = { kind: 'password.changed', account, except: null, entry } as const;
      await changes.follow(authorOf(ctx), em, { ...change, revokesApiKeys: revokeApiKeys ?? true });
      return sessions.start(em, account, ctx, {
        kind: kind === 'browser' && ctx.browser ? kind : 'token',
        hasPasskeyProof: hasProof,
      });
    });
    await changes.wake();
    return login;
  }
}

/** @throws {AppError} CONFLICT where another request was quicker */
async function replacePassword(
  em: EntityManager,
  { accountId, passwordHash }: Account,
  { hash, now }: { hash: string; now: Date },
): Promise<void> {
  const changed = await query(em)
    .updateTable('accounts')
    .set({ password_hash: hash, credentials_changed_at: now })
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new AppError('CONFLICT', 'the password has changed meanwhile');
}
