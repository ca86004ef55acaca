import { constants } from 'node:fs';
import { access, chmod, mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const GIB = 1_024 ** 3;
/** What must be free, of the file system and of the machine's memory: a run has written up to 3 GiB. */
const FREE_BYTES_MIN = 8 * GIB;

/**
 * Directory for the data of a run: in memory where the machine has room for it, as a new database is a copy of some 400 files,
 * which takes eight times as long on a disk.
 */
export async function makeRunDirectory(): Promise<string> {
  return mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), 'crosswalk-test-'));
}

async function hasRoom(directory: string): Promise<boolean> {
  try {
    await access(directory, constants.W_OK);
    const { bavail, bsize } = await statfs(directory);
    return Math.min(bavail * bsize, freemem()) >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
}

/**
 * A new directory of the run for data directories of services. The account of PostgreSQL passes through it: else its cluster would be
 * stored outside, and stay there after the run.
 */
export async function makePassableDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(process.env.TEST_DIRECTORY ?? tmpdir(), prefix));
  await chmod(directory, 0o711);
  return directory;
}
