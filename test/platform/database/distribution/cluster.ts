import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openPersistence } from '../../../../src/app/persistence.js';
import { distribute } from '../../../../src/platform/database/distribution/distribute.js';
import { createLog } from '../../../../src/platform/log.js';
import { configFor } from '../../../support/config.js';
import { databaseOf, type TestDatabase } from '../../../support/database.js';

/** A database of its own on every node of a cluster. */
export interface ClusterDatabase extends TestDatabase {
  /** Connection URL of the owner at each worker. */
  workers: readonly string[];
}

/**
 * Creates a database on the nodes of a cluster, migrates and distributes it. The coordinator is in `CITUS_URL`, as
 * `postgres://owner@host:port` of a superuser, and the workers, whose owner is the same, in `CITUS_WORKERS`, as `host:port`
 * with commas between.
 * @param place places its tables, as the owner
 */
export async function createClusterDatabase(
  place: (client: Client, url: string) => Promise<unknown> = (client) => distribute(client, createLog('silent')),
): Promise<ClusterDatabase> {
  const { CITUS_URL: coordinator, CITUS_WORKERS: workers } = process.env;
  if (!coordinator || !workers) throw new Error('CITUS_URL and CITUS_WORKERS name no cluster: see docs/citus.md');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const hosts = [new URL(coordinator).host, ...workers.split(',')];
  const urlOf = (host: string, database: string) =>
    Object.assign(new URL(coordinator), { host, pathname: `/${database}` }).toString();
  for (const host of hosts) {
    await once(urlOf(host, 'postgres'), [`create database ${name}`]);
    await once(urlOf(host, name), ['create extension citus']);
  }
  const url = urlOf(hosts[0] ?? '', name);
  const asArguments = (host: string) => `'${host.replace(':', "', ")}`;
  await once(url, [
    `select citus_set_coordinator_host(${asArguments(hosts[0] ?? '')})`,
    ...hosts.slice(1).map((host) => `select citus_add_node(${asArguments(host)})`),
  ]);
  const persistence = await openPersistence(configFor(url), createLog('silent'));
  await persistence.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await place(client, url);
  } finally {
    await client.end();
  }
  const database = databaseOf(url);
  return {
    ...database,
    workers: hosts.slice(1).map((host) => urlOf(host, name)),
    drop: async () => {
      await database.drop();
      for (const host of hosts) await once(urlOf(host, 'postgres'), [`drop database ${name} with (force)`]);
    },
  };
}

async function once(connectionString: string, texts: readonly string[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}
