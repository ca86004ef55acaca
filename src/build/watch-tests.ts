import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.ts';
import { watchSources } from './watch.ts';

/**
 * Tests that run again after every change (`npm run test:watch -- PATTERN`): compiles what changed; Vitest, which watches
 * the output, does the rest.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

async function recompile(): Promise<void> {
  await compile(root).catch((err: unknown) => {
    process.stderr.write(`\n${err instanceof Error ? err.message : String(err)}\n`);
  });
}

await recompile();
watchSources(root, ['src', 'schema', 'test'], (path) => path.startsWith('src/dashboard/'), recompile);
const options = ['watch', '--project', 'unit', '--project', 'service', ...process.argv.slice(2)];
const vitest = spawn('vitest', options, { cwd: root, stdio: 'inherit' });
vitest.once('exit', (code) => process.exit(code ?? 1));
