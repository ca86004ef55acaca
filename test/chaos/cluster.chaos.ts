import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { REPORT } from '../access/world.js';
import { Client } from '../support/client.js';
import { finished } from '../support/scans.js';
import { Receiver } from '../webhooks/receiver.js';
import { Cluster } from './cluster.js';
import { endFaults } from './faults.js';
import { Fleet } from './fleet.js';
import { judge } from './oracle.js';
import { createOrganization } from './organization.js';
import { runSeed } from './seed.js';
import { Timeline } from './timeline.js';

const SEEDS = [1, 2, 3];
const NOTHING_WRONG = { lost: [], phantom: [], doubled: [], stuck: [] };

describe('two web and two worker processes under faults', () => {
  let cluster: Cluster;
  let fleet: Fleet;

  beforeAll(async () => {
    cluster = await Cluster.start();
    fleet = await Fleet.start(cluster);
  });
  afterAll(async () => {
    await fleet.stop();
    await cluster.stop();
  });

  it.each(SEEDS)('lose, invent, double and leave nothing, by seed %i', async (seed) => {
    const receiver = await Receiver.start();
    const timeline = new Timeline();
    onTestFailed(() => console.error(timeline.lines.join('\n')));
    try {
      const { lost, phantom, doubled, stuck } = await runSeed({ cluster, fleet, receiver }, seed, timeline);
      timeline.addSprung(await fleet.sprung());
      expect({ lost, phantom, doubled, stuck }).toEqual(NOTHING_WRONG);
    } finally {
      await receiver.close();
    }
  });

  it('keep the report of an import whose commit was not answered, and queue one scan of it', async () => {
    const receiver = await Receiver.start();
    await endFaults({ cluster, fleet, receiver });
    const { tenantId, tokens, prowlerId } = await createOrganization(fleet, receiver.url);
    await fleet.set('web-1', [{ point: 'database.statement.after', contains: 'commit', pass: 1, act: 'lose' }]);
    const admin = new Client(fleet.addressOf('web-1') ?? '', tokens.admin, false);
    const send = () => {
      const form = new FormData();
      form.set('file', new Blob([REPORT]), 'report.json');
      const headers = { 'idempotency-key': 'unanswered' };
      return admin.send('POST', `/api/org/integrations/${prowlerId}/import`, { body: form, headers });
    };
    try {
      expect((await send()).status).toBe(503);
      const again = await send();
      const { scan_job_id: id } = (again.body as { data: { scan_job_id: string } }).data;
      expect((await finished(admin, id)).status).toBe('completed');
      const scans = await cluster.query(`select id from scans where tenant_id = $1 and trigger = 'import'`, [tenantId]);
      expect(scans).toEqual([{ id }]);
      const [integration] = await cluster.query<{ key: string }>(
        'select import_key as key from integrations where id = $1',
        [prowlerId],
      );
      expect((await stat(join(fleet.dataDir, 'objects', integration?.key ?? 'none'))).size).toBeGreaterThan(0);
    } finally {
      await receiver.close();
    }
  });

  it('are judged by who notices what is taken away, what nobody asked for, and what is there twice', async () => {
    const receiver = await Receiver.start();
    const stage = { cluster, fleet, receiver };
    const { organization, calls } = await runSeed(stage, 4, new Timeline());
    const { tenantId } = organization;
    const acknowledged = calls.find(({ kind, ids }) => kind === 'assessment' && ids.length > 0);
    expect(acknowledged).toBeDefined();
    const copy = (details: string) =>
      cluster.query(
        `insert into assessments (id, tenant_id, universal_no, status, details, assessed_by)
         select gen_random_uuid(), tenant_id, universal_no, status, $2, assessed_by from assessments
         where tenant_id = $1 limit 1`,
        [tenantId, details],
      );
    try {
      await copy('nobody wrote this');
      await copy(acknowledged?.mark ?? '');
      const added = await judge(stage, organization, calls);
      expect([added.phantom.length, added.doubled.length]).toEqual([1, 1]);
      await cluster.query('delete from assessments where tenant_id = $1', [tenantId]);
      const ids = calls.flatMap((call) => (call.kind === 'assessment' ? call.ids : []));
      const removed = await judge(stage, organization, calls);
      expect(removed.lost.length).toBeGreaterThanOrEqual(new Set(ids).size);
    } finally {
      await receiver.close();
    }
  });
});
