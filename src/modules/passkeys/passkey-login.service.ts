import type { RequestContext } from '../../context.js';
import type { Database } from '../../platform/database/database.js';
import { ownPage } from '../auth/browser-sessions.js';
import type { Account } from '../auth/account-store.js';
import { countFailed, type Attempt, type Credentials } from '../auth/credentials.js';
import {
  enforcedSignOnOf,
  mayUsePassword,
  recordBreakGlass,
  signOnRequired,
  type EnforcedSignOn,
} from '../auth/enforced-sign-on.js';
import type { SessionKind } from '../auth/session.type.js';
import { openFirst } from '../auth/open-first.js';
import type { Login, Sessions } from '../auth/sessions.js';
import { securityEvents } from '../security-events/security-events.js';
import type { OwnRelyingParty } from './own-relying-party.js';
import { challengeOf, credentialHash, userHandleOf, type AssertionGiven } from './passkey-answers.rules.js';
import type { PasskeyAssertions } from './passkey-assertions.js';
import type { PasskeyChallenges } from './passkey-challenges.js';
import { findPasskey, type OwnedPasskey } from './passkey.read.js';
import { assertionOptions, type PasskeyOptions } from './passkey-verification.js';

export interface PasskeyLoginOptions {
  database: Database;
  credentials: Credentials;
  sessions: Sessions;
  challenges: PasskeyChallenges;
  assertions: PasskeyAssertions;
  party: OwnRelyingParty;
}

const LOGIN = { purpose: 'login', sessionId: null } as const;

/**
 * Log-in by a passkey, which names its account: nobody types an address, and no answer says whether one has an account.
 * It is both factors, since its authenticator has verified the person. Source: NIST SP 800-63B-4, section 3.1.7.
 */
export class PasskeyLoginService {
  constructor(private readonly options: PasskeyLoginOptions) {}

  /** Begins a log-in by whichever passkey a person chooses. @throws {AppError} CONFLICT at an address without passkeys */
  async begin(): Promise<PasskeyOptions> {
    const { challenges, party } = this.options;
    const relyingParty = party.require();
    return assertionOptions(relyingParty, await challenges.begin(LOGIN));
  }

  /**
   * @throws {AppError} GONE for a request that was answered or has expired; INVALID_CREDENTIALS for every passkey that is
   * not accepted; RATE_LIMITED after too many failures, as for passwords; FORBIDDEN for a session of a browser that a
   * page of another site asks for; SINGLE_SIGN_ON_REQUIRED where the organization enforces it; ORGANIZATION_SUSPENDED
   */
  async logIn(ctx: RequestContext, given: AssertionGiven, kind: SessionKind): Promise<Login> {
    const { assertions, challenges, credentials, database, party, sessions } = this.options;
    party.require();
    if (kind === 'browser') ownPage(ctx);
    const challenge = await challenges.take(challengeOf(given), LOGIN);
    const found = await findPasskey(database, given.id);
    // Who shows a passkey without saying whose it is has not shown it to us (Web Authentication, section 7.2, step 6).
    const named = found && isNamed(given, found) ? found : null;
    const accounts = named ? await credentials.store.ofAccount(named.accountId) : [];
    const [owner] = accounts;
    const key = owner?.emailKey ?? `passkey ${credentialHash(given.id)}`;
    const guess = credentials.guessOf(ctx, key);
    const attempt = { ctx, guess, accounts };
    const passkey = owner ? named : null;
    const use = await assertions.verify(attempt, { passkey, given, challenge }, () => countFailed(attempt, 'passkey'));
    if (!passkey || !owner) throw new Error('a verified passkey has no account');
    const { enforced, usable } = await this.refuseEnforced(attempt, owner);
    const opened = await openFirst(usable, (account) =>
      assertions.claim(ctx, { account, passkey, use }, (prove) =>
        sessions.open(account, ctx, { kind, hasPasskeyProof: true, prove }),
      ),
    );
    await credentials.succeed(guess);
    credentials.rememberDevice(ctx, key, kind);
    const { account, login } = opened;
    const details = { method: 'passkey', passkey_id: passkey.id };
    const event = { kind: 'login.succeeded', details, isAuthenticated: true } as const;
    await securityEvents(ctx).recordFor(ctx, { tenantId: account.tenantId, userId: account.id }, event);
    if (enforced?.breakGlassUserId === account.id) await recordBreakGlass(ctx, database, { enforced, account });
    return login;
  }

  /**
   * Memberships that a passkey may open. Where it may open none it counts like a wrong one, as with passwords.
   * @throws {AppError} SINGLE_SIGN_ON_REQUIRED
   */
  private async refuseEnforced(
    { ctx, guess, accounts }: Pick<Attempt, 'ctx' | 'guess'> & { accounts: readonly Account[] },
    { emailKey }: Account,
  ): Promise<{ enforced: EnforcedSignOn | null; usable: Account[] }> {
    const { credentials, database } = this.options;
    const enforced = await enforcedSignOnOf(database, emailKey);
    const usable = accounts.filter((account) => mayUsePassword(enforced, account));
    if (usable.length > 0) return { enforced, usable };
    const attempt = { ctx, guess, accounts };
    countFailed(attempt, 'single_sign_on');
    await credentials.guess(attempt, () => Promise.resolve(false), 'single sign-on is enforced').catch(() => undefined);
    throw signOnRequired();
  }
}

function isNamed({ response }: AssertionGiven, { accountId }: Pick<OwnedPasskey, 'accountId'>): boolean {
  return response.userHandle === userHandleOf(accountId).toString('base64url');
}
