import { createHash } from 'node:crypto';
import { MINUTE, SECOND, type Clock } from '../../platform/clock.js';
import { databaseNow, query, type Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { countLoginFailure } from './login-failures.sql.js';
import type { Worker } from '../../feature/feature.js';

/**
 * Failed logins of one account before it is locked, and the time for which they count. Source:
 * schema/contract/limits.md.
 */
const FAILURES_MAX = 10;
const WINDOW_MS = 15 * MINUTE;

interface FailureCount {
  failures: number;
  endsAt: Date;
}

/** Failed guesses per e-mail address, whether or not it has an account. Counted in the database, for all processes together. */
export class LoginFailures {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws {AppError} RATE_LIMITED after 10 failures of `key` in 15 minutes */
  async refuseWhenThrottled(key: string): Promise<void> {
    const counted = await this.within(key, () =>
      query(this.database.fork())
        .selectFrom('login_failures')
        .select(['failures', 'ends_at as endsAt'])
        .where('account', '=', hashOf(key))
        .where('ends_at', '>', this.clock.now())
        .executeTakeFirst(),
    );
    if (counted && counted.failures >= FAILURES_MAX) throw this.throttled(counted);
  }

  /** Counts a failure. @throws {AppError} RATE_LIMITED when concurrent failures have reached the limit */
  async count(key: string): Promise<void> {
    const now = this.clock.now();
    const counted = await this.within(key, () =>
      countLoginFailure.only(this.database.fork(), {
        account: hashOf(key),
        now,
        endsAt: new Date(now.getTime() + WINDOW_MS),
      }),
    );
    if (counted.failures > FAILURES_MAX) throw this.throttled(counted);
  }

  async clear(key: string): Promise<void> {
    await this.within(key, () =>
      query(this.database.fork()).deleteFrom('login_failures').where('account', '=', hashOf(key)).execute(),
    );
  }

  /** Hourly deletion of expired counts. */
  worker(jobs: Jobs): Worker {
    return {
      start: async () => {
        jobs.define({ name: 'logins.sweep', concurrency: 1, every: '1 hour', run: () => this.sweep() });
      },
      stop: () => Promise.resolve(),
    };
  }

  private async sweep(): Promise<void> {
    await this.database.within({ kind: 'system' }, () =>
      query(this.database.fork()).deleteFrom('login_failures').where('ends_at', '<', databaseNow()).execute(),
    );
  }

  private within<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.database.within({ kind: 'login', email: key }, work);
  }

  private throttled({ endsAt }: FailureCount): AppError {
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAt.getTime() - this.clock.now().getTime()) / SECOND));
    return new AppError('RATE_LIMITED', 'too many failed logins, try again later', { retryAfterSeconds });
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}
