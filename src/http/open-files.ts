import { readFileSync } from 'node:fs';

/** Share of the files a process may have open that connections may be: the rest is for what answers them. Our choice. */
const SHARE = 0.8;

/** How many connections the process may have open, by the limit of the system; unlimited where that cannot be read. */
export function connectionsMax(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(soft) * SHARE);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
