import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot } from './account.js';
import { nullIfAbsent } from './file-error.js';

/** Creates a directory unless it exists. Where root owns it, others may traverse but not list it. @returns its real path */
export async function makePassableDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o711 });
  const directory = await realpath(path);
  const { uid, mode } = await stat(directory);
  if (isRoot() && uid === 0) await chmod(directory, (mode & 0o7777) | 0o011); // adds only: DATA_DIR may be /tmp
  return directory;
}

/**
 * The real path of DATA_DIR's cluster, or null when it has none yet.
 * @throws {Error} when DATA_DIR points to a cluster that is gone.
 */
export async function findCluster(dataDir: string): Promise<string | null> {
  for (const name of ['postgres', 'postgres.moved']) {
    const path = join(dataDir, name);
    const found = await lstat(path).catch(nullIfAbsent);
    if (found) return realpath(path).catch((err: unknown) => Promise.reject(clusterGone(path, err)));
  }
  return null;
}

function clusterGone(path: string, cause: unknown): Error {
  return new Error(`the database is missing: ${path} points to no directory; remove it to start with an empty one`, {
    cause,
  });
}

/** The superuser's password, or null when none exists yet. */
export async function readPassword(dataDir: string): Promise<string | null> {
  return readFile(join(dataDir, 'postgres.password'), 'utf8').catch(nullIfAbsent);
}

/** Creates and stores the superuser's password. The server's account never reads it, so 0600 is right for root too. */
export async function createPassword(dataDir: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const path = join(dataDir, 'postgres.password');
  await writeFile(`${path}.new`, password, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  await syncDirectory(dataDir);
  return password;
}

/** Flushes a directory, so that new and renamed entries survive a power failure. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
