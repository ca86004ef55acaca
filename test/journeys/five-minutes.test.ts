import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { announcedAddress } from '../support/announced.js';

const run = promisify(execFile);
const FIVE_MINUTES = join(SOURCE_ROOT, '../docs/five-minutes.md');
const SERVICE = join(SOURCE_ROOT, '../dist/src/main.js');

let service: ChildProcess;
let address: string;
/** Directory of a reader, with `.data` in it. */
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'readme-'));
  const dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'data-'));
  await symlink(dataDir, join(directory, '.data'));
  const settings = { DATA_DIR: dataDir, PORT: '0', DEMO: 'without-history', DEMO_SCAN_SECONDS: '2', LOG_LEVEL: 'warn' };
  service = spawn(process.execPath, [SERVICE], { env: { ...process.env, NODE_OPTIONS: '', ...settings } });
  address = await announcedAddress(service);
});
afterAll(async () => {
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
});

describe('the five minutes of docs/five-minutes.md', () => {
  it('run as they are written', async () => {
    const [, script = ''] =
      /\*\*By hand\*\*[\s\S]*?```sh\n([\s\S]*?)```/.exec(await readFile(FIVE_MINUTES, 'utf8')) ?? [];
    expect(script).toContain('BASE=http://127.0.0.1:4000');
    const words = `set -euo pipefail\n${script.replace('http://127.0.0.1:4000', address)}`;

    const { stdout } = await run('bash', ['-c', words], { cwd: directory });

    expect(stdout).toMatch(/"scanProgress":\{"status":"completed","percent":100,/);
    expect(stdout).toMatch(/"status":"fail"/);
    expect(stdout).toMatch(/"universalControl":\{"code":"UCF-/);
    const report = await readFile(join(directory, 'gap-analysis.pdf'));
    expect(report.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  });

  it('leave at least one passed and one failed control in each of the seven frameworks', async () => {
    const file = await readFile(join(directory, '.data/demo-credentials.json'), 'utf8');
    const { api_key: key } = JSON.parse(file) as { api_key: string };
    const answer = await fetch(`${address}/api/ucf/scorecard`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await answer.json()) as {
      data: { frameworks: { framework: string; passed_controls: number; failed_controls: number }[] };
    };
    expect(data.frameworks).toHaveLength(7);
    for (const { passed_controls: passed, failed_controls: failed } of data.frameworks) {
      expect(passed).toBeGreaterThan(0);
      expect(failed).toBeGreaterThan(0);
    }
  });
});
