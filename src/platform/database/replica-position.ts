import type { Pool } from 'pg';

/**
 * Where the next record of the log will begin. Behind the header of a page or of a segment that is still empty it would be a position that
 * a replica, which goes by the end of records, does not reach until more is written: the begin of the page is meant.
 */
const PRIMARY_POSITION = `
  select (case
      when place.file_offset = 40 then written.lsn - 40::numeric
      when place.file_offset % current_setting('wal_block_size')::int = 24 then written.lsn - 24::numeric
      else written.lsn
    end)::text as lsn
  from pg_current_wal_insert_lsn() as written (lsn), pg_walfile_name_offset(written.lsn) as place`;

/** Position up to which the primary has written its log, also what is not on its disk yet. */
export async function primaryPosition(primary: Pool): Promise<string> {
  const { rows } = await primary.query<{ lsn: string }>(PRIMARY_POSITION);
  const [row] = rows;
  if (!row) throw new Error('the primary has not said its position');
  return row.lsn;
}

/** Position up to which a standby has replayed the log; null of a server that is none. */
export async function replicaPosition(replica: Pool): Promise<string | null> {
  const { rows } = await replica.query<{ lsn: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn',
  );
  return rows[0]?.lsn ?? null;
}
