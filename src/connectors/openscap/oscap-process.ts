import { spawn } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AppError } from '../../platform/errors.js';
import { ConnectionLost } from '../connector.js';
import { redact } from '../redact.js';

/** Environment of the scanner: none of our secrets, and English messages. */
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
/** Limit of the output, which is held in memory. Characters. */
const OUTPUT_MAX = 64 * 1024;

/** Exit code and output of the scanner. */
export interface OscapResult {
  exitCode: number;
  output: string;
  errors: string;
}

interface RunOptions {
  /** Name to search in PATH, or a path. */
  program: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Runs the scanner, without a shell, in a process group of its own that dies with it.
 * @throws {ConnectionLost} when it is not installed, or takes too long: another attempt would take as long
 * @throws {AppError} UNAVAILABLE when it is killed
 * @throws the signal's reason when it aborts
 */
export async function runOscap(
  args: readonly string[],
  { program, timeoutMs, signal }: RunOptions,
): Promise<OscapResult> {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd: '/',
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group, so that what it has started can be ended with it.
    detached: true,
  });
  const ended = Promise.withResolvers<number | null>();
  child.once('error', ended.reject);
  child.once('close', ended.resolve);
  const output = captured(child.stdout);
  const errors = captured(child.stderr);
  const stop = () => {
    killGroup(child.pid);
  };
  // A share of the time of a scan is rarely a whole number, which the signal asks for.
  const deadline = AbortSignal.timeout(Math.ceil(timeoutMs));
  deadline.addEventListener('abort', stop, { once: true });
  signal.addEventListener('abort', stop, { once: true });
  try {
    const exitCode = await ended.promise;
    signal.throwIfAborted();
    if (deadline.aborted)
      throw new ConnectionLost(`oscap did not end within ${String(Math.round(timeoutMs / 60_000))} minutes`);
    if (exitCode === null) throw new AppError('UNAVAILABLE', 'oscap was killed');
    return { exitCode, output: output(), errors: errors() };
  } catch (err) {
    if (!isNotThere(err)) throw err;
    throw new ConnectionLost('oscap is not installed on the host of this process', { cause: err });
  } finally {
    deadline.removeEventListener('abort', stop);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * The real path of a file below a folder, links followed.
 * @throws {ConnectionLost} when it is not there, no file, or leads out of the folder
 */
export async function confined(folder: string, path: string): Promise<string> {
  const missing = new ConnectionLost(`the folder of contents of this host has no file ${path}`);
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    if (!file.startsWith(root + sep) || !(await stat(file)).isFile()) throw missing;
    return file;
  } catch (err) {
    throw isNotThere(err) ? missing : err;
  }
}

/** First line of the scanner's error output, for the user: without credentials and paths of the host. */
export function errorLine({ errors }: OscapResult): string {
  const line = errors.split('\n').find((each) => each.trim() !== '') ?? 'it says nothing';
  return redact(line.replace(/(?:\/[\w.@+-]+)+\//g, '…/'), 300);
}

function captured(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  // Read to its end whatever the length: a full pipe would block the scanner.
  stream.on('data', (chunk: Buffer) => {
    if (text.length < OUTPUT_MAX) text += chunk.toString('utf8');
  });
  return () => text.slice(0, OUTPUT_MAX);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function isNotThere(err: unknown): boolean {
  if (typeof err !== 'object' || err === null || !('code' in err)) return false;
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(String(err.code));
}
