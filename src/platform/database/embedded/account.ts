import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';

/** Operating-system account of PostgreSQL where it differs from that of this process. */
export interface Account {
  uid: number;
  gid: number;
}

/** Environment of PostgreSQL: without the secrets of this process, with English messages. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/** Whether this process is root; PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Account to drop to, or null when this process is not root. For root: the owner of an existing cluster, else
 * `postgres`, else `nobody`.
 * @throws {Error} when this process is root and /etc/passwd has neither.
 */
export async function serverAccount(clusterDirectory: string | null): Promise<Account | null> {
  if (!isRoot()) return null;
  const owner = clusterDirectory === null ? null : await stat(clusterDirectory);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = entries.find(([user]) => user === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody: set DATABASE_URL');
}

/**
 * Whether `account` can traverse every ancestor of `directory` and the directory itself. Tried, not computed, because
 * of ACLs.
 */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  const result = await runAs(account, { program: '/bin/sh', args: ['-c', 'cd -- "$0"', directory] });
  return result.exitCode === 0;
}

/** Program and arguments, with `input` for its standard input. */
export interface Command {
  program: string;
  args: string[];
  input?: string;
}

/**
 * Runs a command as `account` (null for the own account), without a controlling terminal, and returns its exit code
 * (null when a signal ended it or it could not be started) and all of its output.
 */
export async function runAs(account: Account | null, { program, args, input = '' }: Command): Promise<CommandResult> {
  try {
    // Not spawn's own `timeout`: when a program cannot be started, its timer goes on and keeps the process alive.
    const options = { cwd: '/', env: SERVER_ENVIRONMENT, detached: true, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const child = spawn(program, args, { ...account, ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.stdin.on('error', () => undefined); // a program may end without reading: its exit code will say why
    child.stdin.end(input);
    await once(child, 'close');
    return { exitCode: child.exitCode, output };
  } catch (err) {
    return { exitCode: null, output: String(err) };
  }
}

interface CommandResult {
  exitCode: number | null;
  output: string;
}

const TIMEOUT_MS = 120_000; // nothing here takes more than a second or two
