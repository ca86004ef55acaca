import { DAY, SECOND, type Clock } from '../../platform/clock.js';
import { databaseNow, query, type Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { Worker } from '../../feature/feature.js';
import {
  countersOf,
  originOf,
  sharedKeysOf,
  subjectOf,
  WINDOW_MS,
  type Counter,
  type CounterName,
  type Guess,
} from './guess.rules.js';
import { countLoginFailures, loginFailures, rememberOrigin } from './login-failures.sql.js';

/** How long an address from which somebody has logged in to an account counts as known. The policy of the table says the same. */
const KNOWN_DAYS = 90;

/**
 * Failed guesses at passwords and codes, by account with address, account, address and service. Counted in the database, for all
 * processes together, whether or not an address has an account.
 */
export class LoginFailures {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws {AppError} RATE_LIMITED when a counter of the guess has reached its limit; see `LIMITS` */
  async refuseWhenThrottled(guess: Guess): Promise<void> {
    const counters = countersOf(guess);
    const now = this.clock.now();
    const keys = counters.map(({ key }) => key);
    const origin = originOf(guess);
    const found = await this.within([...keys, origin], () =>
      loginFailures.all(this.database.fork(), { keys, origin, now }),
    );
    const isKnown = found.some((row) => row.isKnown);
    for (const { key, limit, refusesKnown } of counters) {
      const counted = found.find((row) => row.key === key);
      if (!counted?.endsAt || (isKnown && !refusesKnown)) continue;
      if ((counted.failures ?? 0) >= limit) throw this.throttled(counted.endsAt);
    }
  }

  /**
   * Counts a failure.
   * @returns the counters of the account that it has brought to their limit: the account is locked by them from now on
   * @throws {AppError} RATE_LIMITED when concurrent failures have reached the limit of the decisive counter
   */
  async count(guess: Guess): Promise<CounterName[]> {
    const counters = countersOf(guess);
    const now = this.clock.now();
    const keys = counters.map((each) => each.key);
    const counted = await this.within(keys, () =>
      countLoginFailures.all(this.database.fork(), {
        keys,
        subjects: counters.map(({ subject }) => subject),
        now,
        endsAt: new Date(now.getTime() + WINDOW_MS),
      }),
    );
    const [{ key, limit }] = counters;
    const decisive = counted.find((row) => row.key === key);
    if (decisive && decisive.failures > limit) throw this.throttled(decisive.endsAt);
    const isReached = (counter: Counter) =>
      counted.some((row) => row.key === counter.key && row.failures === counter.limit);
    return counters.filter((each) => each.subject !== null && isReached(each)).map(({ name }) => name);
  }

  /** After a complete login: forgets the failures of the account with the address, and knows the address from now on. */
  async succeed(guess: Guess): Promise<void> {
    const [{ key, subject }] = countersOf(guess);
    const origin = originOf(guess);
    await this.within([key, origin], async () => {
      const em = this.database.fork();
      await query(em).deleteFrom('login_failures').where('account', '=', key).execute();
      await rememberOrigin.run(em, { origin, subject, now: this.clock.now() });
    });
  }

  /** Lifts every lock of an account, for operators. @returns whether there was one */
  async unlock(account: string): Promise<boolean> {
    const subject = subjectOf(account);
    const { numDeletedRows } = await this.within([subject], () =>
      query(this.database.fork()).deleteFrom('login_failures').where('subject', '=', subject).executeTakeFirstOrThrow(),
    );
    return numDeletedRows > 0n;
  }

  /** Lifts the lock of an address over all accounts, or that of the whole service, for operators. @returns whether there was one */
  async unlockShared(of: { address: string } | 'service'): Promise<boolean> {
    const keys = sharedKeysOf(of);
    const { numDeletedRows } = await this.within(keys, () =>
      query(this.database.fork()).deleteFrom('login_failures').where('account', 'in', keys).executeTakeFirstOrThrow(),
    );
    return numDeletedRows > 0n;
  }

  /** Hourly deletion of expired counts and of addresses that nobody has logged in from for long. */
  worker(jobs: Jobs): Worker {
    return {
      start: async () => {
        jobs.define({ name: 'logins.sweep', concurrency: 1, every: '1 hour', run: () => this.sweep() });
      },
      stop: () => Promise.resolve(),
    };
  }

  private async sweep(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - KNOWN_DAYS * DAY);
    await this.database.within({ kind: 'system' }, async () => {
      const em = this.database.fork();
      await query(em).deleteFrom('login_failures').where('ends_at', '<', databaseNow()).execute();
      await query(em).deleteFrom('login_origins').where('last_login_at', '<', oldest).execute();
    });
  }

  private within<T>(counters: string[], work: () => Promise<T>): Promise<T> {
    return this.database.within({ kind: 'guess', counters }, work);
  }

  private throttled(endsAt: Date): AppError {
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAt.getTime() - this.clock.now().getTime()) / SECOND));
    return new AppError('RATE_LIMITED', 'too many failed logins, try again later', { retryAfterSeconds });
  }
}
