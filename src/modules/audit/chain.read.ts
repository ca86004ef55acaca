import type { Owner } from '../../platform/database/owner.js';
import { chainHead, firstBrokenEntry, trailContains } from './chain.sql.js';

/** Fault of a row of the trail. */
export type ChainFault = 'a row before it is missing' | 'it does not follow from the row before it' | 'it was changed';

/** A tenant's trail, as verified. */
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
  const { count, head } = await chainHead.only(owner.client, { tenantId });
  const first = await firstBrokenEntry.one(owner.client, { tenantId });
  return {
    tenantId,
    count,
    head: head ?? '0'.repeat(64),
    broken: first ? { sequence: first.sequence, fault: faultOf(first) } : null,
  };
}

/** Whether a head that was noted is still in the trail: the trail has only grown since. */
export async function contains(owner: Owner, tenantId: string, hash: string): Promise<boolean> {
  await owner.bind(tenantId);
  return (await trailContains.only(owner.client, { tenantId, hash })).contains;
}

function faultOf(entry: { isDense: boolean; isLinked: boolean }): ChainFault {
  if (!entry.isDense) return 'a row before it is missing';
  return entry.isLinked ? 'it was changed' : 'it does not follow from the row before it';
}
