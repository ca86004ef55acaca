import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { resultsOf, type ScanStatusBody } from '../support/scans.js';
import { ServiceProcess } from '../support/service-process.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';

/** Time in which a scan that lost its worker must end. Source: the contract. */
const RECOVERY_MS = 90_000;
const TIMEOUT_MS = 4 * 60_000;

type Running = ScanStatusBody & { progress: { percent: number } };

describe('the service as a process', () => {
  let service: ServiceProcess;
  let dataDir = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'process-'));
    service = new ServiceProcess(dataDir, { DEMO_SCAN_SECONDS: '4' });
    await service.start();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }, TIMEOUT_MS);

  /** Triggers a scan and waits until it is in the middle of its work. */
  async function scanInTheMiddle(client: Client): Promise<string> {
    const { body } = await client.post('/api/scans/trigger', {});
    const { scan_job_id: id } = (body as { data: { scan_job_id: string } }).data;
    await eventually(async () => {
      const { status, progress } = await client.rest<Running>(`/api/scans/${id}`);
      return status === 'running' && progress.percent >= 20 ? true : null;
    });
    return id;
  }

  /** Expects the scan to be completed once, with one result per control, and its objects to exist. */
  async function expectWhole(client: Client, id: string): Promise<void> {
    const scan = await eventually(async () => {
      const read = await client.rest<ScanStatusBody>(`/api/scans/${id}`);
      return read.status === 'completed' || read.status === 'failed' ? read : null;
    }, RECOVERY_MS);
    expect(scan).toMatchObject({ status: 'completed', total_controls: CONTROL_COUNT, failure_reason: null });
    const results = await resultsOf(client, id);
    expect(results).toHaveLength(CONTROL_COUNT);
    expect(new Set(results.map((result) => `${result.framework} ${result.control_id}`)).size).toBe(CONTROL_COUNT);
    expect(results.filter(({ status }) => status === 'pass')).toHaveLength(scan.passed_controls);
    expect(results.filter(({ status }) => status === 'fail')).toHaveLength(scan.failed_controls);
    const events = await service.query<{ event: string }>(
      `select event from outbox where data->>'scan_job_id' = $1 and event like 'scan.%'`,
      [id],
    );
    expect(events).toEqual([{ event: 'scan.completed' }]);
    await expectEvidence(results.filter(({ evidence_key: key }) => key !== null).length, id);
    expect(results.filter(({ evaluated, evidence_key: key }) => evaluated && key === null)).toEqual([]);
  }

  async function expectEvidence(count: number, scanId: string): Promise<void> {
    const evidence = await service.query<{ file_reference: string; size: string; sha256: string; parts: number }>(
      `select file_reference, size, sha256, (select count(*)::int from evidence_controls where evidence_id = evidence.id) as parts
       from evidence where scan_id = $1`,
      [scanId],
    );
    expect(evidence.map(({ parts }) => parts)).toEqual([count]);
    for (const { file_reference: key, size, sha256 } of evidence) {
      const bytes = await readFile(join(dataDir, 'objects', key));
      expect([String(bytes.length), createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
    }
  }

  it(
    'completes a scan once and whole after a kill in its middle and a restart',
    async () => {
      const id = await scanInTheMiddle(await service.logIn());
      expect(await service.end('SIGKILL')).toBeNull();
      await service.start();
      await expectWhole(await service.logIn(), id);
    },
    TIMEOUT_MS,
  );

  it(
    'exits with 0 at once when it is stopped in the middle of a scan, and completes the scan after a restart',
    async () => {
      const id = await scanInTheMiddle(await service.logIn());
      const stoppedAt = Date.now();
      expect(await service.end('SIGTERM')).toBe(0);
      // The longest grace that open requests have is 5 s; PostgreSQL stops too.
      expect(Date.now() - stoppedAt).toBeLessThan(20_000);
      await service.start();
      const [row] = await service.query<{ attempts: number }>('select attempts from scans where id = $1', [id]);
      expect(row?.attempts).toBeLessThanOrEqual(1);
      await expectWhole(await service.logIn(), id);
    },
    TIMEOUT_MS,
  );

  it(
    'still has its two scans, their order and its posture after both restarts',
    async () => {
      const client = await service.logIn();
      const scans = await client.rest<{ status: string }[]>('/api/scans');
      expect(scans.map(({ status }) => status)).toEqual(['completed', 'completed']);
      const [latest] = await service.query<{ elements: number; votes: number }>(
        `select count(distinct (universal_no, element))::int as elements, count(*)::int as votes from element_votes`,
      );
      expect(latest?.votes).toBeGreaterThan(0);
      expect(latest?.votes).toBe(latest?.elements);
      // What the demo's people assessed is older than these tests, which decide.
      const decided = await service.query<{ result: string; status: string }>(
        `select r.status as result, l.status
         from (select id, tenant_id from scans order by sequence desc limit 1) s
         join scan_results r on r.tenant_id = s.tenant_id and r.scan_id = s.id and r.status in ('pass', 'fail')
         left join lateral (
           select status from status_ledger
           where tenant_id = r.tenant_id and control_no = r.control_no order by sequence desc limit 1
         ) l on true`,
      );
      expect(decided.length).toBeGreaterThan(0);
      for (const { result, status } of decided) expect(status).toBe(result === 'fail' ? 'failed' : 'passed');
      const [doubled] = await service.query<{ count: number }>(
        `select count(*)::int as count from
           (select 1 from scan_results group by tenant_id, scan_id, control_no having count(*) > 1) twice`,
      );
      expect(doubled?.count).toBe(0);
    },
    TIMEOUT_MS,
  );
});
