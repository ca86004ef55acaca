import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, SERVER_ENVIRONMENT } from './account.js';
import { nullIfAbsent } from './file-error.js';
import { findPostmaster, type Postmaster, readPidFile } from './postmaster.js';
import { waitFor } from './wait.js';

/** The only address PostgreSQL listens on. */
export const HOST = '127.0.0.1';

const LOG_SIZE_BYTES_MAX = 10 * 1024 * 1024;

/** Options of a postmaster to be started. */
export interface LaunchOptions {
  directory: string;
  program: string;
  account: Account | null;
  /** Server settings by name, set on the command line. */
  settings: Record<string, string>;
  /** Where its output is appended; set aside as `<logFile>.1` when over 10 MiB. */
  logFile: string;
  timeoutMs: number;
}

/**
 * Starts PostgreSQL on a cluster without a postmaster and waits until it is ready. It outlives this process.
 * @throws {Error} with its output, when it ends instead, or is not ready in time (it then continues to start).
 */
export async function launchPostmaster(options: LaunchOptions): Promise<Postmaster> {
  const { directory, logFile, timeoutMs } = options;
  await removeForeignPidFile(directory);
  if ((await sizeOf(logFile)) > LOG_SIZE_BYTES_MAX) await rename(logFile, `${logFile}.1`);

  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const offset = await sizeOf(logFile);
    const child = await spawnPostmaster(options);
    const outcome = await waitFor(() => readyOrEnded(child, directory), deadline - performance.now());
    if (outcome === null) throw new Error(`PostgreSQL is not ready after ${String(timeoutMs)} ms, see ${logFile}`);
    if (outcome !== 'ended') return outcome;
    const output = (await readFile(logFile)).subarray(offset).toString().trim();
    const isHopeless = !TRANSIENT_FAILURE.test(output) || performance.now() > deadline;
    if (isHopeless) throw new Error(`cannot start PostgreSQL: ${output}`);
    await sleep(RETRY_MS);
  }
}

/**
 * Output of a start that fails for a passing reason: the port was taken meanwhile, or processes of a killed postmaster
 * are still ending.
 */
const TRANSIENT_FAILURE = /could not create any TCP\/IP sockets|pre-existing shared memory block/;
const RETRY_MS = 100;

/** Removes a stale pid file whose pid belongs to another process: PostgreSQL would refuse to start. */
async function removeForeignPidFile(directory: string): Promise<void> {
  const pid = Number.parseInt(await readPidFile(directory), 10);
  if (existsSync(`/proc/${String(pid)}`)) await rm(join(directory, 'postmaster.pid'));
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(nullIfAbsent))?.size ?? 0;
}

async function spawnPostmaster(options: LaunchOptions): Promise<ChildProcess> {
  const { account, directory, logFile, program, settings } = options;
  const address = { port: String(await findFreePort()), unix_socket_directories: '' };
  const flags = Object.entries({ listen_addresses: HOST, ...settings, ...address }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(program, ['-D', directory, ...flags], {
      ...account,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      detached: true, // Ctrl-C in our terminal is not for it
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn'); // throws what prevents it
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** A free port below 32768, where the kernel starts to hand out ports for outgoing connections. */
async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port for PostgreSQL between 20000 and 32767');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen({ host: HOST, port, exclusive: true }, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

async function readyOrEnded(child: ChildProcess, directory: string): Promise<Postmaster | 'ended' | null> {
  if (child.exitCode !== null || child.signalCode !== null) return 'ended';
  const postmaster = await findPostmaster(directory);
  return postmaster?.isReady && postmaster.pid === child.pid ? postmaster : null;
}
