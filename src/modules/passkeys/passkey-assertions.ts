import type { RequestContext } from '../../context.js';
import type { EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Account } from '../auth/account-store.js';
import type { Attempt, Credentials } from '../auth/credentials.js';
import { securityEvents } from '../security-events/security-events.js';
import type { OwnRelyingParty } from './own-relying-party.js';
import type { AssertionGiven } from './passkey-answers.rules.js';
import type { OwnedPasskey } from './passkey.read.js';
import { PasskeyNotUsable, recordUse } from './passkey-use.js';
import { verifiedAssertion, type PasskeyUse } from './passkey-verification.js';

/** The one refusal of a passkey, whether it is unknown, wrong, without a verified user or copied. */
const WRONG = 'this passkey is not accepted';

export interface Shown {
  /** The passkey that the browser used; null where it is unknown here. */
  passkey: OwnedPasskey | null;
  given: AssertionGiven;
  /** Challenge that the answer was found to be for. */
  challenge: string;
}

/** Verification of passkeys that browsers show, with the limit on guesses of passwords and codes. */
export class PasskeyAssertions {
  constructor(
    private readonly credentials: Credentials,
    private readonly party: OwnRelyingParty,
  ) {}

  /**
   * Verifies a passkey; a wrong one is a counted failure.
   * @param failed called for a wrong one
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED
   */
  async verify(attempt: Attempt, shown: Shown, failed: () => void = () => undefined): Promise<PasskeyUse> {
    let use: PasskeyUse | null = null;
    const isRight = async () => {
      use = await this.useOf(shown);
      if (!use) failed();
      return use !== null;
    };
    await this.credentials.guess(attempt, isRight, WRONG);
    return found(use);
  }

  /**
   * Runs what a verified passkey opens, which stores its use by `claim`.
   * @throws {AppError} INVALID_CREDENTIALS where it is no more, and where its counter did not rise, which is a security
   * event
   */
  async claim<T>(
    ctx: RequestContext,
    { account, passkey, use }: { account: Account; passkey: OwnedPasskey; use: PasskeyUse },
    open: (claim: (em: EntityManager) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const at = ctx.clock.now();
    try {
      return await open((em) => recordUse(em, { account, passkey }, { ...use, at }));
    } catch (err) {
      if (!(err instanceof PasskeyNotUsable)) throw err;
      if (err.why === 'counter') {
        const event = { kind: 'passkey.counter_regressed', details: { passkey_id: passkey.id } } as const;
        await securityEvents(ctx).recordFor(ctx, { tenantId: account.tenantId, userId: account.id }, event);
      }
      throw new AppError('INVALID_CREDENTIALS', WRONG, { cause: err });
    }
  }

  private async useOf({ passkey, given, challenge }: Shown): Promise<PasskeyUse | null> {
    const relyingParty = this.party.require();
    if (!passkey) return null;
    return verifiedAssertion(relyingParty, passkey, { given, expectedChallenge: challenge });
  }
}

function found(use: PasskeyUse | null): PasskeyUse {
  if (!use) throw new Error('a verified passkey has no use');
  return use;
}
