import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, cp, lchown, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, canEnter, runAs } from './account.js';
import type { Binaries } from './binaries.js';
import { makePassableDirectory, syncDirectory } from './data-directory.js';

/** Superuser of the cluster and name of its first database. */
export const SUPERUSER = 'postgres';

/** Directory for clusters that the server's account cannot reach elsewhere, where this process is root. */
export const SYSTEM_DIRECTORY = '/var/lib/crosswalk';

/** Context of the functions below. */
export interface ClusterContext {
  dataDir: string;
  account: Account | null;
  binaries: Binaries;
  log: (message: string, details?: Record<string, unknown>) => void;
}

/** Creates the cluster of a DATA_DIR that has none; leaves nothing when interrupted. @returns its real path */
export async function createCluster(context: ClusterContext, password: string): Promise<string> {
  const { account, binaries, dataDir } = context;
  const home = await chooseHome(context);
  const unfinished = join(home, 'postgres.new');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (account) await chown(unfinished, account.uid, account.gid);

  // `-W` reads the password twice from standard input when there is no terminal: no file to hide, nothing in `ps`.
  const args = ['-D', unfinished, '-U', SUPERUSER, '-A', 'scram-sha-256', '-W', '--no-instructions', '-E', 'UTF8'];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']; // byte order, Unicode case
  const input = `${password}\n${password}\n`;
  const result = await runAs(account, { program: binaries.initdb, args: [...args, ...locale], input });
  if (result.exitCode !== 0) throw new Error(`cannot create a PostgreSQL cluster in ${home}: ${result.output.trim()}`);

  const directory = join(home, 'postgres');
  await rename(unfinished, directory);
  await syncDirectory(home);
  if (home !== dataDir) await pointTo(directory, context);
  return directory;
}

/**
 * Ensures that the server's account owns and can traverse a stopped cluster, which is not so after root copied or moved
 * DATA_DIR.
 * @returns its real path, a different one when it had to leave DATA_DIR
 */
export async function claimCluster(context: ClusterContext, directory: string): Promise<string> {
  const { account, binaries, dataDir } = context;
  if (!account) return directory;
  if (await canEnter(account, dirname(directory))) {
    if ((await stat(directory)).uid !== account.uid) await giveTo(account, directory);
    return directory;
  }

  const home = await chooseHome(context);
  const moved = join(home, 'postgres');
  const unfinished = join(home, 'postgres.new');
  await rm(unfinished, { recursive: true, force: true });
  await cp(directory, unfinished, { recursive: true, preserveTimestamps: true });
  await giveTo(account, unfinished);
  const result = await runAs(account, { program: binaries.initdb, args: ['--sync-only', '-D', unfinished] });
  if (result.exitCode !== 0) throw new Error(`cannot move ${directory} to ${home}: ${result.output.trim()}`);
  await rename(unfinished, moved);
  await syncDirectory(home);

  const former = join(dataDir, 'postgres.moved'); // the name findCluster knows, should we die before the next line but one
  if (directory !== former) await rename(directory, former);
  await pointTo(moved, context);
  await rm(former, { recursive: true });
  return moved;
}

/** DATA_DIR itself, or a directory under /var/lib/crosswalk where the server's account cannot reach DATA_DIR. */
async function chooseHome({ account, dataDir }: ClusterContext): Promise<string> {
  if (!account || (await canEnter(account, dataDir))) return dataDir;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  // A place is taken when the DATA_DIR that was here before was wiped, or moved and still points there.
  let home = join(SYSTEM_DIRECTORY, hash);
  for (let n = 2; existsSync(join(home, 'postgres')); n++) home = join(SYSTEM_DIRECTORY, `${hash}-${String(n)}`);
  await makePassableDirectory(SYSTEM_DIRECTORY);
  return makePassableDirectory(home);
}

async function pointTo(directory: string, { dataDir, log }: ClusterContext): Promise<void> {
  await symlink(directory, join(dataDir, 'postgres'));
  await syncDirectory(dataDir);
  log('the database is stored outside DATA_DIR, whose path its user cannot traverse', { dataDir, directory });
}

async function giveTo({ uid, gid }: Account, directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), uid, gid);
  await lchown(directory, uid, gid);
}
