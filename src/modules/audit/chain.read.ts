import type { Owner } from '../../platform/database/owner.js';

/** What is wrong with a row of the trail. */
export type ChainFault = 'a row before it is missing' | 'it does not follow from the row before it' | 'it was changed';

/** One tenant's trail, as verified. */
export interface Chain {
  tenantId: string;
  /** Rows. */
  count: number;
  /** Hash of the newest row; 64 zeros for an empty trail. */
  head: string;
  /** The first row that does not fit, or null. */
  broken: { sequence: number; fault: ChainFault } | null;
}

/**
 * Recomputes a tenant's trail in the database: numbers are dense from 1, each row names the hash of the one before it, and each
 * hash is that of its row. Rows that were cut off at the end leave a shorter trail that is whole: only a head that was
 * noted before tells (see `contains`).
 */
export async function verifyChain(owner: Owner, tenantId: string): Promise<Chain> {
  await owner.bind(tenantId);
  const { rows } = await owner.client.query<{ count: number; head: string | null }>(
    `select count(*)::int as count, (array_agg(hash order by sequence desc))[1] as head from audit_log where tenant_id = $1`,
    [tenantId],
  );
  const found = await owner.client.query<{ sequence: number; is_dense: boolean; is_linked: boolean }>(
    `select sequence::int, is_dense, is_linked from (
       select sequence,
         sequence = coalesce(lag(sequence) over trail, 0) + 1 as is_dense,
         previous_hash = coalesce(lag(hash) over trail, repeat('0', 64)) as is_linked,
         hash = audit_hash(log) as is_whole
       from audit_log log where tenant_id = $1
       window trail as (order by sequence)
     ) checked
     where not (is_dense and is_linked and is_whole) order by sequence limit 1`,
    [tenantId],
  );
  const [first] = found.rows;
  return {
    tenantId,
    count: rows[0]?.count ?? 0,
    head: rows[0]?.head ?? '0'.repeat(64),
    broken: first ? { sequence: first.sequence, fault: faultOf(first) } : null,
  };
}

/** Whether a head that was noted is still in the trail: the trail has only grown since. */
export async function contains(owner: Owner, tenantId: string, hash: string): Promise<boolean> {
  await owner.bind(tenantId);
  const found = await owner.client.query('select 1 from audit_log where tenant_id = $1 and hash = $2', [
    tenantId,
    hash,
  ]);
  return found.rowCount !== 0;
}

function faultOf(row: { is_dense: boolean; is_linked: boolean }): ChainFault {
  if (!row.is_dense) return 'a row before it is missing';
  return row.is_linked ? 'it was changed' : 'it does not follow from the row before it';
}
