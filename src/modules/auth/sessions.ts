import type { RequestContext } from '../../context.js';
import { HOUR, MINUTE, SECOND } from '../../platform/clock.js';
import type { Language } from '../../messages/language.js';
import type { Tokens } from '../../platform/crypto/tokens.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, organizationSuspended } from '../../platform/errors.js';
import { authorAs } from '../audit/audit.js';
import { people } from './account.read.js';
import { withinAccount } from './account-scope.js';
import type { Account } from './account-store.js';
import { storedUserAgent } from './device.rules.js';
import { refreshHashes, type RefreshTokens } from './refresh-tokens.js';
import type { Prover } from './session-proof.js';
import type { SessionKind } from './session.type.js';
import type { Actor } from '../../access/actor.js';
import type { Role } from '../../access/roles.js';

/** Lifetime of an access token of a client that logs in again. Source: schema/contract/accounts.md, "Login". */
const TOKEN_LIFETIME_MS = HOUR;
/** Lifetime of an access token of a browser, which has a refresh token as well. */
const BROWSER_TOKEN_LIFETIME_MS = 10 * MINUTE;

/** How long sessions of browsers last. */
export interface BrowserLifetime {
  /** Without a request. */
  idleMs: number;
  /** However they are used. */
  absoluteMs: number;
}

export interface SessionsOptions {
  database: Database;
  tokens: Tokens;
  refreshTokens: RefreshTokens;
  lifetime: BrowserLifetime;
}

export interface Login {
  accessToken: string;
  tokenType: 'Bearer';
  /** Lifetime of the token. Seconds. */
  expiresIn: number;
  user: Person;
  tenant: TenantSummary;
}

/** A user as returned in profiles. */
export interface Person {
  id: string;
  email: string;
  name: string;
  role: Role;
  mfaEnabled: boolean;
  language: Language | null;
  lastLogin: Date | null;
}

export interface TenantSummary {
  tenantId: string;
  name: string;
  licenseTier: string;
}

type AccountHolder = Pick<
  Account,
  'id' | 'tenantId' | 'email' | 'name' | 'role' | 'mfaEnabled' | 'language' | 'lastLoginAt'
>;

/** How a session is opened. */
export interface Opening {
  /** `browser` sets the cookie of a browser's session, in a request over HTTP. @default 'token' */
  kind?: SessionKind;
  /** Whether a passkey was shown, and so both factors. @default false */
  hasPasskeyProof?: boolean;
  /** When the person has proved who they are; null where their identity provider does not say. @default now */
  authenticatedAt?: Date | null;
  /** By whom they have proved it. @default 'account' */
  authenticatedBy?: Prover;
}

/** Sessions of people whose credentials were verified, and the access tokens that belong to them. */
export class Sessions {
  constructor(private readonly options: SessionsOptions) {}

  /**
   * Logs an account in, unless it has changed since its password was verified.
   * @param prove further changes in the transaction, whose error refuses the log-in
   * @throws {AppError} INVALID_CREDENTIALS when its password or codes were changed or it was deleted meanwhile
   */
  open(
    account: AccountHolder & Pick<Account, 'passwordHash' | 'accountId' | 'isProviderOnly'>,
    ctx: RequestContext,
    { prove, ...opening }: Opening & { prove?: (em: EntityManager) => Promise<void> } = {},
  ): Promise<Login> {
    const { database } = this.options;
    const now = ctx.clock.now();
    return database.within({ kind: 'tenant', tenantId: account.tenantId }, () =>
      database.fork().transactional(async (em) => {
        if (!account.isProviderOnly) await withinAccount(em, account, () => requireUnchanged(em, account));
        const opened = await query(em)
          .updateTable('users')
          .set({ last_login_at: now })
          .where('id', '=', account.id)
          .where('tenant_id', '=', account.tenantId)
          .where('account_id', '=', account.accountId)
          .where('removed_at', 'is', null)
          .executeTakeFirst();
        if (opened.numUpdatedRows === 0n) throw wrongLogin();
        await prove?.(em);
        return this.start(em, { ...account, lastLoginAt: now }, ctx, opening);
      }),
    );
  }

  /** Starts a session in the transaction of `em`. @returns its first token, with the user */
  async start(em: EntityManager, account: AccountHolder, ctx: RequestContext, opening: Opening = {}): Promise<Login> {
    const now = ctx.clock.now();
    const { kind = 'token', hasPasskeyProof = false, authenticatedAt = now, authenticatedBy = 'account' } = opening;
    const { id: userId, tenantId, role } = account;
    const sessionId = newId();
    const expiresAt =
      kind === 'browser' ? this.idleEnd(now, this.lastEnd(now)) : new Date(secondOf(now) + TOKEN_LIFETIME_MS);
    await query(em)
      .insertInto('sessions')
      .values({
        id: sessionId,
        tenant_id: tenantId,
        user_id: userId,
        kind,
        created_at: now,
        authenticated_at: authenticatedAt,
        authenticated_by: authenticatedBy,
        last_used_at: now,
        expires_at: expiresAt,
        address: ctx.address,
        user_agent: storedUserAgent(ctx.userAgent),
        has_passkey_proof: hasPasskeyProof,
        ...(kind === 'browser' ? this.firstRefresh(ctx, expiresAt) : {}),
      })
      .execute();
    const author = authorAs(ctx, personOf(ctx, userId), tenantId);
    await author.events?.recordChange(em, author, { kind: 'session.opened', sessionId, details: { role, kind } });
    return this.answer(em, account, { sessionId, now, expiresAt, kind });
  }

  /** Next token of a browser's session that goes on, with the user. */
  async goOn(
    em: EntityManager,
    {
      tenantId,
      userId,
      sessionId,
      expiresAt,
    }: { tenantId: string; userId: string; sessionId: string; expiresAt: Date },
    ctx: RequestContext,
  ): Promise<Login> {
    const account = await people(em, tenantId).where('id', '=', userId).executeTakeFirstOrThrow();
    const { lastLogin: lastLoginAt } = account;
    return this.answer(
      em,
      { ...account, tenantId, lastLoginAt },
      { sessionId, now: ctx.clock.now(), expiresAt, kind: 'browser' },
    );
  }

  /** When a browser's session that is used now ends without a further request. */
  idleEnd(now: Date, endsAt: Date): Date {
    return new Date(Math.min(secondOf(now) + this.options.lifetime.idleMs, endsAt.getTime()));
  }

  private lastEnd(now: Date): Date {
    return new Date(secondOf(now) + this.options.lifetime.absoluteMs);
  }

  /** Columns of a new browser's session. Sets its cookie. */
  private firstRefresh(ctx: RequestContext, expiresAt: Date) {
    const now = ctx.clock.now();
    const token = this.options.refreshTokens.first();
    const hashes = refreshHashes(token);
    if (!hashes || !ctx.browser) throw new Error('a session of a browser needs a response over HTTP');
    ctx.browser.setCookie('session', token, expiresAt.getTime() - now.getTime());
    return { refresh_family: hashes.family, refresh_hash: hashes.token, ends_at: this.lastEnd(now) };
  }

  private async answer(
    em: EntityManager,
    account: AccountHolder,
    { sessionId, now, expiresAt, kind }: { sessionId: string; now: Date; expiresAt: Date; kind: SessionKind },
  ): Promise<Login> {
    const { id, email, name, role, tenantId, mfaEnabled, language, lastLoginAt: lastLogin } = account;
    // To the millisecond: a password changed in the same second must end this token, and not the next one.
    const issuedAt = now.getTime() / SECOND;
    const lifetimeMs = kind === 'browser' ? BROWSER_TOKEN_LIFETIME_MS : TOKEN_LIFETIME_MS;
    const endsAt = Math.floor(Math.min(secondOf(now) + lifetimeMs, expiresAt.getTime()) / SECOND);
    const claims = { sessionId, userId: id, tenantId, role, issuedAt, expiresAt: endsAt };
    return {
      accessToken: this.options.tokens.sign(claims, 'access'),
      tokenType: 'Bearer',
      expiresIn: endsAt - Math.round(issuedAt),
      user: { id, email, name, role, mfaEnabled, language, lastLogin },
      tenant: await this.tenantOf(em, tenantId),
    };
  }

  /** @throws {AppError} ORGANIZATION_SUSPENDED */
  async tenantOf(em: EntityManager, tenantId: string): Promise<TenantSummary> {
    const tenant = await query(em)
      .selectFrom('tenants')
      .select(['id as tenantId', 'name', 'license_tier as licenseTier', 'suspended_at'])
      .where('id', '=', tenantId)
      .executeTakeFirst();
    if (!tenant) throw new Error('an account has no tenant');
    const { suspended_at: suspendedAt, ...summary } = tenant;
    if (suspendedAt !== null) throw organizationSuspended();
    return summary;
  }
}

/** Refuses credentials that were changed after they were verified; later changes wait. In the account's scope. */
async function requireUnchanged(
  em: EntityManager,
  { accountId, passwordHash, mfaEnabled }: Pick<Account, 'accountId' | 'passwordHash' | 'mfaEnabled'>,
): Promise<void> {
  const unchanged = await query(em)
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', 'is not distinct from', passwordHash)
    .where('mfa_enabled', '=', mfaEnabled)
    .forShare()
    .executeTakeFirst();
  if (!unchanged) throw wrongLogin();
}

function wrongLogin(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'e-mail address or password is wrong');
}

/** A person whose credentials were verified in a request, as the author of what follows. */
export function personOf({ address, userAgent, requestId }: RequestContext, userId: string): Actor {
  return { type: 'user', id: userId, apiKeyId: null, address, userAgent, requestId };
}

/** A moment to the second, as tokens have it. Milliseconds since the epoch. */
function secondOf(now: Date): number {
  return Math.round(now.getTime() / SECOND) * SECOND;
}
