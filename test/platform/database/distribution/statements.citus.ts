import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundText } from '../../../../src/platform/database/distribution/bound-text.rules.js';
import { namedStatements } from '../named-statements.js';
import { createClusterDatabase, type ClusterDatabase } from './cluster.js';

const ID = '11111111-1111-4111-8111-111111111111';
const VALUES: Readonly<Record<string, unknown>> = {
  uuid: ID,
  integer: 1,
  bigint: 1,
  smallint: 1,
  numeric: 1,
  'double precision': 1,
  boolean: true,
  jsonb: '{}',
  bytea: Buffer.from([0]),
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  interval: '1 second',
};

function valueOf(type: string): unknown {
  return type.endsWith('[]') ? [valueOf(type.slice(0, -2))] : (VALUES[type] ?? '[]');
}

/** SQLSTATEs of what a cluster cannot plan, or takes apart wrongly: not of values that a row may not have. */
const REFUSED = ['0A000', '42601', '42703', '42804', '42883', '42P16', '42P18'];

let database: ClusterDatabase;
let client: Client;

beforeAll(async () => {
  database = await createClusterDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('a cluster plans every named statement, in every variant, within one organization', async () => {
  const found: string[] = [];
  for (const each of await namedStatements()) {
    for (const text of each.sampleTexts()) {
      await client.query(`begin; prepare typed as ${text}`);
      const { rows } = await client.query<{ types: string[] }>(
        `select parameter_types::text[] as types from pg_prepared_statements where name = 'typed'`,
      );
      await client.query('deallocate typed');
      try {
        await client.query(boundText(text, ID), (rows[0]?.types ?? []).map(valueOf));
      } catch (err) {
        if (!(err instanceof DatabaseError)) throw err;
        if (REFUSED.includes(err.code ?? '')) found.push(`${each.name}: ${err.message}`);
      }
      await client.query('rollback');
    }
  }
  expect(found).toEqual([]);
});
