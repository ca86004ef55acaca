import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Options, transform } from '@swc/core';
import { FAILPOINTS_SOURCE, variantOf, withoutFailpoints } from './failpoints.ts';

/**
 * Compilation of the server and its tests into `dist`, one file at a time by SWC: types are stripped, not checked (`npm
 * run check:types` does that). Unchanged files are skipped; output without a source is removed, so that nothing stale
 * can run. What has failpoints is compiled twice: without them, and with them into `dist/failpoints`.
 */
export interface Compilation {
  /** Compiled sources, relative to the root. */
  compiled: string[];
  /** Removed output files, whose source no longer exists, relative to the root. */
  removed: string[];
}

/** Folders with the TypeScript that Node runs. */
const FOLDERS = ['src', 'schema', 'test'];
/** Excluded sources: Node strips the types of the build itself, and Vite bundles the dashboard. */
const EXCLUDED = /^src\/(build\/|dashboard\/(build|dev)(\/|\.ts$))|\.gql\.ts$/;
/** File with the modification time and size of each compiled source, and the options of the compilation. */
const MANIFEST = 'dist/.compiled.json';
const AT_ONCE = 16;

/** Options of SWC, equivalent to tsconfig.json; decorators emit the metadata that TypeGraphQL reads. */
const OPTIONS: Options = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  module: { type: 'es6' },
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};

interface Manifest {
  options: string;
  sources: Record<string, string>;
}

/**
 * Compiles the sources changed since the last compilation.
 * @param onStart called once before anything is compiled, with the number of sources; not called when all is up to date
 * @throws {Error} naming the file with a syntax error; files compiled before it stay
 */
export async function compile(root: string, onStart: (count: number) => void = () => undefined): Promise<Compilation> {
  const options = JSON.stringify(OPTIONS);
  const known = await readManifest(root, options);
  const found = await sourcesIn(root);
  const outputs = await outputsIn(root);
  const stale = [...found]
    .filter(([source, version]) => known[source] !== version || !isCompiled(source, outputs))
    .map(([source]) => source);
  const expected = new Set([...found.keys()].filter((source) => source !== FAILPOINTS_SOURCE).map(outputOf));
  const removed = [...outputs].filter((output) => !expected.has(output));
  if (stale.length === 0 && removed.length === 0) return { compiled: [], removed: [] };
  if (stale.length > 0) onStart(stale.length);
  const sources = Object.fromEntries(Object.entries(known).filter(([source]) => found.has(source)));
  try {
    for (const output of removed) await removeOutput(root, output);
    const { transform: swc } = stale.length > 0 ? await import('@swc/core') : { transform: unneeded };
    const queue = [...stale];
    const work = async () => {
      for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
        await compileOne(root, source, swc);
        sources[source] = found.get(source) ?? '';
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await mkdir(join(root, 'dist'), { recursive: true });
    await writeFile(join(root, MANIFEST), JSON.stringify({ options, sources } satisfies Manifest));
  }
  return { compiled: stale, removed };
}

/** Whether a source has its output. Failpoints have none of production. */
function isCompiled(source: string, outputs: ReadonlySet<string>): boolean {
  return source === FAILPOINTS_SOURCE || outputs.has(outputOf(source));
}

/** Compiled code of a text in place of a source, as production has it. */
export async function compileSource(root: string, source: string, code: string): Promise<string> {
  const { transform: swc } = await import('@swc/core');
  const production = withoutFailpoints(source, code) ?? '';
  return (await swc(production, { ...OPTIONS, filename: join(root, source) })).code;
}

/** All sources with their version: modification time and size. */
async function sourcesIn(root: string): Promise<Map<string, string>> {
  const names = await filesIn(root, FOLDERS);
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !EXCLUDED.test(name));
  return new Map(await Promise.all(sources.map(async (source) => [source, await versionOf(root, source)] as const)));
}

async function versionOf(root: string, source: string): Promise<string> {
  const { mtimeMs, size } = await stat(join(root, source));
  return `${mtimeMs} ${size}`;
}

async function outputsIn(root: string): Promise<Set<string>> {
  const names = await filesIn(
    root,
    FOLDERS.map((folder) => `dist/${folder}`),
  );
  return new Set(names.filter((name) => name.endsWith('.js')));
}

/** Paths of files below a folder, relative to the root; empty for a missing folder. */
async function filesIn(root: string, folders: readonly string[]): Promise<string[]> {
  const names = folders.map(async (folder) => {
    const below = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    return below.map((name) => `${folder}/${name}`);
  });
  return (await Promise.all(names)).flat();
}

async function compileOne(root: string, source: string, swc: typeof transform): Promise<void> {
  const code = await readFile(join(root, source), 'utf8');
  const production = withoutFailpoints(source, code);
  const output = outputOf(source);
  if (production !== null) await write(root, { source, output, code: production }, swc);
  if (production !== code) await write(root, { source, output: variantOf(output), code }, swc);
  else await removeFile(root, variantOf(output));
}

async function write(
  root: string,
  { source, output, code }: { source: string; output: string; code: string },
  swc: typeof transform,
): Promise<void> {
  const path = join(root, output);
  const compiled = await swc(code, { ...OPTIONS, filename: join(root, source), outputPath: path });
  await mkdir(dirname(path), { recursive: true });
  const map = `//# sourceMappingURL=${output.split('/').at(-1) ?? ''}.map\n`;
  await writeFile(`${path}.map`, compiled.map ?? '');
  await writeFile(path, compiled.code + map);
}

async function removeOutput(root: string, output: string): Promise<void> {
  await removeFile(root, output);
  await removeFile(root, variantOf(output));
}

async function removeFile(root: string, output: string): Promise<void> {
  await rm(join(root, output), { force: true });
  await rm(join(root, `${output}.map`), { force: true });
}

function outputOf(source: string): string {
  return `dist/${source.replace(/\.ts$/, '.js')}`;
}

/** Versions of the sources at the last compilation; empty when that had other options. */
async function readManifest(root: string, options: string): Promise<Record<string, string>> {
  try {
    const manifest = JSON.parse(await readFile(join(root, MANIFEST), 'utf8')) as Manifest;
    return manifest.options === options ? manifest.sources : {};
  } catch {
    return {};
  }
}

function unneeded(): never {
  throw new Error('nothing is to be compiled');
}
