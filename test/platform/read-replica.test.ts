import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client as DatabaseClient, DatabaseError } from 'pg';
import { pino } from 'pino';
import { someCause } from '../../src/platform/database/database-errors.js';
import { sql } from '../../src/platform/database/database.js';
import { readSnapshot } from '../../src/platform/database/read-replica.js';
import { serviceRole } from '../../src/platform/database/service-role.js';
import { statement } from '../../src/platform/database/statement.js';
import { scanPage } from '../../src/modules/scans/scan.sql.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { ReplicatedDatabase } from '../support/replicated.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { costOf } from '../support/statements.js';
import { assess } from '../ucf/assessments.js';

const METRICS_TOKEN = 'a-token-for-whoever-scrapes';
const LAG_MS_MAX = 10_000;
const [universalControl] = catalogueOf().universalControls;

/** Reads that may be stale, by name; `%` is the id of a scan. */
const READS: Readonly<Record<string, string>> = {
  'the history of scores': '{ scoreHistory { scope points { score } } }',
  'the history of statuses': '{ statusChanges(first: 5) { totalCount nodes { id } } }',
  'a comparison of two moments': '{ compare(from: "2020-01-01T00:00:00Z", to: "2021-01-01T00:00:00Z") { from } }',
  'the posture of a moment': '{ scorecard(asOf: "2020-01-01T00:00:00Z") { overallScore } }',
  'the audit trail': '{ auditLog(first: 5) { totalCount nodes { action } } }',
  scans: '{ scans(first: 5) { totalCount nodes { id } } }',
  'scans of a status': '{ scans(first: 5, statuses: [completed]) { totalCount nodes { id } } }',
  'results of a scan': '{ scanResults(scanId: "%", first: 5) { totalCount nodes { id } } }',
  findings: '{ findings(first: 5) { totalCount nodes { id } } }',
};

describe('a service with a replica', () => {
  let replicated: ReplicatedDatabase;
  let service: TestService;
  const messages: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => messages.push((JSON.parse(line) as { msg: string }).msg) });
  const scans = new Map<TestTenant, string>();

  beforeAll(async () => {
    replicated = await ReplicatedDatabase.start();
    const { database, readUrl } = replicated;
    const settings = { databaseReadUrl: readUrl, databaseReadLagMs: LAG_MS_MAX, metricsToken: METRICS_TOKEN };
    service = await startService({ database, settings, log });
    for (const tenant of [service.a, service.b]) {
      await connect(tenant.admin, 'demo');
      scans.set(tenant, (await runScan(tenant.admin)).id);
    }
  });
  afterAll(async () => {
    await service.stop();
    await replicated.stop();
  });

  const counts = () => ({
    ...(service.app.database.replicaUse()?.reads ?? { replica: 0, own_write: 0, behind: 0, away: 0 }),
  });
  const ask = (tenant: TestTenant, read: string) =>
    tenant.admin.data<Record<string, unknown>>(read.replace('%', scans.get(tenant) ?? ''));

  /** Waits until reads of both organizations go to the replica. */
  async function settled(): Promise<void> {
    for (const tenant of [service.a, service.b]) {
      await eventually(async () => {
        const before = counts().replica;
        await ask(tenant, '{ scans(first: 1) { nodes { id } } }');
        return counts().replica > before ? true : null;
      });
    }
  }

  /** What `work` adds to the numbers of reads. */
  async function counted(work: () => Promise<unknown>) {
    const before = counts();
    await work();
    const after = counts();
    return {
      replica: after.replica - before.replica,
      primary: after.own_write + after.behind + after.away - before.own_write - before.behind - before.away,
    };
  }

  const metric = async (name: string, label?: string) => {
    const { text } = await new Client(service.baseUrl, METRICS_TOKEN).get('/metrics');
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(label === undefined ? `${name} ` : `${name}{`) && line.includes(label ?? ''))
        ?.split(' ')
        .at(-1),
    );
  };

  it.each(Object.entries(READS))('reads reports and histories from the replica: %s', async (_name, read) => {
    await settled();
    const { replica, primary } = await counted(() => ask(service.a, read));
    expect(primary).toBe(0);
    expect(replica).toBeGreaterThan(0);
  });

  it('reads reports and histories from the replica: facts of a report, a file of the trail, findings as CSV', async () => {
    await settled();
    const report = await counted(() =>
      service.a.admin.post('/api/reports/generate', { framework: 'SOC 2', report_type: 'compliance_summary' }),
    );
    // The scan, and all the facts in one transaction.
    expect(report).toEqual({ replica: 2, primary: 0 });
    await settled();
    const trail = await counted(() =>
      service.a.admin.data('mutation { exportAuditLog(input: {}) { export { entries } } }'),
    );
    expect(trail).toEqual({ replica: 1, primary: 0 });
    await settled();
    const csv = await counted(() => service.a.admin.get('/api/findings', { accept: 'text/csv' }));
    expect(csv.primary).toBe(0);
    expect(csv.replica).toBeGreaterThan(0);
    const { name } = serviceRole(service.config.secretKey);
    const sent = await replicated.standby.query<{ query: string }>(
      `select query from pg_stat_activity where usename = '${name}'`,
    );
    expect(sent.map(({ query }) => query).join()).toMatch(/findings|scans|status_ledger/);
  });

  it('reads its own write', async () => {
    await settled();
    await replicated.standby.query('select pg_wal_replay_pause()');
    try {
      for (let round = 0; round < 5; round += 1) {
        const details = `round ${round}`;
        await assess(service.a.admin, universalControl?.id ?? '', 'compliant', { details });
        const { auditLog } = (await ask(
          service.a,
          '{ auditLog(first: 1, action: "assessment") { nodes { after } } }',
        )) as { auditLog: { nodes: object[] } };
        expect(JSON.stringify(auditLog)).toContain(details);
      }
      // Who has written nothing may read from the replica.
      expect(await counted(() => ask(service.b, READS['the audit trail'] ?? ''))).toEqual({ replica: 2, primary: 0 });
    } finally {
      await replicated.standby.query('select pg_wal_replay_resume()');
    }
    await settled();
  });

  it('reads its own write: what follows a change in one request comes from the primary', async () => {
    await settled();
    const { database } = service.app;
    const { tenantId } = service.b;
    const seen = await counted(() =>
      database.forRequest(() =>
        database.within({ kind: 'tenant', tenantId }, async () => {
          const em = database.fork();
          const page = { tenantId, after: null, offset: 0, limit: 1 };
          await scanPage.all(em, page);
          await em.transactional((inside) => changed.run(inside, { tenantId }));
          await scanPage.all(em, page);
        }),
      ),
    );
    expect(seen).toEqual({ replica: 1, primary: 1 });
  });

  it('reads from the primary what another process has reported', async () => {
    await settled();
    await replicated.standby.query('select pg_wal_replay_pause()');
    try {
      const change = { topic: 'scan', tenantId: service.a.tenantId, id: scans.get(service.a) };
      await service.database.query(`select pg_notify('crosswalk', $1)`, [JSON.stringify(change)]);
      const before = counts().own_write;
      await eventually(async () => {
        await ask(service.a, '{ scans(first: 1) { nodes { id } } }');
        return counts().own_write > before ? true : null;
      });
    } finally {
      await replicated.standby.query('select pg_wal_replay_resume()');
    }
  });

  it('keeps tenants apart on the replica', async () => {
    await settled();
    const asked = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? service.a : service.b));
    const read = '{ scans(first: 5) { nodes { id } } }';
    const seen = await counted(async () => {
      const answers = await Promise.all(asked.map((tenant) => ask(tenant, read)));
      expect(answers).toEqual(asked.map((tenant) => ({ scans: { nodes: [{ id: scans.get(tenant) }] } })));
    });
    expect(seen).toEqual({ replica: 40, primary: 0 });
    const { database } = service.app;
    // A statement that names no organization.
    const found = ({ tenantId }: TestTenant) =>
      database.within({ kind: 'tenant', tenantId }, () => everyScan.all(database.fork()));
    const unnamed = await counted(async () => {
      expect(await found(service.a)).toEqual([{ id: scans.get(service.a) }]);
      expect(await found(service.b)).toEqual([{ id: scans.get(service.b) }]);
    });
    expect(unnamed).toEqual({ replica: 2, primary: 0 });
    const { name, password } = serviceRole(service.config.secretKey);
    const { pathname } = new URL(service.database.url);
    const unscoped = new DatabaseClient(
      `postgres://${name}:${password}@${new URL(replicated.readUrl).host}${pathname}`,
    );
    await unscoped.connect();
    expect((await unscoped.query('select id from scans')).rows).toEqual([]);
    await unscoped.end();
  });

  it('reads from the primary while the replica is away or behind: behind', async () => {
    await settled();
    const scanId = scans.get(service.a) ?? '';
    await replicated.standby.query('select pg_wal_replay_pause()');
    try {
      // By nobody of whom this process knows.
      await service.database.query(`update scan_results set finding = 'changed elsewhere' where scan_id = $1`, [
        scanId,
      ]);
      const read = async () =>
        JSON.stringify(await ask(service.a, '{ scanResults(scanId: "%", first: 1) { nodes { finding } } }'));
      expect(await read()).not.toContain('changed elsewhere');
      await eventually(async () => ((await read()).includes('changed elsewhere') ? true : null));
      expect(counts().behind).toBeGreaterThan(0);
      expect(await service.anonymous.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
      await eventually(() =>
        Promise.resolve(messages.includes('all reads go to the primary: the replica is too far behind') ? true : null),
      );
      expect(await metric('crosswalk_read_replica_used')).toBe(0);
    } finally {
      await replicated.standby.query('select pg_wal_replay_resume()');
    }
    await settled();
    expect(await metric('crosswalk_read_replica_used')).toBe(1);
  });

  it('reads from the primary while the replica is away or behind: away', async () => {
    await settled();
    await replicated.standby.stop();
    for (const read of Object.values(READS)) await ask(service.a, read);
    expect(counts().away).toBeGreaterThan(0);
    expect(await service.anonymous.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(messages).toContain('all reads go to the primary: the replica is away');
    expect(await metric('crosswalk_stale_reads_total', 'away')).toBeGreaterThan(0);
    await replicated.standby.start();
    await settled();
  });

  it('refuses to write on the replica', async () => {
    await settled();
    const { database } = service.app;
    const { tenantId } = service.a;
    const sent = () => database.within({ kind: 'tenant', tenantId }, () => writing.all(database.fork(), { tenantId }));
    const err = await sent().catch((thrown: unknown) => thrown);
    expect(err).toBeInstanceOf(DatabaseError);
    // `read_only_sql_transaction`
    expect(someCause(err, ({ code }) => code === '25006')).toBe(true);
    // A snapshot is refused as well.
    const inSnapshot = database.within({ kind: 'tenant', tenantId }, () =>
      readSnapshot(database.fork(), (em) => changed.run(em, { tenantId })),
    );
    await expect(inSnapshot).rejects.toThrow('read-only transaction');
  });

  it('asks no additional statement for a request with a replica', async () => {
    await settled();
    const without = await startService();
    try {
      for (const read of ['scans', 'the audit trail', 'the history of scores'].map((name) => READS[name] ?? '')) {
        const cost = await costOf(service, () => ask(service.b, read));
        expect(cost).toBe(await costOf(without, () => without.b.admin.data(read)));
      }
    } finally {
      await without.stop();
    }
  });
});

describe('a service without a replica', () => {
  it('asks no additional statement without a replica', async () => {
    const service = await startService({ settings: { metricsToken: METRICS_TOKEN } });
    try {
      const { admin } = service.a;
      // The caller, the page, and its total.
      expect(await costOf(service, () => admin.data(READS['the audit trail'] ?? ''))).toBe(3);
      expect(await costOf(service, () => admin.data('{ scans(first: 5) { nodes { id } } }'))).toBe(2);
      expect(service.statements.join()).not.toMatch(/lsn|transaction_read_only/);
      const asked = await service.database.query<{ query: string }>(
        `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      expect(asked.map(({ query }) => query).join()).not.toMatch(/lsn/);
      expect(service.app.database.replicaUse()).toBe(null);
      expect((await new Client(service.baseUrl, METRICS_TOKEN).get('/metrics')).text).not.toContain('replica');
    } finally {
      await service.stop();
    }
  });
});

/** A change that leaves everything as it is. */
const changed = statement({
  name: 'planted.changed',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`update scans set status = status where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});

/** Every scan that the policies show, whoever is named. */
const everyScan = statement({
  name: 'planted.every_scan',
  mayBeStale: true,
  row: { id: 'uuid' },
  text: () => sql`select id from scans`,
});

/** Declared wrongly. */
const writing = statement({
  name: 'planted.writing',
  mayBeStale: true,
  row: { id: 'uuid' },
  text: ({ tenantId }: { tenantId: string }) =>
    sql`update scans set status = status where tenant_id = ${tenantId} returning id`,
  samples: [{ tenantId: '' }],
});
