import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from './compile.ts';
import { watchSources } from './watch.ts';

/**
 * The development loop (`npm run dev`): compiles the changed files of the server and restarts it, beside the dashboard's
 * own development server, which replaces changed modules in the open page. Ctrl-C ends both.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Sources that Vite serves, or that no running server reads. */
const NOT_THE_SERVER = /^src\/(dashboard|build)\/|\.gql\.ts$/;

let server: ChildProcess | null = null;
let isEnding = false;
/** Ends the use of the database; from the first start on. */
let release: (() => Promise<void>) | null = null;

/** Compiles and (re)starts. On a syntax error, prints it and leaves the running server. */
async function restart(reason: string): Promise<void> {
  const startedAt = performance.now();
  try {
    await compile(root);
  } catch (err) {
    process.stderr.write(`\n${err instanceof Error ? err.message : String(err)}\n`);
    return;
  }
  await stop(server);
  // Where there is no database to hold, the server says why.
  release ??= await holdDatabase().catch(() => () => Promise.resolve());
  if (isEnding) return;
  process.stdout.write(`\n${reason}: compiled in ${Math.round(performance.now() - startedAt)} ms, starting\n`);
  const env = { NODE_COMPILE_CACHE: 'dist/.compile-cache', ...process.env };
  server = spawn('node', ['--enable-source-maps', 'dist/src/main.js'], { cwd: root, stdio: 'inherit', env });
}

/**
 * Uses the embedded PostgreSQL as long as this process lives: otherwise it would stop with every server and start with the next one.
 * @returns ends the use
 */
async function holdDatabase(): Promise<() => Promise<void>> {
  if (process.env.DATABASE_URL !== undefined) return () => Promise.resolve();
  const compiled = pathToFileURL(join(root, 'dist/src/platform/database/embedded-postgres.js'));
  const { startEmbeddedPostgres } = (await import(
    compiled.href
  )) as typeof import('../platform/database/embedded-postgres.js');
  const dataDir = resolve(root, process.env.DATA_DIR ?? '.data');
  const held = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return () => held.stop();
}

/** Stops a child process and waits for its end. */
async function stop(child: ChildProcess | null): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

await restart('first start');
const dashboard = spawn('npm', ['run', '--silent', 'dev', '--workspace', 'src/dashboard'], {
  cwd: root,
  stdio: 'inherit',
});
watchSources(root, ['src', 'schema/migrations'], (path) => NOT_THE_SERVER.test(path), restart);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isEnding = true;
    void Promise.all([stop(server), stop(dashboard)])
      .then(() => release?.())
      .then(() => process.exit(0));
  });
}
