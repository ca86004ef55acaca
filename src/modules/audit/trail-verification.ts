import { leafHash, MerkleFrontier } from '../../platform/crypto/merkle.rules.js';
import { hashOfText, NO_HASH } from './entry-text.rules.js';
import type { AuditHead } from './signed-head.rules.js';

/** Fault of a trail at some entry. */
export type ChainFault =
  | 'a row before it is missing'
  | 'it does not follow from the row before it'
  | 'it was changed'
  | 'it or a row before it is not the one whose head was signed'
  | 'a head was signed of more rows than there are';

/** Result of verifying a tenant's trail. */
export interface Chain {
  tenantId: string;
  /** Number of rows. */
  count: number;
  /** Hash of the newest row; 64 zeros for an empty trail. */
  head: string;
  /** Root of the Merkle tree over all rows, hexadecimal. */
  root: string;
  /** Number of signed heads that were compared. */
  heads: number;
  /** Number of rows that a signed head covers: those after them can still be rewritten unnoticed by who owns the database. */
  covered: number;
  /** The first invalid row, or null. */
  broken: { sequence: number; fault: ChainFault } | null;
}

/** What the verification needs of an entry. */
export interface TextEntry {
  sequence: number;
  /** See `entryText`. */
  text: string;
  hash: string;
  previousHash: string;
}

/**
 * Verifies a trail outside of the database: numbers are dense from 1, each row has the hash of the previous one, each
 * hash is the SHA-256 of its row, and every signed head is that of as many rows. Whoever owns the database can rewrite
 * rows and recompute all hashes, and cannot sign.
 * @param entries in their order
 * @param signed heads of this tenant whose signatures were verified
 */
export async function verifyTrail(
  tenantId: string,
  entries: AsyncIterable<TextEntry>,
  signed: readonly AuditHead[],
): Promise<Chain> {
  const tree = new MerkleFrontier();
  const bySize = Map.groupBy(signed, ({ size }) => size);
  let head = NO_HASH;
  let broken: Chain['broken'] = null;
  for await (const entry of entries) {
    const isSameAsSigned = (each: AuditHead) => each.chain === entry.hash && each.root.equals(tree.root());
    const fault = faultOf(entry, { count: tree.size, head });
    if (fault) broken ??= { sequence: entry.sequence, fault };
    tree.add(leafHash(Buffer.from(entry.hash, 'hex')));
    head = entry.hash;
    const heads = bySize.get(tree.size) ?? [];
    if (!heads.every(isSameAsSigned))
      broken ??= { sequence: tree.size, fault: 'it or a row before it is not the one whose head was signed' };
  }
  const largest = Math.max(0, ...bySize.keys());
  if (largest > tree.size)
    broken ??= { sequence: tree.size + 1, fault: 'a head was signed of more rows than there are' };
  const covered = Math.min(largest, tree.size);
  return { tenantId, count: tree.size, head, root: tree.root().toString('hex'), heads: signed.length, covered, broken };
}

function faultOf(entry: TextEntry, before: { count: number; head: string }): ChainFault | null {
  if (entry.sequence !== before.count + 1) return 'a row before it is missing';
  if (entry.previousHash !== before.head) return 'it does not follow from the row before it';
  return hashOfText(entry.text) === entry.hash ? null : 'it was changed';
}
