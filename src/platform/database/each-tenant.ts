import type { Log } from '../log.js';
import { query, type Database } from './database.js';

export interface TenantRound {
  database: Database;
  log: Log;
  signal: AbortSignal;
  /** What is done, for the log: `end assessments`. */
  task: string;
}

/**
 * Does periodic work in the scope of each tenant in turn, until `signal` aborts. A tenant whose work fails is logged and does not
 * keep back the others. Several processes may do the same work at once: it has to be repeatable.
 */
export async function eachTenant(
  { database, log, signal, task }: TenantRound,
  work: (tenantId: string) => Promise<void>,
): Promise<void> {
  for (const tenantId of await tenantIds(database)) {
    if (signal.aborted) return;
    try {
      await database.within({ kind: 'tenant', tenantId }, () => work(tenantId));
    } catch (err) {
      log.error({ err, tenantId }, `cannot ${task} of a tenant`);
    }
  }
}

/** Ids of all tenants, in their order. */
export async function tenantIds(database: Database): Promise<string[]> {
  const found = await database.within({ kind: 'system' }, () =>
    query(database.fork()).selectFrom('tenants').select('id').orderBy('id').execute(),
  );
  return found.map(({ id }) => id);
}
