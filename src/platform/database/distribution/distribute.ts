import type { Client } from 'pg';
import type { Log } from '../../log.js';
import { DISTRIBUTED_FUNCTIONS } from './distributed-functions.js';
import { foreignKeys, functionsOf, narrowKeys, tablesOf, triggersOf, type NarrowKey } from './distribution.sql.js';
import { kindOf } from './table-kinds.js';

/** Table that the others of organizations are placed with. */
const ANCHOR = 'users';

/**
 * Distributes the tables of the service by `tenant_id`: all rows of an organization on one worker. Keys get `tenant_id` before
 * their columns, foreign keys and triggers are taken off and put on again, and functions are created on the workers. What is
 * distributed already is left as it is, so that it can follow every migration. One transaction on all nodes: one that does not come to its
 * end leaves every key and trigger, and all rows, as they were.
 * @param client connection of the owner, at the coordinator of a cluster
 * @returns foreign keys that the cluster cannot have
 */
export async function distribute(client: Client, log: Log): Promise<string[]> {
  const run = async (text: string) => {
    log.debug({ text }, 'distribution');
    await client.query(text);
  };
  await run('begin');
  try {
    const impossible = await distributeTables(client, run);
    await run('commit');
    return impossible;
  } catch (err) {
    // A connection that broke has rolled it back.
    await run('rollback').catch(() => undefined);
    throw err;
  }
}

type Run = (text: string) => Promise<void>;

async function distributeTables(client: Client, run: Run): Promise<string[]> {
  const placed = await tablesOf.all(client);
  const added = placed.filter(({ isPlaced, name }) => !isPlaced && kindOf(name) !== 'local').map(({ name }) => name);
  await run(`set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential'`);
  const keys = (await foreignKeys.all(client)).filter((key) => added.includes(key.table) || added.includes(key.target));
  const triggers = (await triggersOf.all(client)).filter(({ table }) => added.includes(table));
  for (const { table, name } of keys) await run(`alter table ${table} drop constraint ${name}`);
  for (const { table, name } of triggers) await run(`drop trigger ${name} on ${table}`);
  const distributed = added.filter((table) => kindOf(table) === 'distributed');
  // Shards are moved by the log of the server.
  for (const { name } of placed.filter(({ name, isUnlogged }) => isUnlogged && added.includes(name)))
    await run(`alter table ${name} set logged`);
  for (const key of await narrowKeys.all(client)) if (distributed.includes(key.table)) await widen(key, run);
  for (const table of added.filter((each) => kindOf(each) === 'reference'))
    await run(`select create_reference_table('${table}')`);
  for (const table of distributed.toSorted((one, other) => Number(other === ANCHOR) - Number(one === ANCHOR))) {
    const beside = table === ANCHOR ? 'none' : ANCHOR;
    await run(`select create_distributed_table('${table}', 'tenant_id', colocate_with => '${beside}')`);
  }
  for (const text of DISTRIBUTED_FUNCTIONS) await run(text);
  for (const { signature } of await functionsOf.all(client))
    await run(`select create_distributed_function('${signature}')`);
  const impossible = keys.filter(isImpossible);
  for (const { table, name, definition } of keys.filter((key) => !isImpossible(key)))
    await run(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { definition } of triggers) await run(definition);
  return impossible.map(({ name }) => name);
}

/** Whether a foreign key sets columns to null, or leads from a table on every node to one of the organizations: Citus has neither. */
export function isImpossible({
  table,
  target,
  definition,
}: {
  table: string;
  target: string;
  definition: string;
}): boolean {
  return definition.includes(' SET NULL ') || (kindOf(table) !== 'distributed' && kindOf(target) === 'distributed');
}

/** Puts `tenant_id` before the columns of a unique key, which then holds in each organization; the columns stay indexed by themselves. */
async function widen(key: NarrowKey, run: Run): Promise<void> {
  const { table, name, column, constraint, index } = key;
  if (constraint === null) {
    await run(`drop index ${name}`);
    await run(index.replace('USING btree (', 'USING btree (tenant_id, '));
    await run(index.replace(`CREATE UNIQUE INDEX ${name} `, `CREATE INDEX ${name}_alone `));
    return;
  }
  await run(`alter table ${table} drop constraint ${name}`);
  if (key.same !== null) await run(`alter table ${table} drop constraint ${key.same}`);
  await run(`alter table ${table} add constraint ${name} ${constraint.replace('(', '(tenant_id, ')}`);
  await run(`create index ${table}_${column}_alone on ${table} (${column})`);
}
