import { readFileSync } from 'node:fs';

/**
 * Fails, naming each package, when the lock file has one without a hash of its archive (`integrity`): npm installs whatever a
 * registry sends for such a package; and when it has an address of one (`resolved`), which `.npmrc` omits: everybody would ask the registry of
 * whoever wrote it. Packages of this workspace have no archive, and are folders. Checks the given lock file, or ours.
 */
interface LockedPackage {
  integrity?: string;
  /** Where it was downloaded; of a folder of this workspace its path. */
  resolved?: string;
  /** Whether it is a folder of this workspace. */
  link?: boolean;
}

const file = process.argv[2] ?? new URL('../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
const isArchive = ([path, { link }]: [string, LockedPackage]) => path.includes('node_modules/') && link !== true;
const archives = Object.entries(packages).filter(isArchive);
if (archives.length === 0) throw new Error('the lock file has no package: it cannot be what npm wrote');
const unhashed = archives.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
const addressed = Object.entries(packages).filter(([, { resolved = '' }]) => URL.canParse(resolved));
if (addressed.length > 0) {
  const names = addressed.map(([path]) => `${path} has an address`);
  process.stderr.write(`${names.join('\n')}\n${addressed.length} packages of the lock file name a registry.\n`);
  process.exit(1);
}
if (unhashed.length > 0) {
  const names = unhashed.map(([path]) => `${path} has no SHA-512 hash`);
  process.stderr.write(`${names.join('\n')}\n${unhashed.length} packages of the lock file could be exchanged.\n`);
  process.exit(1);
}
process.stdout.write(`${archives.length} packages of the lock file have a SHA-512 hash and no address.\n`);
