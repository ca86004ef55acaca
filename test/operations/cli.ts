import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../support/program-environment.js';

const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** What a command of the operator said. */
export interface Told {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command as the operator does, in a process of its own. */
export async function runCli(settings: Record<string, string>, ...words: string[]): Promise<Told> {
  const child = spawn(process.execPath, [CLI, ...words], { env: programEnvironment(settings) });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, stdout, stderr };
}
