import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Writes the bill of materials (CycloneDX) of what is installed for production. Not by `npm sbom --omit=dev`: that leaves out every
 * package that something of development needs as well, with all that it needs.
 */
interface LockedPackage {
  name?: string;
  version?: string;
  dev?: boolean;
}

interface Component {
  'bom-ref': string;
  properties: { name: string }[];
}

interface Bom {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const DEVELOPMENT = 'cdx:npm:package:development';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const { packages } = JSON.parse(readFileSync(`${cwd}/package-lock.json`, 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const production = new Set(
  Object.entries(packages).flatMap(([path, locked]) => (locked.dev ? [] : refOf(path, locked))),
);

const options = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
const written = execFileSync('npm', options, { cwd, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
const bom = JSON.parse(written) as Bom;
const isUsed = (ref: string) => production.has(ref);
const components = bom.components
  .filter((component) => isUsed(component['bom-ref']))
  // Where one version is installed for both, npm may have seen that of development first.
  .map((each) => ({ ...each, properties: each.properties.filter(({ name }) => name !== DEVELOPMENT) }));
const dependencies = bom.dependencies
  .filter(({ ref }) => isUsed(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isUsed) }));
process.stdout.write(`${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`);

/** How npm names a package in the bill, from its entry in the lock file. */
function refOf(path: string, { name, version }: LockedPackage): string {
  return `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version ?? ''}`;
}
