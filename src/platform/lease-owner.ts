import { hostname } from 'node:os';

/** How every owner on this host begins. */
export const LEASES_OF_HOST = `${hostname()}:`;

/** Names this process as owner of leases: a later process on this host can tell that it is dead. */
export function leaseOwner(): string {
  return `${LEASES_OF_HOST}${process.pid}`;
}

/**
 * Whether the process of this host that an owner names still runs. For a process that has just started: its own number can
 * only be a dead one's.
 */
export function isOwnerAlive(owner: string): boolean {
  const pid = Number(owner.split(':').at(-1));
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'EPERM';
  }
}
