import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { ServiceProcess } from '../support/service-process.js';
import { eventually } from '../support/eventually.js';
import { createWebhook } from '../webhooks/webhooks.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';

const HISTORY_MS = 180_000;
const ASSESS = 'mutation ($i: CreateAssessmentInput!) { createAssessment(input: $i) { assessment { id } } }';

/** Code of a universal control that is compliant in the history. */
const ASSESSED_BY_AUDITOR = 'UCF-AWT-01';

interface ScanRow {
  id: string;
  sequence: number;
  status: string;
  created_at: Date;
  completed_at: Date | null;
  results: number;
}

interface LedgerRow {
  control_no: number;
  previous_status: string;
  status: string;
  changed_at: Date;
  scan_id: string | null;
}

describe('a first start that is killed while it writes the demo history', () => {
  let service: ServiceProcess;
  let admin: Client;
  /** Id of the user's scan, triggered while the history is written. */
  let scanId: string;
  let assessmentId: string;
  let webhookId: string;

  const scans = () =>
    service.query<ScanRow>(`
      select id, sequence, status, created_at, completed_at,
        (select count(*)::int from scan_results r where r.scan_id = scans.id) as results
      from scans order by sequence`);
  const isPending = async () => {
    const answer = await admin.data<{ organization: { isHistoryPending: boolean } }>(
      '{ organization { isHistoryPending } }',
    );
    return answer.organization.isHistoryPending;
  };

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'killed-demo-'));
    const demo = { DEMO: 'on', DEMO_SCAN_SECONDS: '0', WEBHOOK_ALLOW_PRIVATE: 'on' };
    // An assessment waits until the history is written: on a busy machine longer than a request may by default.
    const limits = { DATABASE_LOCK_SECONDS: '120', DATABASE_STATEMENT_SECONDS: '120' };
    service = new ServiceProcess(dataDir, { ...demo, ...limits });
  });
  afterAll(() => service.end('SIGTERM'));

  it(
    'is ready with the first scan of the history, and says that the rest is pending',
    async () => {
      await service.start();
      admin = await service.logIn();
      expect(await isPending()).toBe(true);
      expect(await scans()).toMatchObject([{ status: 'completed', results: CONTROL_COUNT }]);
    },
    HISTORY_MS,
  );

  it('leaves no step half-written', async () => {
    await service.end('SIGKILL');
    expect(await scans()).toHaveLength(1);
  });

  it(
    'lets users trigger scans, assess and subscribe while the next start writes the history',
    async () => {
      await service.start();
      admin = await service.logIn();
      const { status, body } = await admin.post('/api/scans/trigger', {});
      expect(status).toBe(202);
      scanId = (body as { data: { scan_job_id: string } }).data.scan_job_id;
      webhookId = (await createWebhook(admin, 'http://127.0.0.1:9/')).id;
      expect(await isPending()).toBe(true);
      const { universalControls } = await admin.data<{ universalControls: { id: string; code: string }[] }>(
        '{ universalControls { id code } }',
      );
      const universalControlId = universalControls.find(({ code }) => code === ASSESSED_BY_AUDITOR)?.id;
      const i = { universalControlId, status: 'non_compliant' };
      const assessed = await admin.data<{ createAssessment: { assessment: { id: string } } }>(ASSESS, { i });
      assessmentId = assessed.createAssessment.assessment.id;
      expect(await isPending()).toBe(false);
    },
    HISTORY_MS,
  );

  it('numbers the scans of the history once, in the order of time, and those of users after them', async () => {
    await eventually(async () => ((await scans()).at(-1)?.completed_at ? true : null), HISTORY_MS);
    const all = await scans();
    expect(all.map(({ sequence, status, results }) => ({ sequence, status, results }))).toEqual(
      Array.from({ length: 15 }, (_, index) => ({ sequence: index + 1, status: 'completed', results: CONTROL_COUNT })),
    );
    expect(all.at(-1)?.id).toBe(scanId);
    const moments = all.flatMap(({ created_at, completed_at }) => [created_at, completed_at]);
    expect(moments).toEqual(moments.toSorted((one, other) => Number(one) - Number(other)));
  });

  it('has a ledger in the order of time, in which each change begins where the one before it ended', async () => {
    const ledger = await service.query<LedgerRow>(
      'select control_no, previous_status, status, changed_at, scan_id from status_ledger order by sequence',
    );
    const times = ledger.map(({ changed_at }) => changed_at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const statuses = new Map<number, string>();
    for (const { control_no, previous_status, status } of ledger) {
      expect(previous_status).toBe(statuses.get(control_no) ?? 'not_assessed');
      statuses.set(control_no, status);
    }
  });

  it('has the statuses of the newest decisions in the posture', async () => {
    const differing = await service.query(`
      select distinct on (l.control_no) l.control_no from status_ledger l join postures p on p.tenant_id = l.tenant_id
      where status_code(p.statuses, l.control_no) <>
        array_position(array['not_assessed', 'passed', 'failed', 'not_applicable'], l.status) - 1
        and l.sequence = (select max(sequence) from status_ledger m where m.control_no = l.control_no)`);
    expect(differing).toEqual([]);
    const byAssessment = await service.query<LedgerRow>(
      'select previous_status, status from status_ledger where assessment_id = $1',
      [assessmentId],
    );
    expect(byAssessment).not.toEqual([]);
    expect(byAssessment).toEqual(byAssessment.map(() => ({ previous_status: 'passed', status: 'failed' })));
  });

  it('has an audit trail in the order of time', async () => {
    const trail = await service.query<{ at: Date }>('select at from audit_log order by sequence');
    expect(trail.map(({ at }) => at)).toEqual(trail.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime()));
  });

  it('delivers no event of the history to a webhook that was created meanwhile', async () => {
    const delivered = await service.query<{ scan: string | null }>(
      `select body::jsonb -> 'data' ->> 'scan_job_id' as scan from webhook_deliveries where webhook_id = $1`,
      [webhookId],
    );
    expect(new Set(delivered.flatMap(({ scan }) => scan ?? []))).toEqual(new Set([scanId]));
  });

  it('lets the scan of a user change something: new failures, and repairs of which some pass again', async () => {
    const [moved] = await service.query<{ broken: number; mended: number; passing: number }>(
      `select count(*) filter (where status = 'failed' and previous_status <> 'failed')::int as broken,
         count(*) filter (where status <> 'failed' and previous_status = 'failed')::int as mended,
         count(*) filter (where status = 'passed' and previous_status = 'failed')::int as passing
       from status_ledger where scan_id = $1`,
      [scanId],
    );
    expect(moved?.broken).toBeGreaterThan(5);
    expect(moved?.mended).toBeGreaterThanOrEqual(5);
    expect(moved?.passing).toBeGreaterThan(0);
  });
});
