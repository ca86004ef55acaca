import type { RequestContext } from '../../context.js';
import type { Database, EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { attemptInSession, type Credentials } from '../auth/credentials.js';
import { setPasskeyProof, stampSession } from '../auth/session-proof.js';
import { currentOf } from '../auth/session.service.js';
import { securityEvents } from '../security-events/security-events.js';
import type { OwnRelyingParty } from './own-relying-party.js';
import { challengeOf, userHandleOf, type AssertionGiven } from './passkey-answers.rules.js';
import type { PasskeyAssertions } from './passkey-assertions.js';
import type { PasskeyChallenges } from './passkey-challenges.js';
import { passkeysOf, readShownPasskey } from './passkey.read.js';
import { assertionOptions, type PasskeyOptions } from './passkey-verification.js';

export interface PasskeyReauthenticationOptions {
  database: Database;
  credentials: Credentials;
  challenges: PasskeyChallenges;
  assertions: PasskeyAssertions;
  party: OwnRelyingParty;
}

/** Step-up by a passkey, where `reauthenticate` takes the password or a code. */
export class PasskeyReauthenticationService {
  constructor(private readonly options: PasskeyReauthenticationOptions) {}

  /** @throws {AppError} CONFLICT at an address without passkeys, and for a caller who has none */
  async begin(ctx: RequestContext): Promise<PasskeyOptions> {
    const { challenges, credentials, party } = this.options;
    const relyingParty = party.require();
    const { accountId, isProviderOnly } = await credentials.readCaller(ctx);
    const present = isProviderOnly ? [] : await this.within(accountId, (em) => passkeysOf(em, { accountId }));
    if (present.length === 0) throw new AppError('CONFLICT', 'you have no passkey');
    const challenge = await challenges.begin({ purpose: 'step_up', sessionId: currentOf(ctx) });
    return assertionOptions(relyingParty, challenge, present);
  }

  /**
   * Verifies a passkey of the caller, and stamps their session.
   * @throws {AppError} GONE for a request that was answered or has expired; INVALID_CREDENTIALS, RATE_LIMITED;
   * SINGLE_SIGN_ON_REQUIRED where their organization enforces it
   */
  async reauthenticate(ctx: RequestContext, given: AssertionGiven): Promise<void> {
    const sessionId = currentOf(ctx);
    const details = { method: 'passkey' };
    await this.prove(ctx, sessionId, given).catch(async (err: unknown) => {
      if (err instanceof AppError)
        await securityEvents(ctx).record(ctx, { kind: 'reauthentication.failed', sessionId, details });
      throw err;
    });
    await securityEvents(ctx).record(ctx, { kind: 'reauthentication.succeeded', sessionId, details });
  }

  private async prove(ctx: RequestContext, sessionId: string, given: AssertionGiven): Promise<void> {
    const { assertions, challenges, credentials, party } = this.options;
    party.require();
    const challenge = await challenges.take(challengeOf(given), { purpose: 'step_up', sessionId });
    const account = await credentials.provingCaller(ctx);
    const { userHandle } = given.response;
    const { accountId } = account;
    const isOthers = userHandle && userHandle !== userHandleOf(accountId).toString('base64url');
    const shown = () => this.within(accountId, (em) => readShownPasskey(em, account, given.id));
    const passkey = isOthers || account.isProviderOnly ? null : ((await shown()) ?? null);
    const use = await assertions.verify(attemptInSession(ctx, account), { passkey, given, challenge });
    if (!passkey) throw new Error('a verified passkey is not stored');
    await assertions.claim(ctx, { account, passkey, use }, (claim) =>
      ctx.em.transactional(async (em) => {
        await claim(em);
        await stampSession(em, ctx.viewer, { at: ctx.clock.now(), by: 'account' });
        await setPasskeyProof(em, ctx.viewer, true);
      }),
    );
  }

  private within<T>(accountId: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const { database } = this.options;
    return database.within({ kind: 'account', accountId }, () => work(database.fork()));
  }
}
