import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../support/service-process.js';
import { Client } from '../support/client.js';
import { runScan } from '../support/scans.js';
import { statusOf } from '../support/status-of.js';
import { runCli } from './cli.js';

const TIMEOUT_MS = 3 * 60_000;
const OLD = 'the old key '.repeat(4);
const NEW = 'the new key '.repeat(4);
const PROFILE = '/api/org/profile';

/** An embedded cluster during a change of SECRET_KEY. */
describe('a service whose SECRET_KEY is changed', () => {
  let dataDir: string;
  let service: ServiceProcess;
  let before: Client;
  let link: string;
  let isRunning = false;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'rotation-'));
    await restart({ SECRET_KEY: OLD });
    before = await service.logIn();
    await runScan(before);
    const [evidence] = await before.rest<{ id: string }[]>('/api/evidence?limit=1');
    link = (await before.rest<{ download_url: string }>(`/api/evidence/${evidence?.id ?? ''}`)).download_url;
  }, TIMEOUT_MS);
  afterAll(() => service.end('SIGTERM'), TIMEOUT_MS);

  async function restart(settings: Record<string, string>): Promise<void> {
    if (isRunning) expect(await service.end('SIGTERM')).toBe(0);
    service = new ServiceProcess(dataDir, { DEMO_SCAN_SECONDS: '0', ...settings });
    await service.start();
    isRunning = true;
  }

  /** Client with a token from before, on the current port of the service. */
  const withOldToken = () => new Client(service.baseUrl, before.token);
  const statusOfOldLink = () => {
    const { pathname, search } = new URL(link);
    return statusOf(service.baseUrl + pathname + search);
  };
  const roles = () => service.query<{ rolname: string }>(`select rolname from pg_roles where rolname ~ '^crosswalk_'`);

  it(
    'starts with the old one beside it, and accepts tokens and links that were signed before',
    async () => {
      await restart({ SECRET_KEY: NEW, PREVIOUS_SECRET_KEYS: OLD });
      expect(await withOldToken().get(PROFILE)).toMatchObject({ status: 200 });
      expect(await statusOfOldLink()).toBe(200);
      expect(await (await service.logIn()).get(PROFILE)).toMatchObject({ status: 200 });
      expect(await roles()).toHaveLength(2);
    },
    TIMEOUT_MS,
  );

  it(
    'accepts nothing of the old one once that is removed, and drops its database role on command',
    async () => {
      await restart({ SECRET_KEY: NEW });
      expect(await withOldToken().get(PROFILE)).toMatchObject({ status: 401 });
      expect(await statusOfOldLink()).toBe(404);
      const client = await service.logIn();
      const result = await runCli({ DATA_DIR: dataDir, SECRET_KEY: NEW }, 'secrets', 'retire');
      expect(result).toMatchObject({ code: 0, stderr: '' });
      expect(result.stdout).toMatch(/database role crosswalk_[0-9a-f]{8} was dropped/);
      expect(await roles()).toHaveLength(1);
      expect(await client.get(PROFILE)).toMatchObject({ status: 200 });
    },
    TIMEOUT_MS,
  );
});
