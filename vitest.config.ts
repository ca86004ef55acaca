import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const COMPILED = 'dist/test';
/** Modules that start or use a PostgreSQL, and modules of Node that start a server or a process: a unit test imports none of them. */
const DATABASE = [
  /^dist\/test\/support\/(announced|database|service-process)\.js$/,
  /^dist\/src\/platform\/database\/embedded/,
];
const SERVER_OR_PROCESS = /from 'node:(http|https|net|tls|child_process)'/;

/** Whether a compiled file reaches one of them, by its path. */
const known = new Map<string, boolean>();

// Processes that tests start parse our modules once for all of them; `npm start` has the same cache.
process.env.NODE_COMPILE_CACHE ??= resolve('dist/.compile-cache');

/** Files of a minute and more that are small: begun last, one of them would run alone at the end. */
const LONG = /\/refusals-aws\b/;

/** Run after the others: what it waits for, from leases to answers, has bounds of its own, which a busy machine would exceed. */
const ALONE = 'chaos';

/** The long files first, then the others by their size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isLong) => sorted.filter(({ moduleId }) => LONG.test(moduleId) === isLong));
  }
}

/**
 * Tests run on compiled output by Node's own import, and the files that one worker runs share its modules: nothing of `src` may
 * hold state between two services of a process. `test/support/open-handles.ts` fails a file that leaves something open.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    // More than cores: a test often waits for the database or for a browser.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Ends a test that hangs; no test is about time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    setupFiles: [`${COMPILED}/support/each-file.js`],
    execArgv: ['--enable-source-maps'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      project('unit', testFiles('unit')),
      project('service', testFiles('service')),
      ...['browser', 'chaos', 's3', 'oscap', 'clamd', 'pooler', 'citus', 'ssrf'].map((suffix) =>
        project(suffix, [`${COMPILED}/**/*.${suffix}.js`]),
      ),
    ],
  },
});

function project(name: string, include: string[]) {
  // Within the test of the network guard there is nothing but loopback.
  const needsDatabase = name !== 'unit' && name !== 'ssrf' && name !== 'clamd';
  return {
    extends: true as const,
    test: {
      name,
      include,
      sequence: { groupOrder: name === ALONE ? 1 : 0 },
      globalSetup: needsDatabase ? [`${COMPILED}/support/global-setup.js`] : [],
    },
  };
}

/** Test files of unit tests, which need nothing outside their process, or the others; by what they import. */
function testFiles(kind: 'unit' | 'service'): string[] {
  if (!existsSync(COMPILED)) return [];
  return readdirSync(COMPILED, { recursive: true, encoding: 'utf8' })
    .map((path) => `${COMPILED}/${path}`)
    .filter((path) => path.endsWith('.test.js') && reachesOutside(path) === (kind === 'service'));
}

function reachesOutside(path: string): boolean {
  if (DATABASE.some((module) => module.test(path))) return true;
  const found = known.get(path);
  if (found !== undefined) return found;
  known.set(path, false);
  // What src imports does not matter: a module may know the database or a server, and a test of it need none.
  const text = path.startsWith(COMPILED) ? readFileSync(path, 'utf8') : '';
  const reaches = SERVER_OR_PROCESS.test(text) || importsOf(path, text).some(reachesOutside);
  known.set(path, reaches);
  return reaches;
}

function importsOf(path: string, text: string): string[] {
  const specifiers = text.matchAll(/(?:from|import) ?\(?['"](\.[^'"]+)['"]/g);
  return [...specifiers].map(([, specifier = '']) => join(dirname(path), specifier)).filter((each) => existsSync(each));
}
