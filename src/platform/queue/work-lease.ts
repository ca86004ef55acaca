import { newId } from '../crypto/uuid.js';
import { query, type Database } from '../database/database.js';
import { claimWorkLease } from './work-lease.sql.js';

/** Lease of some named work that one process at a time may do. */
export interface WorkLease {
  /** Renews the lease for five minutes; call it between steps. False when it is lost: stop then. */
  renew(): Promise<boolean>;
}

/**
 * Runs `work` unless another process holds the lease of that name. Releases the lease at the end.
 * @returns whether it ran
 */
export async function withWorkLease(
  database: Database,
  name: string,
  work: (lease: WorkLease) => Promise<void>,
): Promise<boolean> {
  const holder = newId();
  const claim = async () => (await claimWorkLease.run(database.fork(), { name, holder })) === 1;
  if (!(await claim())) return false;
  try {
    await work({ renew: claim });
  } finally {
    await query(database.fork())
      .deleteFrom('work_leases')
      .where('name', '=', name)
      .where('holder', '=', holder)
      .execute();
  }
  return true;
}
