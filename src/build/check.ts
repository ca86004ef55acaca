import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * What CI checks before it runs a test (`npm run check`): every `check:…` and `content:lint`. Each keeps one core busy, so two run at a
 * time; the output of each is printed when it ends. All of them run, whichever fail. Given names, runs those.
 */

/** The longest first. */
const CHECKS = [
  'check:lint',
  'check:types',
  'check:boundaries',
  'check:format',
  'check:unused',
  'check:names',
  'check:lockfile',
  'content:lint',
];
const AT_A_TIME = Math.min(2, availableParallelism());

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const waiting = given.length > 0 ? given : [...CHECKS];
const failed: string[] = [];

/** Runs a script of package.json and prints what it printed. */
async function run(script: string): Promise<void> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) failed.push(script);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`== ${script}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  process.stdout.write(Buffer.concat(output));
}

async function runAll(): Promise<void> {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) await run(script);
}

await Promise.all(Array.from({ length: AT_A_TIME }, runAll));
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(', ')}\n`);
  process.exit(1);
}
