import type { RequestContext } from '../../context.js';
import type { Database } from '../../platform/database/database.js';
import { ownPage } from '../auth/browser-sessions.js';
import { countFailed, type Account, type Credentials } from '../auth/credentials.js';
import {
  enforcedSignOnOf,
  mayUsePassword,
  recordBreakGlass,
  signOnRequired,
  type EnforcedSignOn,
} from '../auth/enforced-sign-on.js';
import type { Guess } from '../auth/guess.rules.js';
import type { SessionKind } from '../auth/session.type.js';
import type { Login, Sessions } from '../auth/sessions.js';
import { securityEvents } from '../security-events/security-events.js';
import type { OwnRelyingParty } from './own-relying-party.js';
import { challengeOf, credentialHash, userHandleOf, type AssertionGiven } from './passkey-answers.rules.js';
import type { PasskeyAssertions } from './passkey-assertions.js';
import type { PasskeyChallenges } from './passkey-challenges.js';
import { findPasskey } from './passkey.read.js';
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
    const owned = found && isNamed(given, found.account) ? found : null;
    const account = owned?.account.emailKey ?? `passkey ${credentialHash(given.id)}`;
    const guess: Guess = { account, address: ctx.address, isInSession: false };
    const attempt = { ctx, guess, account: owned?.account ?? null };
    const shown = { passkey: owned?.passkey ?? null, given, challenge };
    const use = await assertions.verify(attempt, shown, () => countFailed(attempt, 'passkey'));
    if (!owned) throw new Error('a verified passkey has no account');
    const enforced = await this.refuseEnforced(ctx, guess, owned.account);
    const { passkey } = owned;
    const login = await assertions.claim(ctx, { passkey, use }, (prove) =>
      sessions.open(owned.account, ctx, { kind, hasPasskeyProof: true, prove }),
    );
    await credentials.succeed(guess);
    const details = { method: 'passkey', passkey_id: passkey.id };
    const event = { kind: 'login.succeeded', details, isAuthenticated: true } as const;
    await securityEvents(ctx).recordFor(ctx, passkey, event);
    if (enforced?.breakGlassUserId === passkey.userId)
      await recordBreakGlass(ctx, database, { enforced, account: owned.account });
    return login;
  }

  /** Counts a passkey that may not be used like a wrong one, as with passwords. @throws {AppError} SINGLE_SIGN_ON_REQUIRED */
  private async refuseEnforced(ctx: RequestContext, guess: Guess, account: Account): Promise<EnforcedSignOn | null> {
    const { credentials, database } = this.options;
    const enforced = await enforcedSignOnOf(database, account.emailKey);
    if (mayUsePassword(enforced, account)) return enforced;
    const attempt = { ctx, guess, account };
    countFailed(attempt, 'single_sign_on');
    await credentials.guess(attempt, () => Promise.resolve(false), 'single sign-on is enforced').catch(() => undefined);
    throw signOnRequired();
  }
}

function isNamed({ response }: AssertionGiven, { id }: Pick<Account, 'id'>): boolean {
  return response.userHandle === userHandleOf(id).toString('base64url');
}
