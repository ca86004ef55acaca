import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Pool } from 'pg';
import { endable } from '../../src/platform/jobs/endable-pool.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { createLog } from '../../src/platform/log.js';
import { openPersistence } from '../../src/app/persistence.js';
import { configFor } from '../support/config.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

describe('an endable pool', () => {
  let database: TestDatabase;
  let pool: Pool;
  let end: () => Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.drop();
  });
  beforeEach(() => {
    pool = new Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 5_000 });
    pool.on('error', () => undefined);
    end = endable(pool);
  });

  it('ends although a connection was never released', async () => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    await end();
    await expect(client.query('select 1')).rejects.toThrow();
  });

  it('ends although a connection is checked out while it ends', async () => {
    const taking = pool.connect();
    const ended = end();
    (await taking).on('error', () => undefined);
    await ended;
  });

  it('ends in the middle of a query, which fails', async () => {
    const sleeping = pool.query('select pg_sleep(60)');
    const failed = expect(sleeping).rejects.toThrow();
    await eventually(async () => {
      const rows = await database.query("select 1 from pg_stat_activity where query = 'select pg_sleep(60)'");
      return rows.length === 1 ? true : null;
    });
    await end();
    await failed;
  });

  it('releases a checked-out connection that the server has closed', async () => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // There is one connection only: without it this would wait until it fails.
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await end();
  });

  it('lets a holder release a connection that the server has closed', async () => {
    const client = await pool.connect();
    client.on('error', () => {
      client.release(true);
    });
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await end();
  });
});

describe('jobs whose connections the server has just closed', () => {
  it('stop at any moment of the reconnection', async () => {
    const database = await createTestDatabase();
    const persistence = await openPersistence(configFor(database.url), createLog('silent'));
    const url = persistence.serviceUrl;
    await persistence.close();
    // The channel connects again after 100 ms.
    for (let ms = 96; ms < 132; ms += 3) {
      const jobs = new Jobs({ url, log: createLog('silent') });
      await jobs.start();
      await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await new Promise((resolve) => setTimeout(resolve, ms));
      await jobs.stop();
    }
    await database.drop();
  });
});
