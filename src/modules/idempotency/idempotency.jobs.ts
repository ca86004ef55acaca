import type { Worker } from '../../feature/feature.js';
import type { Clock } from '../../platform/clock.js';
import { rows, sql, type Database } from '../../platform/database/database.js';
import type { Jobs } from '../../platform/jobs/jobs.js';

const SWEEP_JOB = 'idempotency.sweep';

/**
 * Removes answers that are a day old. Tenant by tenant, each as itself: no policy lets stored answers be read across
 * tenants for this.
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
      rows(database.fork(), sql<{ id: string }>`select id from tenants order by id`),
    );
    for (const { id } of tenants) {
      await database.within({ kind: 'tenant', tenantId: id }, () =>
        rows(database.fork(), sql`delete from idempotency_keys where tenant_id = ${id} and expires_at <= ${now}`),
      );
    }
  }
}
