import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Client as Postgres, Pool } from 'pg';
import { Owner } from '../../src/platform/database/owner.js';
import { contains, verifyChain } from '../../src/modules/audit/chain.read.js';
import { openPersistence } from '../../src/app/persistence.js';
import { createLog } from '../../src/platform/log.js';
import { startService, type TestService } from '../support/service.js';
import { runCli } from './cli.js';

const REFUSED = '42501';
const RECORD = `select record_audit($1, now(), '{"type": "system"}', $2, 'test', 'x', null, '{"n": 1}')`;

describe('the audit trail', () => {
  let service: TestService;
  let owner: Owner;
  let pool: Pool;
  let tenantId: string;

  beforeAll(async () => {
    service = await startService();
    tenantId = service.a.tenantId;
    owner = await Owner.connect(service.database.url, createLog('silent'));
    const persistence = await openPersistence(service.config, createLog('silent'));
    pool = new Pool({ connectionString: persistence.serviceUrl, max: 20 });
    await persistence.close();
  });
  afterAll(async () => {
    await pool.end();
    await owner.close();
    await service.stop();
  });
  beforeEach(async () => {
    await service.database.query('delete from audit_log');
  });

  /** Writes one entry like the service, in its own transaction. */
  async function record(action: string): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId]);
      await client.query('begin');
      await client.query(RECORD, [tenantId, action]);
      await client.query('commit');
    } finally {
      client.release();
    }
  }

  async function recordTen(): Promise<void> {
    for (let n = 1; n <= 10; n++) await record(`test.number_${n}`);
  }

  it('of fifty concurrent writers has no gaps and an unbroken chain', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => record(`test.writer_${n}`)));
    const rows = await service.database.query<{ sequence: string; action: string }>(
      'select sequence, action from audit_log order by sequence',
    );
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect(new Set(rows.map(({ action }) => action)).size).toBe(50);
    expect(await verifyChain(owner, tenantId)).toMatchObject({ count: 50, broken: null });
  });

  it('has no gap where a writer rolls back', async () => {
    await record('test.before');
    const client = await pool.connect();
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId]);
    await client.query('begin');
    await client.query(RECORD, [tenantId, 'test.given_up']);
    await client.query('rollback');
    client.release();
    await record('test.after');
    expect(await verifyChain(owner, tenantId)).toMatchObject({ count: 2, broken: null });
  });

  it('cannot be changed or truncated by the service', async () => {
    await recordTen();
    const client = await pool.connect();
    try {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId]);
      for (const statement of [
        `update audit_log set action = 'x'`,
        'delete from audit_log',
        'truncate audit_log',
        'drop table audit_log',
        'alter table audit_log disable row level security',
      ])
        await expect(client.query(statement)).rejects.toMatchObject({ code: REFUSED });
    } finally {
      client.release();
    }
    expect(await verifyChain(owner, tenantId)).toMatchObject({ count: 10, broken: null });
  });

  it.each<[string, string, number, string]>([
    ['a changed row', `update audit_log set after = '{"n": 2}' where sequence = 4`, 4, 'it was changed'],
    [
      'a changed time',
      `update audit_log set at = at + interval '1 microsecond' where sequence = 4`,
      4,
      'it was changed',
    ],
    ['a row taken from the middle', 'delete from audit_log where sequence = 4', 5, 'a row before it is missing'],
    ['a row taken from the front', 'delete from audit_log where sequence = 1', 2, 'a row before it is missing'],
    [
      'a row taken out and the rest moved up',
      'delete from audit_log where sequence = 4; update audit_log set sequence = sequence - 1 where sequence > 4',
      4,
      'it does not follow from the row before it',
    ],
    [
      'two rows that changed places',
      `update audit_log set sequence = 0 where sequence = 4; update audit_log set sequence = 4 where sequence = 5;
       update audit_log set sequence = 5 where sequence = 0`,
      4,
      'it does not follow from the row before it',
    ],
    [
      'a changed row with its hash worked out again',
      `update audit_log set action = 'x' where sequence = 4;
       update audit_log log set hash = audit_hash(log) where sequence = 4`,
      5,
      'it does not follow from the row before it',
    ],
  ])('detects and locates tampering: %s', async (_what, tampering, sequence, fault) => {
    await recordTen();
    const client = new Postgres({ connectionString: service.database.url });
    await client.connect();
    await client.query(tampering);
    await client.end();
    expect((await verifyChain(owner, tenantId)).broken).toEqual({ sequence, fault });
  });

  it('no longer has the recorded head when its end is removed or rewritten', async () => {
    await recordTen();
    const { head } = await verifyChain(owner, tenantId);
    await record('test.later');
    expect(await contains(owner, tenantId, head)).toBe(true);
    await service.database.query('delete from audit_log where sequence >= 10');
    expect((await verifyChain(owner, tenantId)).broken).toBeNull();
    expect(await contains(owner, tenantId, head)).toBe(false);
  });

  it('is verified by the operator, for every organization', async () => {
    await recordTen();
    const { head } = await verifyChain(owner, tenantId);
    const settings = { DATABASE_URL: service.database.url, DATA_DIR: service.config.dataDir };
    const good = await runCli(settings, 'audit', 'verify');
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toContain(`${tenantId}  10 rows  ${head}  intact  0 signed heads, of 0 rows\n`);
    expect(good.stdout).toContain(
      `${service.b.tenantId}  0 rows  ${'0'.repeat(64)}  intact  0 signed heads, of 0 rows\n`,
    );
    const expected = await runCli(settings, 'audit', 'verify', '--tenant', tenantId, '--expect', head);
    expect(expected.code).toBe(0);
    const cut = await runCli(settings, 'audit', 'verify', '--tenant', tenantId, '--expect', 'f'.repeat(64));
    expect(cut.code).toBe(1);
    expect(cut.stderr).toContain('removed or rewritten');

    await service.database.query(`update audit_log set action = 'x' where sequence = 7`);
    const bad = await runCli(settings, 'audit', 'verify');
    expect(bad.code).toBe(1);
    expect(bad.stderr).toBe(`the trail of ${tenantId} is broken at row 7: it was changed\n`);
  });
});
