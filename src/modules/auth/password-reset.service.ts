import { createHash, randomBytes } from 'node:crypto';
import type { Worker } from '../../feature/feature.js';
import type { RequestContext } from '../../context.js';
import { DEFAULT_LANGUAGE } from '../../messages/language.js';
import { MINUTE } from '../../platform/clock.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { authorAs } from '../audit/audit.js';
import { securityEvents } from '../security-events/security-events.js';
import { accountKey } from './account-key.rules.js';
import { withinAccount } from './account-scope.js';
import type { Account } from './account-store.js';
import type { CredentialChanges } from './credential-changes.js';
import type { Credentials } from './credentials.js';
import { enforcedSignOnOf, mayUsePassword } from './enforced-sign-on.js';
import type { Guess } from './guess.rules.js';
import type { LoginFailures } from './login-failures.js';
import type { MfaService } from './mfa.service.js';
import { passwordResetMail } from './password-reset-mail.rules.js';
import type { PasswordPolicy } from './password.rules.js';
import { personOf } from './sessions.js';

/** Time for which a link works. */
const LIFETIME_MS = 30 * MINUTE;
const TOKEN_BYTES = 32;

export interface PasswordResetOptions {
  database: Database;
  credentials: Credentials;
  failures: LoginFailures;
  mfa: MfaService;
  changes: CredentialChanges;
  policy: PasswordPolicy;
  hasher: PasswordHasher;
  mails: OutgoingMails;
  sender: Pick<MailSender, 'wake'>;
  publicUrl: PublicUrl;
}

export interface NewPassword {
  token: string;
  password: string;
  /** One-time or recovery code, for accounts that need one. */
  otp?: string | null;
  /** Whether the person's API keys are revoked as well. @default true */
  revokeApiKeys?: boolean | null;
}

/** A new password by a link that is sent to the address of the account. */
export class PasswordResetService implements Worker {
  /** Requests that were answered, whose mails are being written. */
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly options: PasswordResetOptions) {}

  /**
   * Sends a link to an address, if it has an account with a password; a former link of it ends. Answers before the address is
   * looked up, so that neither the answer nor its time shows whether it has one.
   * @throws {AppError} RATE_LIMITED after too many requests, for every address alike
   */
  async request(ctx: RequestContext, email: string): Promise<void> {
    const { failures } = this.options;
    const guess: Guess = { account: accountKey(email), address: ctx.address, isInSession: false, purpose: 'reset' };
    await failures.refuseWhenThrottled(guess);
    await failures.count(guess);
    const work = this.send(ctx, guess.account)
      .catch((err: unknown) => ctx.log.error({ err }, 'cannot send the link for a new password'))
      .finally(() => this.pending.delete(work));
    this.pending.add(work);
  }

  /**
   * Sets a new password by a link, and ends all sessions of the account and, unless they are to stay, its API keys.
   * @throws {AppError} GONE for a link that is unknown, was used or replaced, or has expired; VALIDATION_FAILED for a refused
   * password; MFA_REQUIRED, INVALID_CREDENTIALS, RATE_LIMITED as at login where one-time codes are in force
   */
  async reset(ctx: RequestContext, { token, password, otp, revokeApiKeys }: NewPassword): Promise<void> {
    const { database, credentials, policy, hasher, mfa, changes } = this.options;
    const hash = hashOf(token);
    const accounts = await this.holders(hash, ctx.clock.now());
    const [account] = accounts;
    const { name: organization } = await this.within(account, (em) => readTenant(em, account.tenantId));
    policy.check(password, { email: account.email, name: account.name, organization });
    const guess = credentials.guessOf(ctx, account.emailKey);
    await mfa.demand({ ctx, guess, account, accounts }, otp ?? null);
    const passwordHash = await hasher.hash(password);
    const { id: userId, tenantId } = account;
    await database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        const now = ctx.clock.now();
        await withinAccount(em, account, () => replaceByLink(em, account, { hash, passwordHash, now }));
        const author = authorAs(ctx, personOf(ctx, userId), tenantId);
        const entry = { action: 'member.password_reset' as const };
        const change = { kind: 'password.reset', account, except: null, entry } as const;
        await changes.follow(author, em, { ...change, revokesApiKeys: revokeApiKeys ?? true });
      }),
    );
    // Whoever has the mailbox does not have to wait by failures with the forgotten password.
    await credentials.succeed(guess);
    await changes.wake();
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Waits for the mails of answered requests. */
  async stop(): Promise<void> {
    await Promise.all(this.pending);
  }

  private async send(ctx: RequestContext, emailKey: string): Promise<void> {
    const { database, credentials, mails, publicUrl, sender } = this.options;
    const accounts = await resettable(database, await credentials.store.ofAddress(emailKey));
    const [account] = accounts;
    if (!account) return;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(ctx.clock.now().getTime() + LIFETIME_MS);
    const { accountId, tenantId, email: to, language } = account;
    await database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        await withinAccount(em, account, () =>
          query(em)
            .updateTable('accounts')
            .set({ password_reset_hash: hashOf(token), password_reset_expires_at: expiresAt })
            .where('id', '=', accountId)
            .execute(),
        );
        const { name: organization, timezone } = await readTenant(em, tenantId);
        const url = `${publicUrl.href}/reset-password?token=${token}`;
        const mail = passwordResetMail({
          ...{ to, language: language ?? DEFAULT_LANGUAGE, organization, url },
          ...{ address: ctx.address, expiresAt, timezone },
        });
        // It replaces the mail of a former link, which leads nowhere now.
        await mails.add(em, tenantId, { reference: `password reset ${accountId}`, mail, expiresAt });
      }),
    );
    for (const { tenantId: where, id: userId } of accounts)
      await securityEvents(ctx).recordFor(ctx, { tenantId: where, userId }, { kind: 'password.reset_requested' });
    await sender.wake();
  }

  private async holders(hash: string, now: Date): Promise<[Account, ...Account[]]> {
    const { credentials, database } = this.options;
    const [first, ...others] = await resettable(database, await credentials.store.ofReset(hash, now));
    if (!first) throw gone();
    return [first, ...others];
  }

  private within<T>({ tenantId }: Account, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const { database } = this.options;
    return database.within({ kind: 'tenant', tenantId }, () => work(database.fork()));
  }
}

/**
 * Memberships that a new password by mail would open. The one place for who may have none: an account without a password, and one
 * whose only organization enforces single sign-on.
 */
async function resettable(database: Database, accounts: readonly Account[]): Promise<Account[]> {
  const [first] = accounts;
  if (!first?.passwordHash) return [];
  const enforced = await enforcedSignOnOf(database, first.emailKey);
  return accounts.filter((account) => mayUsePassword(enforced, account));
}

/** @throws {AppError} GONE where the link was used or replaced meanwhile */
async function replaceByLink(
  em: EntityManager,
  { accountId }: Account,
  { hash, passwordHash, now }: { hash: string; passwordHash: string; now: Date },
): Promise<void> {
  const changed = await query(em)
    .updateTable('accounts')
    .set({ password_hash: passwordHash, credentials_changed_at: now })
    .where('id', '=', accountId)
    .where('password_reset_hash', '=', hash)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw gone();
}

function readTenant(em: EntityManager, tenantId: string) {
  return query(em)
    .selectFrom('tenants')
    .select(['name', 'timezone'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

function hashOf(token: string): string {
  return createHash('sha256').update(`password reset ${token}`, 'utf8').digest('hex');
}

function gone(): AppError {
  return new AppError('GONE', 'this link was used or replaced, or has expired');
}
