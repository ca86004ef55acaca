import type { Owner } from '../../platform/database/owner.js';
import { chainHead, firstBrokenEntry, trailContains } from './chain.sql.js';

/** Fault of a row of the trail. */
export type ChainFault = 'a row before it is missing' | 'it does not follow from the row before it' | 'it was changed';

/** Result of verifying a tenant's trail. */
export interface Chain {
  tenantId: string;
  /** Number of rows. */
  count: number;
  /** Hash of the newest row; 64 zeros for an empty trail. */
  head: string;
  /** The first invalid row, or null. */
  broken: { sequence: number; fault: ChainFault } | null;
}

/**
 * Verifies a tenant's trail in the database: numbers are dense from 1, each row has the hash of the previous one, and
 * each hash is that of its row. A trail truncated at the end is still valid: only an earlier recorded head reveals that
 * (see `contains`).
 */
export async function verifyChain(owner: Owner, tenantId: string): Promise<Chain> {
  await owner.bind(tenantId);
  const { count, head } = await chainHead.only(owner.client, { tenantId });
  const first = await firstBrokenEntry.one(owner.client, { tenantId });
  return {
    tenantId,
    count,
    head: head ?? '0'.repeat(64),
    broken: first ? { sequence: first.sequence, fault: faultOf(first) } : null,
  };
}

/** Whether a recorded head is still in the trail, so that the trail has only grown since. */
export async function contains(owner: Owner, tenantId: string, hash: string): Promise<boolean> {
  await owner.bind(tenantId);
  return (await trailContains.only(owner.client, { tenantId, hash })).contains;
}

function faultOf(entry: { isDense: boolean; isLinked: boolean }): ChainFault {
  if (!entry.isDense) return 'a row before it is missing';
  return entry.isLinked ? 'it was changed' : 'it does not follow from the row before it';
}
