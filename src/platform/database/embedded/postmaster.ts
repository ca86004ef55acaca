import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfAbsent } from './file-error.js';
import { waitFor } from './wait.js';

const SECOND = 1_000;

/** A live PostgreSQL server process. */
export interface Postmaster {
  pid: number;
  port: number;
  /** False while it starts, recovers or stops. */
  isReady: boolean;
}

/** The postmaster that runs on a cluster, or null. A stale pid file does not count, even where another process has its pid now. */
export async function findPostmaster(directory: string): Promise<Postmaster | null> {
  // Lines: pid, directory, start time, port, socket directory, address, shared memory, state.
  const lines = (await readPidFile(directory)).split('\n');
  const pid = Number(lines[0]);
  if (!(await isPostmasterOf(directory, pid))) return null;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** The text of `postmaster.pid`, empty when there is none. */
export async function readPidFile(directory: string): Promise<string> {
  return (await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(nullIfAbsent)) ?? '';
}

/** Whether a process is the postmaster of a cluster, by its command line: unlike /proc/<pid>/cwd it is readable in any container. */
async function isPostmasterOf(directory: string, pid: number): Promise<boolean> {
  const args = (await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '')).split('\0');
  const runsOn = args[args.indexOf('-D') + 1];
  if (!/(^|\/)postgres$/.test(args[0] ?? '') || !runsOn) return false;
  const [theirs, ours] = await Promise.all([stat(runsOn).catch(nullIfAbsent), stat(directory)]);
  return theirs?.dev === ours.dev && theirs.ino === ours.ino;
}

/**
 * Stops the postmaster of a cluster, if any: fast, and after 30 s immediately, which costs a recovery at the next start
 * but no data.
 * @throws {Error} when it still runs 5 s later.
 */
export async function shutDownPostmaster(directory: string): Promise<void> {
  const postmaster = await findPostmaster(directory);
  if (!postmaster) return;
  const { pid } = postmaster;
  const isGone = async () => ((await isPostmasterOf(directory, pid)) ? null : true);
  for (const { signal, graceMs } of SHUTDOWNS) {
    if (await isGone()) return;
    process.kill(pid, signal);
    if (await waitFor(isGone, graceMs)) return;
  }
  throw new Error(`PostgreSQL (pid ${String(pid)}) does not stop`);
}

const SHUTDOWNS = [
  { signal: 'SIGINT', graceMs: 30 * SECOND }, // fast: ends sessions, writes a checkpoint
  { signal: 'SIGQUIT', graceMs: 5 * SECOND }, // immediate
] as const;
