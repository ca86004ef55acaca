import { readFileSync } from 'node:fs';

/**
 * Fails, naming each package, when the lock file has one without a hash of its archive (`integrity`): npm installs whatever a
 * registry sends for such a package. Packages of this workspace have no archive. Checks the given lock file, or ours.
 */
interface LockedPackage {
  integrity?: string;
  /** Whether it is a folder of this workspace. */
  link?: boolean;
}

const file = process.argv[2] ?? new URL('../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
const isArchive = ([path, { link }]: [string, LockedPackage]) => path.includes('node_modules/') && link !== true;
const archives = Object.entries(packages).filter(isArchive);
if (archives.length === 0) throw new Error('the lock file has no package: it cannot be what npm wrote');
const unhashed = archives.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
if (unhashed.length > 0) {
  const names = unhashed.map(([path]) => `${path} has no SHA-512 hash`);
  process.stderr.write(`${names.join('\n')}\n${unhashed.length} packages of the lock file could be exchanged.\n`);
  process.exit(1);
}
process.stdout.write(`${archives.length} packages of the lock file have a SHA-512 hash.\n`);
