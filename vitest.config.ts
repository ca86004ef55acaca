import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const COMPILED = 'dist/test';
/** Modules that start or use a PostgreSQL: whichever test imports one of them needs a database. */
const DATABASE = [
  /^dist\/test\/support\/(announced|database|service-process)\.js$/,
  /^dist\/src\/platform\/database\/embedded/,
];

/** Whether a compiled file reaches one of `DATABASE`, by its path. */
const known = new Map<string, boolean>();

// Processes that tests start parse our modules once for all of them; `npm start` has the same cache.
process.env.NODE_COMPILE_CACHE ??= resolve('dist/.compile-cache');

/**
 * Tests run on compiled output by Node's own import, and the files that one worker runs share its modules: nothing of `src` may
 * hold state between two services of a process. `test/support/open-handles.ts` fails a file that leaves something open.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: [`${COMPILED}/support/each-file.js`],
    execArgv: ['--enable-source-maps'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      project('unit', testFiles(false)),
      project('service', testFiles(true)),
      ...['browser', 's3', 'oscap', 'ssrf'].map((suffix) => project(suffix, [`${COMPILED}/**/*.${suffix}.js`])),
    ],
  },
});

function project(name: string, include: string[]) {
  // Within the test of the network guard there is nothing but loopback.
  const needsDatabase = name !== 'unit' && name !== 'ssrf';
  return {
    extends: true as const,
    test: { name, include, globalSetup: needsDatabase ? [`${COMPILED}/support/global-setup.js`] : [] },
  };
}

/** Test files that need a database, or those that need none, by what they import. */
function testFiles(needDatabase: boolean): string[] {
  if (!existsSync(COMPILED)) return [];
  return readdirSync(COMPILED, { recursive: true, encoding: 'utf8' })
    .map((path) => `${COMPILED}/${path}`)
    .filter((path) => path.endsWith('.test.js') && reachesDatabase(path) === needDatabase);
}

function reachesDatabase(path: string): boolean {
  if (DATABASE.some((module) => module.test(path))) return true;
  const found = known.get(path);
  if (found !== undefined) return found;
  known.set(path, false);
  // What src imports does not matter: a module may know the database and a test of it need none.
  const imports = path.startsWith(COMPILED) ? importsOf(path) : [];
  const reaches = imports.some(reachesDatabase);
  known.set(path, reaches);
  return reaches;
}

function importsOf(path: string): string[] {
  const specifiers = readFileSync(path, 'utf8').matchAll(/(?:from|import) ?\(?['"](\.[^'"]+)['"]/g);
  return [...specifiers].map(([, specifier = '']) => join(dirname(path), specifier)).filter((each) => existsSync(each));
}
