import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT } from '../access/world.js';
import { storeTracker } from '../access/world-tickets.js';
import { controlId, frameworkId, universalControlId } from '../catalogue/shipped.js';
import type { Answer, Client } from '../support/client.js';
import { connect, finished, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

/** A path that takes a key, its request, the table that it adds to, and how many rows. */
interface Path {
  path: string;
  send: (key: string) => Promise<Answer>;
  table: string;
  adds: number;
}

const idOf = ({ body }: Answer) => {
  const { data } = body as { data: { id?: string; scan_job_id?: string; results?: { assessment: { id: string } }[] } };
  return data.id ?? data.scan_job_id ?? data.results?.map(({ assessment }) => assessment.id).join();
};

describe('a request with an Idempotency-Key that ended between its commit and its answer', () => {
  let service: TestService;
  let admin: Client;
  let paths: Path[];
  /** Text of the statement that fails while it is set. */
  let failing: RegExp | null = null;

  beforeAll(async () => {
    const rewrite = (text: string) => (failing?.test(text) === true ? 'select 1 / 0' : text);
    service = await startService({ settings: { allowsPrivateWebhooks: true }, rewrite });
    ({ admin } = service.a);
    await connect(admin, 'demo');
    const prowler = await connect(admin, 'prowler');
    await runScan(admin);
    const [first, second] = [universalControlId('UCF-AUT-01'), universalControlId('UCF-AUT-02')];
    const post = (path: string, table: string, body?: object, adds = 1): Path => ({
      path,
      send: (key) => admin.post(path, body, { 'idempotency-key': key }),
      table,
      adds,
    });
    const upload = (path: string, table: string, content: string): Path => ({
      path,
      send: (key) => {
        const form = new FormData();
        form.set('file', new Blob([content]), 'file.json');
        return admin.send('POST', path, { body: form, headers: { 'idempotency-key': key } });
      },
      table,
      adds: 1,
    });
    const report = await admin.post('/api/reports/generate', { framework: 'SOC 2', format: 'csv' });
    const about = { control_id: controlId('soc2', 'CC6.1'), title: 'Look into it' };
    const workItem = await admin.post('/api/work-items', about);
    const { id: userId } = (await admin.data<{ me: { id: string } }>('{ me { id } }')).me;
    const trackerId = await storeTracker(service.database, { tenantId: service.a.tenantId, userId });
    paths = [
      post('/api/work-items', 'work_items', about),
      post(`/api/work-items/${idOf(workItem) ?? ''}/comments`, 'work_item_comments', { text: 'Seen.' }),
      post(`/api/work-items/${idOf(workItem) ?? ''}/tickets`, 'tickets', { tracker_id: trackerId }),
      post(`/api/reports/${idOf(report) ?? ''}/regenerate`, 'reports'),
      post('/api/scans/trigger', 'scans', { framework_id: frameworkId('soc2') }),
      post('/api/ucf/assessments', 'assessments', { universal_control_id: first, status: 'compliant' }),
      post(
        '/api/ucf/assessments/bulk',
        'assessments',
        { assessments: [first, second].map((id) => ({ universal_control_id: id, status: 'compliant' })) },
        2,
      ),
      post('/api/reports/generate', 'reports', { framework: 'SOC 2', format: 'csv' }),
      post('/api/notification-rules', 'notification_rules', { name: 'What fails', events: ['control_failed'] }),
      post('/api/webhooks', 'webhooks', { url: 'https://127.0.0.1:9/', events: ['*'], secret: 'a secret of the test' }),
      post('/api/org/integrations', 'integrations', { type: 'demo', name: 'Another' }),
      upload('/api/evidence/upload', 'evidence', 'What was seen.'),
      upload(`/api/org/integrations/${prowler}/import`, 'scans', REPORT),
    ];
  });
  afterAll(() => service.stop());

  /** Rows of a table that requests add to; artifacts of scans are none of them. */
  const countOf = async (table: string) => {
    const where = table === 'evidence' ? `where type = 'manual'` : '';
    const [row] = await service.database.query<{ count: number }>(
      `select count(*)::int as count from ${table} ${where}`,
    );
    return row?.count ?? -1;
  };
  /** As if the process had ended before the answer was stored, and the lease had run out. */
  const crashed = (key: string) =>
    service.database.query(
      `update idempotency_keys set answer = null, lease_expires_at = now() - interval '1 second' where key = $1`,
      [key],
    );

  it('is carried out once on every path, and its repetition says what was done', async () => {
    for (const [index, { path, send, table, adds }] of paths.entries()) {
      const key = `crash ${index}`;
      const before = await countOf(table);
      const first = await send(key);
      expect([path, first.status < 300]).toEqual([path, true]);
      await crashed(key);
      const again = await send(key);
      expect([path, again.status, again.text]).toEqual([path, first.status, expect.any(String)]);
      expect([path, idOf(again)]).toEqual([path, idOf(first)]);
      expect([path, (await countOf(table)) - before]).toEqual([path, adds]);
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
      const third = await send(key);
      expect([third.status, third.headers.get('idempotency-replayed')]).toEqual([first.status, 'true']);
    }
  });

  it('is every path that takes a key but the invitation, which is renewed', () => {
    const known = paths.map(({ path }) => path.replace(/[0-9a-f-]{36}/, '{id}'));
    const taking = service.app.routes.filter(({ isIdempotent }) => isIdempotent).map(({ path }) => path);
    expect([...known, '/api/org/members/invite'].toSorted()).toEqual(taking.toSorted());
  });

  it('is refused to another request with its key', async () => {
    await admin.post('/api/scans/trigger', {}, { 'idempotency-key': 'other' });
    await crashed('other');
    const before = await countOf('scans');
    const other = await admin.post(
      '/api/scans/trigger',
      { framework_id: frameworkId('hipaa') },
      { 'idempotency-key': 'other' },
    );
    expect([other.status, (await countOf('scans')) - before]).toEqual([400, 0]);
    const same = await admin.post('/api/scans/trigger', {}, { 'idempotency-key': 'other' });
    expect([same.status, (await countOf('scans')) - before]).toEqual([202, 0]);
  });

  it('is answered at once when it failed after its commit, by what had been done', async () => {
    const before = await countOf('webhooks');
    const { send } = paths.find(({ path }) => path === '/api/webhooks') ?? { send: () => Promise.reject(new Error()) };
    failing = /^select .* from "webhooks"/s;
    const failed = await send('failed');
    failing = null;
    expect(failed.status).toBe(500);
    const again = await send('failed');
    expect([again.status, (await countOf('webhooks')) - before]).toEqual([201, 1]);
  });

  it('does nothing where another attempt has taken over meanwhile', async () => {
    // The claim changes hands while the request works: its lease had run out.
    const key = 'taken';
    const before = await countOf('scans');
    const take = (text: string, values: unknown[] = []) => service.database.query(text, values);
    await admin.post('/api/scans/trigger', {}, { 'idempotency-key': key });
    await take(`update idempotency_keys set answer = null, effect = null, lease_expires_at = now() where key = $1`, [
      key,
    ]);
    await take(
      `create function take_over() returns trigger language plpgsql as $$
       begin update idempotency_keys set id = gen_random_uuid() where key = 'taken'; return new; end $$`,
    );
    await take(`create trigger taken_over after insert on scans for each row execute function take_over()`);
    try {
      const late = await admin.post('/api/scans/trigger', {}, { 'idempotency-key': key });
      expect(late.status).toBe(409);
    } finally {
      await take('drop trigger taken_over on scans');
      await take('drop function take_over');
    }
    expect((await countOf('scans')) - before).toBe(1);
  });

  it('has its scans completed once each', async () => {
    const scans = await service.database.query<{ id: string }>('select id from scans where tenant_id = $1', [
      service.a.tenantId,
    ]);
    for (const { id } of scans) expect((await finished(admin, id)).status).toBe('completed');
    const [ends] = await service.database.query<{ count: number }>(
      `select count(*)::int as count from outbox where event = 'scan.completed'`,
    );
    expect(ends?.count).toBe(scans.length);
  });
});
