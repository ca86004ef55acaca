import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

const run = promisify(execFile);
/** A package of ours without dependencies, which the registry of this test exchanges. */
const PACKAGE = 'ms';

interface LockFile {
  packages: Record<string, { version: string; integrity?: string }>;
}
const LOCK = JSON.parse(readFileSync(join(SOURCE_ROOT, '../package-lock.json'), 'utf8')) as LockFile;

function lockedEntry(): { version: string; integrity?: string } {
  const entry = LOCK.packages[`node_modules/${PACKAGE}`];
  if (!entry) throw new Error(`the lock file has no ${PACKAGE}`);
  return entry;
}

describe('the lock file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lockfile-'));
  let registry: Server;
  let address = '';

  beforeAll(async () => {
    const archive = await exchangedArchive(directory, lockedEntry().version);
    registry = registryOf(archive, lockedEntry().version);
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    registry.closeAllConnections();
    await new Promise((resolve) => registry.close(resolve));
    rmSync(directory, { recursive: true });
  });

  /** What `npm ci` says of a project whose lock file has this one entry. @returns null when it installs */
  async function installing(entry: object): Promise<string | null> {
    const project = mkdtempSync(join(directory, 'project-'));
    const dependencies = { [PACKAGE]: lockedEntry().version };
    const root = { name: 'project', version: '1.0.0', dependencies };
    writeFileSync(join(project, 'package.json'), JSON.stringify(root));
    const packages = { '': root, [`node_modules/${PACKAGE}`]: entry };
    const lock = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
    const options = ['--registry', address, '--cache', join(project, 'cache'), '--no-audit', '--fetch-retries=0'];
    const env = { ...process.env, NODE_OPTIONS: '' };
    return run('npm', ['ci', ...options], { cwd: project, env }).then(
      () => null,
      (err: unknown) => (err as { stderr: string }).stderr,
    );
  }

  function checkLockfile(packages: object): { status: number | null; stderr: string } {
    const file = join(directory, 'checked.json');
    writeFileSync(file, JSON.stringify({ packages }));
    const env = { ...process.env, NODE_OPTIONS: '' };
    return spawnSync(process.execPath, [join(SOURCE_ROOT, 'build/check-lockfile.ts'), file], { env, encoding: 'utf8' });
  }

  it('refuses a package that a registry has exchanged', async () => {
    expect(await installing(lockedEntry())).toMatch(/EINTEGRITY/);
  });

  it('would accept it without its hash', async () => {
    expect(await installing({ version: lockedEntry().version })).toBeNull();
  });

  it('has the hash of every package', () => {
    expect(checkLockfile(LOCK.packages)).toMatchObject({ status: 0, stderr: '' });
  });

  it('is refused by the check when a package has the address of its download, which names the package', () => {
    const path = `node_modules/${PACKAGE}`;
    const resolved = `${address}/${PACKAGE}.tgz`;
    const { status, stderr } = checkLockfile({ ...LOCK.packages, [path]: { ...lockedEntry(), resolved } });
    expect(status).toBe(1);
    expect(stderr).toBe(`${path} has an address\n1 packages of the lock file name a registry.\n`);
  });

  it('is refused by the check when a hash is missing or weak, which names the package', () => {
    const path = `node_modules/${PACKAGE}`;
    for (const integrity of [undefined, 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=']) {
      const { status, stderr } = checkLockfile({ ...LOCK.packages, [path]: { ...lockedEntry(), integrity } });
      expect(status).toBe(1);
      expect(stderr).toContain(`${path} has no SHA-512 hash\n1 packages`);
    }
  });
});

/** An archive of the package with other content. */
async function exchangedArchive(directory: string, version: string): Promise<Buffer> {
  const source = join(directory, 'package');
  mkdirSync(source);
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: PACKAGE, version }));
  writeFileSync(join(source, 'index.js'), 'globalThis.isExchanged = true;');
  await run('tar', ['-czf', join(directory, 'package.tgz'), '-C', directory, 'package']);
  return readFileSync(join(directory, 'package.tgz'));
}

/** A registry that has this archive of the package, and says its true hash. */
function registryOf(archive: Buffer, version: string): Server {
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  return createServer((request, response) => {
    if (request.url?.endsWith('.tgz') === true) return void response.end(archive);
    const tarball = `http://${request.headers.host ?? ''}/${PACKAGE}.tgz`;
    const versions = { [version]: { name: PACKAGE, version, dist: { tarball, integrity } } };
    response.end(JSON.stringify({ name: PACKAGE, 'dist-tags': { latest: version }, versions }));
  });
}
