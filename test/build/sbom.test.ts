import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

const ROOT = join(SOURCE_ROOT, '..');

interface LockedPackage {
  name?: string;
  version?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
}

interface Component {
  name: string;
  version: string;
  'bom-ref': string;
  hashes?: { alg: string; content: string }[];
}

interface Bom {
  metadata: { component: { 'bom-ref': string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
/** Packages of the lock file by where they are installed, without those of this workspace, which have no archive. */
const archives = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/** `name@version sha512` of a package, the hash in hexadecimal as CycloneDX spells it. */
function locked([path, { name, version, integrity }]: [string, LockedPackage]): string {
  const hash = Buffer.from(integrity?.replace('sha512-', '') ?? '', 'base64').toString('hex');
  return `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version ?? ''} ${hash}`;
}

describe('the bill of materials that `npm run sbom` writes', () => {
  let bom: Bom;

  beforeAll(async () => {
    const env = { ...process.env, NODE_OPTIONS: '' };
    const options = { cwd: ROOT, env, maxBuffer: 64 * 2 ** 20 };
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], options);
    bom = JSON.parse(stdout) as Bom;
  });

  it('has every package of production in the lock file with the hash of its archive, and none of development alone', () => {
    const listed = bom.components.flatMap(({ name, version, hashes = [] }) =>
      hashes.map(({ alg, content }) => `${alg === 'SHA-512' ? '' : alg}${name}@${version} ${content}`),
    );
    const production = archives.filter(([, { dev }]) => dev !== true).map(locked);
    expect(production.length).toBeGreaterThan(500);
    expect([...new Set(listed)].sort()).toEqual([...new Set(production)].sort());
    expect(JSON.stringify(bom.components)).not.toContain('cdx:npm:package:development');
  });

  it('says of each what it needs, and names nothing that it does not have', () => {
    const root = bom.metadata.component['bom-ref'];
    const refs = new Set([root, ...bom.components.map((component) => component['bom-ref'])]);
    expect(new Set(bom.dependencies.map(({ ref }) => ref))).toEqual(refs);
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  });
});
