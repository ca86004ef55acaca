import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.ts';
import { watchSources } from './watch.ts';

/**
 * Tests that run again after every change (`npm run test:watch -- PATTERN`): compiles what changed; Jest, which watches the
 * output, does the rest.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

async function recompile(): Promise<void> {
  await compile(root).catch((err: unknown) => {
    process.stderr.write(`\n${err instanceof Error ? err.message : String(err)}\n`);
  });
}

await recompile();
watchSources(root, ['src', 'schema', 'test'], (path) => path.startsWith('src/dashboard/'), recompile);
const jest = spawn('jest', ['--watchAll', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
jest.once('exit', (code) => process.exit(code ?? 1));
