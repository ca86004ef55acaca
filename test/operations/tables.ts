import { createHash } from 'node:crypto';

/** Runs one statement as the owner. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Row count and checksum of every table that a backup contains, independent of the order of rows. */
export async function checksums(query: Query): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'login_origins') order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(`select t::text as row from ${name} t order by t::text collate "C"`);
    const hash = createHash('sha256');
    for (const { row } of rows) hash.update(`${row}\n`);
    sums[name] = `${rows.length} rows ${hash.digest('hex')}`;
  }
  return sums;
}
