import type { Worker } from '../../feature/feature.js';
import { DAY, type Clock } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import type { Jobs } from '../../platform/jobs/jobs.js';

/** Time for which a session is stored after its end. Source: schema/contract/accounts.md, "Sessions". */
const RETENTION_MS = 30 * DAY;
const ROWS_PER_STATEMENT = 5_000;

/** Removal of sessions that were over 30 days ago, in the scope of each tenant in turn. */
export class SessionSweeper implements Worker {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  start(): Promise<void> {
    const run = () => removeOldSessions(this.database, this.clock.now());
    this.jobs.define({ name: 'sessions.sweep', concurrency: 1, every: '1 hour', run });
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}

/** Removes sessions that were over 30 days before `now`. */
export async function removeOldSessions(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  const tenants = await database.within({ kind: 'system' }, () =>
    query(database.fork()).selectFrom('tenants').select('id').orderBy('id').execute(),
  );
  for (const { id } of tenants) {
    await database.within({ kind: 'tenant', tenantId: id }, async () => {
      let removed = ROWS_PER_STATEMENT;
      while (removed === ROWS_PER_STATEMENT) removed = await removeSome(database.fork(), id, before);
    });
  }
}

/** @returns how many were removed */
async function removeSome(em: EntityManager, tenantId: string, before: Date): Promise<number> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('expires_at', '<', before)
        .limit(ROWS_PER_STATEMENT),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
