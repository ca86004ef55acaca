import { newId } from '../crypto/uuid.js';
import { row, rows, sql, type Database } from './database.js';

/** Work not renewed for this long may be taken by another process. On the database's clock. */
const LEASE_SECONDS = 300;

/** The right to do some work that one process at a time may do. */
export interface WorkLease {
  /** Keeps it for another five minutes; call it between steps. False when it is lost: stop then. */
  renew(): Promise<boolean>;
}

/**
 * Runs `work` where no other process is at it; does nothing where one is. Ends the lease when it is done.
 * @returns whether it ran
 */
export async function withWorkLease(
  database: Database,
  name: string,
  work: (lease: WorkLease) => Promise<void>,
): Promise<boolean> {
  const holder = newId();
  const take = () =>
    row(
      database.fork(),
      sql`insert into work_leases (name, holder, expires_at)
          values (${name}, ${holder}, now() + make_interval(secs => ${LEASE_SECONDS}))
          on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
            where work_leases.holder = excluded.holder or work_leases.expires_at < now()
          returning 1`,
    );
  if (!(await take())) return false;
  try {
    await work({ renew: async () => (await take()) !== null });
  } finally {
    await rows(database.fork(), sql`delete from work_leases where name = ${name} and holder = ${holder}`);
  }
  return true;
}
