import { createHash, randomBytes } from 'node:crypto';
import type { Worker } from '../../feature/feature.js';
import type { RequestContext } from '../../context.js';
import { MINUTE } from '../../platform/clock.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { authorAs, recordChange } from '../audit/audit.js';
import { securityEvents } from '../security-events/security-events.js';
import { accountKey } from './account-key.rules.js';
import type { CredentialChanges } from './credential-changes.js';
import type { Account, Credentials } from './credentials.js';
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
   * looked up, so that neither the answer nor its time tells whether it has one.
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
    const account = await this.holder(hash, ctx.clock.now());
    const { name: organization } = await this.within(account, (em) => readTenant(em, account.tenantId));
    policy.check(password, { email: account.email, name: account.name, organization });
    const guess = { account: account.emailKey, address: ctx.address, isInSession: false };
    await mfa.demand({ ctx, guess, account }, otp ?? null);
    const passwordHash = await hasher.hash(password);
    const { id: userId, tenantId } = account;
    await database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        const now = ctx.clock.now();
        const changed = await query(em)
          .updateTable('users')
          .set({ password_hash: passwordHash, credentials_changed_at: now })
          .where('id', '=', userId)
          .where('tenant_id', '=', tenantId)
          .where('password_reset_hash', '=', hash)
          .where('removed_at', 'is', null)
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) throw gone();
        const author = authorAs(ctx, personOf(ctx, userId), tenantId);
        await recordChange(author, em, { action: 'member.password_reset', resourceType: 'member', resourceId: userId });
        const change = { kind: 'password.reset', userId, except: null } as const;
        await changes.follow(author, em, { ...change, revokesApiKeys: revokeApiKeys ?? true });
      }),
    );
    // Whoever has the mailbox is not kept waiting by failures with the forgotten password.
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
    const account = await credentials.find(emailKey);
    if (!account || !(await mayReset(database, account))) return;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(ctx.clock.now().getTime() + LIFETIME_MS);
    const { id, tenantId, email: to } = account;
    await database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        await query(em)
          .updateTable('users')
          .set({ password_reset_hash: hashOf(token), password_reset_expires_at: expiresAt })
          .where('id', '=', id)
          .where('tenant_id', '=', tenantId)
          .where('removed_at', 'is', null)
          .execute();
        const { name: organization, timezone } = await readTenant(em, tenantId);
        const url = `${publicUrl.href}/reset-password?token=${token}`;
        const mail = passwordResetMail({ to, organization, url, address: ctx.address, expiresAt, timezone });
        // It replaces the mail of a former link, which leads nowhere now.
        await mails.add(em, tenantId, { reference: `password reset ${id}`, mail, expiresAt });
      }),
    );
    await securityEvents(ctx).recordFor(ctx, { tenantId, userId: id }, { kind: 'password.reset_requested' });
    await sender.wake();
  }

  private async holder(hash: string, now: Date): Promise<Account> {
    const { credentials, database } = this.options;
    const found = await credentials.findByReset(hash, now);
    if (!found || !(await mayReset(database, found))) throw gone();
    return found;
  }

  private within<T>({ tenantId }: Account, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const { database } = this.options;
    return database.within({ kind: 'tenant', tenantId }, () => work(database.fork()));
  }
}

/**
 * Whether an account may have a new password by mail. The one place for who may not: an account without a password, and one
 * whose organization enforces single sign-on.
 */
async function mayReset(database: Database, account: Account): Promise<boolean> {
  if (account.passwordHash === null) return false;
  return mayUsePassword(await enforcedSignOnOf(database, account.emailKey), account);
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
