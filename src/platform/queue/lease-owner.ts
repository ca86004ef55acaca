import { hostname } from 'node:os';

/** Prefix of the lease owners of this host. */
export const OWNER_PREFIX_OF_HOST = `${hostname()}:`;

/** Lease owner that names this process, `host:pid`, so that a later process on this host can recognize it as dead. */
export function leaseOwner(): string {
  return `${OWNER_PREFIX_OF_HOST}${process.pid}`;
}

/**
 * Whether the process of a lease owner on this host still runs. For a process that has just started: its own number can
 * only be that of a dead predecessor.
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
