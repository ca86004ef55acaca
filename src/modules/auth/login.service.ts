import type { RequestContext } from '../../context.js';
import type { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { securityEvents } from '../security-events/security-events.js';
import { ownPage } from './browser-sessions.js';
import type { SessionKind } from './session.type.js';
import { accountKey } from './account-key.rules.js';
import type { Account } from './account-store.js';
import { countFailed, type Credentials } from './credentials.js';
import {
  enforcedRefusal,
  enforcedSignOnOf,
  mayUsePassword,
  recordBreakGlass,
  type EnforcedSignOn,
} from './enforced-sign-on.js';
import type { Guess } from './guess.rules.js';
import type { MfaService } from './mfa.service.js';
import { openFirst } from './open-first.js';
import type { Login, Sessions } from './sessions.js';

export interface LoginGiven {
  email: string;
  password: string;
  otp?: string | null;
  /** Organization to log in to. @default the last used one of those that can be entered */
  tenantId?: string | null;
}

/** Exchange of an address, a password and, where the account has them, a one-time code for an access token. */
export class LoginService {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
    private readonly mfa: MfaService,
    private readonly sessions: Sessions,
  ) {}

  /**
   * @throws {AppError} INVALID_CREDENTIALS for an unknown address and a wrong password alike, and for a wrong code;
   * MFA_REQUIRED when the password is right and a code is needed; RATE_LIMITED after too many failures;
   * FORBIDDEN for a session of a browser that a page of another site asks for;
   * SINGLE_SIGN_ON_REQUIRED instead of the first where the domain enforces single sign-on; NOT_FOUND after all of this for an
   * organization that the account does not open
   */
  async login(
    ctx: RequestContext,
    { email, password, otp, tenantId }: LoginGiven,
    kind: SessionKind = 'token',
  ): Promise<Login> {
    if (kind === 'browser') ownPage(ctx);
    const guess = this.credentials.guessOf(ctx, accountKey(email));
    const enforced = await enforcedSignOnOf(this.database, guess.account);
    const chosen = tenantId?.toLowerCase() ?? null;
    const { first, usable } = await this.ofPassword(ctx, guess, { password, enforced, chosen }).catch(
      (err: unknown) => {
        throw enforcedRefusal(enforced, err);
      },
    );
    const attempt = { ctx, guess, account: first, accounts: [first, ...usable.slice(1)] };
    await this.mfa.demand(attempt, otp ?? null).catch((err: unknown) => {
      if (isWrongCode(err)) countFailed(attempt, 'code');
      throw err;
    });
    // Not before: whoever has the password alone could try codes for ever.
    await this.credentials.succeed(guess);
    const { login, account } = await openFirst(usable, (chosenAccount) =>
      this.sessions.open(chosenAccount, ctx, { kind }),
    );
    this.credentials.rememberDevice(ctx, guess.account, kind);
    const details = { method: 'password', mfa: account.mfaEnabled };
    const event = { kind: 'login.succeeded', details, isAuthenticated: true } as const;
    await securityEvents(ctx).recordFor(ctx, { tenantId: account.tenantId, userId: account.id }, event);
    if (account.id === enforced?.breakGlassUserId) await recordBreakGlass(ctx, this.database, { enforced, account });
    return login;
  }

  /** Memberships that a right password may open; where it may open none it counts and costs like a wrong one. */
  private async ofPassword(
    ctx: RequestContext,
    guess: Guess,
    { password, enforced, chosen }: { password: string; enforced: EnforcedSignOn | null; chosen: string | null },
  ): Promise<{ first: Account; usable: Account[] }> {
    const accounts = await this.credentials.ofAddress(ctx, guess, password);
    const wanted = chosen === null ? accounts : accounts.filter(({ tenantId }) => tenantId === chosen);
    const usable = wanted.filter((account) => mayUsePassword(enforced, account));
    if (wanted.length === 0 || usable.length > 0) return { first: usable[0] ?? accounts[0], usable };
    const attempt = { ctx, guess, accounts: wanted };
    countFailed(attempt, 'single_sign_on');
    await this.credentials.guess(attempt, () => Promise.resolve(false), 'single sign-on is enforced');
    return { first: accounts[0], usable };
  }
}

/** Whether a code was wrong; that one is needed, or that the account is locked, is no guess. */
function isWrongCode(err: unknown): boolean {
  return err instanceof AppError && err.code === 'INVALID_CREDENTIALS';
}
