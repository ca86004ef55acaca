import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceProcess } from '../support/service-process.js';
import { eventually } from '../support/eventually.js';

interface ScanRow {
  status: string;
  created_at: Date;
  completed_at: Date | null;
  results: number;
}

describe('a first start that is killed while it makes the demo history', () => {
  let service: ServiceProcess;

  const scans = () =>
    service.query<ScanRow>(`
      select status, created_at, completed_at,
        (select count(*)::int from scan_results r where r.scan_id = scans.id) as results
      from scans order by sequence`);

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'killed-demo-'));
    service = new ServiceProcess(dataDir, { DEMO: 'on', DEMO_SCAN_SECONDS: '0' });
  });
  afterAll(() => service.end('SIGTERM'));

  it('leaves a scan half-way', async () => {
    const isOver = expect(service.start()).rejects.toThrow('SIGKILL');
    await eventually(async () => {
      const begun = await scans().catch(() => []);
      return begun.length >= 3 && begun.at(-1)?.status === 'running' ? true : null;
    }, 90_000);
    await service.end('SIGKILL');
    await isOver;
    expect((await scans()).at(-1)?.status).toBe('running');
  }, 120_000);

  it('is mended by the next one: every scan is whole, in order, and in the past', async () => {
    await service.start();
    const all = await scans();
    expect(all).toHaveLength(14);
    expect(all.filter(({ status, results }) => status !== 'completed' || results !== 1_039)).toEqual([]);
    const moments = all.flatMap(({ created_at, completed_at }) => [created_at, completed_at]);
    expect(moments).toEqual(moments.toSorted((one, other) => Number(one) - Number(other)));
    expect(Number(moments.at(-1))).toBeLessThan(Date.now());
  }, 180_000);

  it('lets a scan by hand change something: new failures and repairs', async () => {
    const admin = await service.logIn();
    await admin.post('/api/scans/trigger', {});
    const last = await eventually(async () => {
      const scan = (await scans()).at(14);
      return scan?.completed_at ? scan : null;
    });
    expect(last.status).toBe('completed');
    const [moved] = await service.query<{ broken: number; mended: number }>(`
      select count(*) filter (where status = 'failed')::int as broken, count(*) filter (where status = 'passed')::int as mended
      from status_ledger where scan_id = (select id from scans order by sequence desc limit 1)`);
    expect(moved?.broken).toBeGreaterThan(5);
    expect(moved?.mended).toBeGreaterThan(5);
  }, 60_000);
});
