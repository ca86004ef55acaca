import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { eventually } from '../support/eventually.js';
import { connect, finished, resultsOf, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { allOf, overSocket, overStream, type Live } from './live.js';
import { scanEvents } from './terminal.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

interface Progress {
  scanProgress: { sequence: number; status: string; percent: number; passedControls: number };
}

const PROGRESS = `subscription ($id: ID!) { scanProgress(scanId: $id) { sequence status percent passedControls } }`;

/** A web process and a worker process that share a database and a folder of objects. */
describe('a web process and a worker process', () => {
  let web: TestService;
  let worker: App | null = null;
  const listeners: Live[] = [];

  beforeAll(async () => {
    web = await startService({ content: contentOfOneSystem(), settings: { role: 'web', demoScanSeconds: 2 } });
    await connect(web.a.admin, 'demo');
  });
  afterAll(async () => {
    for (const listener of listeners) await listener.close();
    await worker?.stop();
    await web.stop();
  });

  it('run a scan whose wake-up was lost once a worker starts, and notify subscribers of web', async () => {
    const { body } = await web.a.member.post('/api/scans/trigger', {});
    const { scan_job_id: id } = (body as { data: { scan_job_id: string } }).data;
    listeners.push(overSocket(web.a.auditor), overStream(web.a.member));
    const received = Promise.all(listeners.map((listener) => allOf(listener.subscribe<Progress>(PROGRESS, { id }))));
    expect(await web.a.member.rest(`/api/scans/${id}`)).toMatchObject({ status: 'queued', started_at: null });

    const lost = await web.database.query(`delete from agenda.agenda_jobs where name = 'scan.run' returning 1`);
    expect(lost).toHaveLength(1);
    worker = await createApp({
      content: web.content,
      config: { ...web.config, role: 'worker', port: 0 },
      log: createLog('silent'),
    });
    await worker.start();
    for (const events of await received) {
      const progress = events.map(({ data }) => data?.scanProgress);
      expect(progress[0]).toMatchObject({ status: 'queued', percent: 0 });
      expect(progress.some((event) => event?.status === 'running' && event.percent > 0)).toBe(true);
      expect(progress.at(-1)).toMatchObject({ status: 'completed', percent: 100 });
      const sequences = progress.map((event) => event?.sequence ?? -1);
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    }
    const scan = await finished(web.a.member, id);
    expect(await resultsOf(web.a.member, id)).toHaveLength(CONTROL_COUNT);
    expect(scan.passed_controls).toBeGreaterThan(0);
    expect(await scanEvents(web, web.a.tenantId)).toHaveLength(1);
  });

  it('run a scan that is triggered on web at once, and cancel it from web', async () => {
    const { body } = await web.a.member.post('/api/scans/trigger', {});
    const { scan_job_id: id } = (body as { data: { scan_job_id: string } }).data;
    await eventually(async () => {
      const { status } = await web.a.member.rest<ScanStatusBody>(`/api/scans/${id}`);
      return status === 'running' ? true : null;
    });
    await web.a.member.data('mutation ($id: ID!) { cancelScan(input: { scanId: $id }) { scan { id } } }', { id });
    expect(await finished(web.a.member, id)).toMatchObject({ status: 'failed', failure_reason: { code: 'CANCELLED' } });
  });
});
