import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { createLog } from '../../src/platform/log.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { openPersistence } from '../../src/app/persistence.js';
import { configFor, TEMPLATE } from './config.js';
import { makeRunDirectory } from './run-directory.js';

/**
 * Starts one PostgreSQL for the whole run, with a migrated template database that is cloned for every test file.
 * @returns a function that stops it and removes all data of the run
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const directory = await makeRunDirectory();
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', jit: 'off', max_connections: '200' },
    // As with passwords of users: the same steps, once each. A service opens a dozen connections.
    scram_iterations: '1',
  };
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log: () => undefined, settings });
  const url = `postgres://${postgres.user}:${encodeURIComponent(postgres.password)}@${postgres.host}:${postgres.port}`;
  process.env.TEST_DATABASE_SERVER = url;
  process.env.TEST_DIRECTORY = directory;
  const client = new Client({ connectionString: `${url}/${postgres.user}` });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const persistence = await openPersistence(configFor(`${url}/${TEMPLATE}`), createLog('silent'));
  await persistence.close();
  return () => tearDown(postgres, directory);
}

async function tearDown(postgres: EmbeddedPostgres, directory: string): Promise<void> {
  await postgres.stop();
  const held = await stat(join(directory, 'answers-held-to-contract')).catch(() => null);
  process.stdout.write(`${held?.size ?? 0} answers were as the OpenAPI document says\n`);
  await rm(directory, { recursive: true, force: true });
}
