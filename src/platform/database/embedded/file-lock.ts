import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { hasCode } from './file-error.js';
import { waitFor } from './wait.js';

/** Mode of a lock: one holder, or many. */
export type LockMode = 'exclusive' | 'shared';

/** A lock on a file, held until released or until the process ends, even by a crash. */
export interface FileLock {
  /** Releases the lock; repeatable. */
  release(): void;
}

/**
 * Lock on `path`, waited for. The file is created (0600) when absent, and stays.
 * @throws {Error} when the lock is not available within `timeoutMs`.
 */
export async function lockFile(path: string, mode: LockMode, timeoutMs: number): Promise<FileLock> {
  const lock = await waitFor(() => tryLockFile(path, mode), timeoutMs);
  if (!lock) throw new Error(`cannot lock ${path}: another process has held it for ${String(timeoutMs / 1000)} s`);
  return lock;
}

/** Runs `work` while this process alone holds the lock on `path`. @throws {Error} as `lockFile` and `work` do */
export async function withFileLock<T>(path: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const lock = await lockFile(path, 'exclusive', timeoutMs);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Lock on `path`, or null when another holder (of this process or another) forbids it.
 *
 * SQLite is the only access in Node to the kernel's own file locks. They end with their process, so none is ever stale,
 * unlike a file with a pid in it. The file stays empty: nothing is ever written through it.
 */
export function tryLockFile(path: string, mode: LockMode): FileLock | null {
  createPrivately(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT 1 FROM sqlite_schema');
  } catch (err) {
    database.close();
    if (isBusy(err)) return null;
    throw new Error(`cannot lock ${path}`, { cause: err });
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

/**
 * Creates a missing file. Synchronous, and only for a new file: closing any descriptor of a file drops all locks the
 * process has on it.
 */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (err) {
    if (!hasCode(err, 'EEXIST')) throw err;
  }
}

const SQLITE_BUSY = 5;

function isBusy(err: unknown): boolean {
  if (typeof err !== 'object' || err === null || !('errcode' in err)) return false;
  return typeof err.errcode === 'number' && (err.errcode & 0xff) === SQLITE_BUSY; // the low byte is the primary code
}
