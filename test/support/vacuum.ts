import { eventually } from './eventually.js';

/** What runs a statement and answers its rows. */
interface Queryable {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * Vacuums and analyzes tables, so that the blocks that a statement reads are the same in every run.
 *
 * The tests' server commits asynchronously. A row is marked visible to all only when its commit, and those that
 * share a page of the log of commits with it, are on disk: a flushed message takes along all before it, and is
 * sent again where another test committed in between.
 * @throws {Error} where rows are still not visible to all after the time that a test may wait
 */
export async function vacuum(database: Queryable, ...tables: string[]): Promise<void> {
  await eventually(async () => {
    await database.query(`select pg_logical_emit_message(false, 'flush', '', true)`);
    await database.query(`vacuum ${tables.join(', ')}`);
    const partly = await database.query(
      'select 1 from pg_class where oid = any ($1::regclass[]) and relallvisible < relpages',
      [tables],
    );
    return partly.length === 0 ? true : null;
  });
  await database.query(`analyze ${tables.join(', ')}`);
}
