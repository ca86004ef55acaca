import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announcedAddress } from '../support/announced.js';

const compiled = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`../../../test/connectors/fixtures/${name}`, import.meta.url));
const FRAMEWORKS = ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS'];

interface DemoResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

let dataDir: string;
/** Address of the service; empty when the demo starts one, on any free port. */
let address = '';

function start(script: string, ...words: string[]): ChildProcess {
  const env = { ...process.env };
  delete env.FORCE_COLOR;
  const settings = {
    DATA_DIR: dataDir,
    PORT: new URL(address || 'http://127.0.0.1:0').port,
    DEMO_SCAN_SECONDS: '2',
    LOG_LEVEL: 'warn',
    NO_COLOR: '1',
  };
  return spawn(process.execPath, [compiled(script), ...words], { env: { ...env, ...settings } });
}

async function demo(...words: string[]): Promise<DemoResult> {
  const child = start('cli/demo/main.js', ...words);
  if (!child.stdout || !child.stderr) throw new Error('the demo has no output');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, stdout, stderr };
}

async function isReady(): Promise<true | null> {
  const answer = await fetch(`${address}/readyz`).catch(() => null);
  return answer?.ok ? true : null;
}

/** Assured score, score, passed, failed and undecided of a framework's line. */
function scoreOf(stdout: string, framework: string): number[] {
  const numbers = new RegExp(`^ {2}${framework} +([\\d.]+) [█░]+ +([\\d.]+) +(\\d+) +(\\d+) +(\\d+)$`, 'm').exec(
    stdout,
  );
  return (numbers ?? []).slice(1).map(Number);
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'demo-'));
});

describe('the standalone demo', () => {
  let result: DemoResult;

  beforeAll(async () => {
    result = await demo();
  });

  it('runs all of its steps', () => {
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/One fix, [2-7] frameworks/);
    expect(result.stdout).toMatch(
      /✓ 7 frameworks scored live, \d+ failing controls found, one fix moves \d+ controls? of \d other/,
    );
  });

  it('shows progress that grows to 100 %, at most a line every five percent', () => {
    const percents = [...result.stdout.matchAll(/^ +(\d+) %/gm)].map(([, percent]) => Number(percent));
    expect(percents.at(-1)).toBe(100);
    for (const [index, percent] of percents.slice(1, -1).entries()) {
      expect(percent).toBeGreaterThanOrEqual((percents[index] ?? 0) + 5);
    }
  });

  it.each(FRAMEWORKS)(
    'shows of %s the assured score, then a score that is 100 × passed / all controls',
    (framework) => {
      const [assured, score = 0, passed = 0, failed = 0, undecided = 0] = scoreOf(result.stdout, framework);
      expect(passed).toBeGreaterThan(0);
      expect(failed).toBeGreaterThan(0);
      expect(assured).toBeLessThanOrEqual(score);
      expect(score).toBeCloseTo((100 * passed) / (passed + failed + undecided), 1);
    },
  );

  it('starts the service, stops it, and leaves no process running', async () => {
    const [, at, pid] = /Started the service at (\S+), process (\d+)/.exec(result.stdout) ?? [];
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    await expect(fetch(`${at}/readyz`)).rejects.toThrow('fetch failed');
  });

  it('prints no colors without a terminal, and no password', async () => {
    const file = await readFile(join(dataDir, 'demo-credentials.json'), 'utf8');
    const passwords = [...file.matchAll(/"password": "([^"]+)"/g)].map(([, password]) => password ?? '');
    expect(passwords.length).toBeGreaterThan(0);
    for (const password of passwords) expect(result.stdout).not.toContain(password);
    expect(result.stdout).not.toContain('\u001b');
  });
});

describe('the demo beside a running service', () => {
  let service: ChildProcess;

  beforeAll(async () => {
    service = start('main.js');
    address = await announcedAddress(service);
  });

  afterAll(async () => {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  });

  it('imports a report, prints its steps and leaves the service running', async () => {
    const result = await demo(fixture('prowler.ocsf.json'));
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('it will be left running');
    expect(result.stdout).toContain('Imported prowler.ocsf.json');
    expect(await isReady()).toBe(true);
  });

  it('finds an API key of the administrator beside the accounts', async () => {
    const file = JSON.parse(await readFile(join(dataDir, 'demo-credentials.json'), 'utf8')) as { api_key: string };
    const answer = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${file.api_key}`, 'content-type': 'application/json' },
      body: '{"query":"{ me { role } apiKeys { name status } }"}',
    });
    expect(await answer.json()).toEqual({
      data: { me: { role: 'admin' }, apiKeys: [{ name: 'Demo', status: 'active' }] },
    });
  });

  it('exits 1 with the error message of the service for an unreadable report', async () => {
    const broken = join(dataDir, 'broken.json');
    await writeFile(broken, '[{"class_uid": 2004, ');
    const result = await demo(broken);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/refused: 400 VALIDATION_FAILED.*\n +\/file: \S+/);
    expect(await isReady()).toBe(true);
  });

  it('reports another service when the account is unknown to it', async () => {
    const own = dataDir;
    dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'demo-'));
    const users = [{ email: 'admin@northwind.example', password: 'of another service', role: 'admin' }];
    await writeFile(join(dataDir, 'demo-credentials.json'), JSON.stringify({ users }));
    const result = await demo();
    dataDir = own;
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('it runs with another DATA_DIR');
  });
});

describe('the demo with wrong arguments', () => {
  it('exits 1 for a missing report, before it starts anything', async () => {
    const result = await demo('no-such-report.json');
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('no report file no-such-report.json');
  });

  it('exits 1 with its usage for more than one argument', async () => {
    expect(await demo('one.json', 'two.json')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('usage: npm run demo'),
    });
  });
});
