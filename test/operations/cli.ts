import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../support/program-environment.js';

const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** Output of a command. */
export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command in its own process. */
export async function runCli(settings: Record<string, string>, ...words: string[]): Promise<CliResult> {
  const child = spawn(process.execPath, [CLI, ...words], { env: programEnvironment(settings) });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, stdout, stderr };
}
