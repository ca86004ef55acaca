import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createLog } from '../../src/platform/log.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { openPersistence } from '../../src/app/persistence.js';
import { configFor, TEMPLATE } from './config.js';

declare global {
  var testPostgres: EmbeddedPostgres | undefined;
}

/** One PostgreSQL for the whole run, with a migrated database from which every test file's is cloned. */
export default async function setUp(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'crosswalk-test-'));
  const settings = { fsync: 'off', max_connections: '200' };
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log: () => undefined, settings });
  globalThis.testPostgres = postgres;
  const url = `postgres://${postgres.user}:${encodeURIComponent(postgres.password)}@${postgres.host}:${postgres.port}`;
  process.env.TEST_DATABASE_SERVER = url;
  process.env.TEST_DIRECTORY = directory;
  const client = new Client({ connectionString: `${url}/${postgres.user}` });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const persistence = await openPersistence(configFor(`${url}/${TEMPLATE}`), createLog('silent'));
  await persistence.close();
}
