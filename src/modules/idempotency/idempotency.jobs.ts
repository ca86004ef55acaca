import type { Worker } from '../../feature/feature.js';
import type { Clock } from '../../platform/clock.js';
import { query, type Database } from '../../platform/database/database.js';
import type { Jobs } from '../../platform/jobs/jobs.js';

const SWEEP_JOB = 'idempotency.sweep';

/**
 * Removes responses that are a day old, in the scope of each tenant in turn: no policy shows stored responses across
 * tenants.
 */
export class IdempotencySweeper implements Worker {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  start(): Promise<void> {
    this.jobs.define({ name: SWEEP_JOB, concurrency: 1, every: '1 hour', run: () => this.sweep() });
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  async sweep(): Promise<void> {
    const { database } = this;
    const now = this.clock.now();
    const tenants = await database.within({ kind: 'system' }, () =>
      query(database.fork()).selectFrom('tenants').select('id').orderBy('id').execute(),
    );
    for (const { id } of tenants) {
      await database.within({ kind: 'tenant', tenantId: id }, () =>
        query(database.fork())
          .deleteFrom('idempotency_keys')
          .where('tenant_id', '=', id)
          .where('expires_at', '<=', now)
          .execute(),
      );
    }
  }
}
