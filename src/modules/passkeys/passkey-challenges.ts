import { randomBytes } from 'node:crypto';
import { MINUTE, type Clock } from '../../platform/clock.js';
import { databaseNow, query, type Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { challengeHash } from './passkey-answers.rules.js';

/** Time to answer a challenge. Our choice. */
export const CHALLENGE_MS = 5 * MINUTE;
/** At least 16 (Web Authentication, section 13.4.3). */
const CHALLENGE_BYTES = 32;

/** What a challenge is for; an answer to one is none to another. */
export type ChallengePurpose = 'registration' | 'login' | 'step_up';

export interface ChallengeUse {
  purpose: ChallengePurpose;
  /** Session that asks; null for a log-in. */
  sessionId: string | null;
}

/** Challenges that authenticators sign: for one purpose, in one session, once, and for 5 minutes. */
export class PasskeyChallenges {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A new challenge. */
  async begin({ purpose, sessionId }: ChallengeUse): Promise<Buffer<ArrayBuffer>> {
    const challenge = Buffer.from(randomBytes(CHALLENGE_BYTES));
    const hash = challengeHash(challenge.toString('base64url'));
    const expires = new Date(this.clock.now().getTime() + CHALLENGE_MS);
    await this.database.within({ kind: 'credential', hash }, () =>
      query(this.database.fork())
        .insertInto('passkey_challenges')
        .values({ challenge_hash: hash, purpose, session_id: sessionId, expires_at: expires })
        .execute(),
    );
    return challenge;
  }

  /**
   * Uses a challenge up, whatever becomes of its answer.
   * @param challenge in base64url; null for an answer that names none
   * @throws {AppError} GONE for one that was used, has expired, or was given for something else
   */
  async take(challenge: string | null, { purpose, sessionId }: ChallengeUse): Promise<string> {
    if (challenge === null) throw gone();
    const hash = challengeHash(challenge);
    const taken = await this.database.within({ kind: 'credential', hash }, () =>
      query(this.database.fork())
        .deleteFrom('passkey_challenges')
        .where('challenge_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('session_id', 'is not distinct from', sessionId)
        .where('expires_at', '>', this.clock.now())
        .executeTakeFirst(),
    );
    if (taken.numDeletedRows === 0n) throw gone();
    return challenge;
  }

  /** Removes those that nobody answered. */
  async sweep(): Promise<void> {
    await this.database.within({ kind: 'system' }, () =>
      query(this.database.fork()).deleteFrom('passkey_challenges').where('expires_at', '<', databaseNow()).execute(),
    );
  }
}

function gone(): AppError {
  return new AppError('GONE', 'this request for a passkey was answered already, or has expired: begin again');
}
