import { createHash } from 'node:crypto';
import { MINUTE, SECOND, type Clock } from '../../platform/clock.js';
import { row, rows, sql, type Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { Worker } from '../../feature/feature.js';

/** Failures of one account before it must wait, and for how long they count. Source: schema/contract/limits.md. */
const FAILURES_MAX = 10;
const WINDOW_MS = 15 * MINUTE;

interface Counted {
  failures: number;
  ends_at: Date;
}

/** Counts failed guesses of each account, with an account behind it or not, in the database: for all processes together. */
export class LoginFailures {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws {AppError} RATE_LIMITED after 10 failures of `key` in 15 minutes */
  async refuseWhenThrottled(key: string): Promise<void> {
    const counted = await this.within(key, () =>
      row(
        this.database.fork(),
        sql<Counted>`
          select failures, ends_at from login_failures
          where account = ${hashOf(key)} and ends_at > ${this.clock.now()}`,
      ),
    );
    if (counted && counted.failures >= FAILURES_MAX) throw this.throttled(counted);
  }

  /** Counts one. @throws {AppError} RATE_LIMITED for a failure too many: one of those that came at the same time */
  async count(key: string): Promise<void> {
    const now = this.clock.now();
    const counted = await this.within(key, () =>
      row(
        this.database.fork(),
        sql<Counted>`
          insert into login_failures as known (account, failures, ends_at)
          values (${hashOf(key)}, 1, ${new Date(now.getTime() + WINDOW_MS)})
          on conflict (account) do update set
            failures = case when known.ends_at > ${now} then known.failures + 1 else 1 end,
            ends_at = case when known.ends_at > ${now} then known.ends_at else excluded.ends_at end
          returning failures, ends_at`,
      ),
    );
    if (counted && counted.failures > FAILURES_MAX) throw this.throttled(counted);
  }

  async clear(key: string): Promise<void> {
    await this.within(key, () =>
      rows(this.database.fork(), sql`delete from login_failures where account = ${hashOf(key)}`),
    );
  }

  /** Sweeps away what counts no more. */
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
      rows(this.database.fork(), sql`delete from login_failures where ends_at < now()`),
    );
  }

  private within<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.database.within({ kind: 'login', email: key }, work);
  }

  private throttled({ ends_at: endsAt }: Counted): AppError {
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAt.getTime() - this.clock.now().getTime()) / SECOND));
    return new AppError('RATE_LIMITED', 'too many failed logins, try again later', { retryAfterSeconds });
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}
