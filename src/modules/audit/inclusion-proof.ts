import type { KeyObject } from 'node:crypto';
import { inclusionPath, leafHash, rootOfPath } from '../../platform/crypto/merkle.rules.js';
import type { Connection } from '../../platform/database/statement.js';
import { entryHashes, storedEntries } from './chain.sql.js';
import { entryText } from './entry-text.rules.js';
import { headCovering } from './head.sql.js';
import { openHead } from './signed-head.rules.js';

/**
 * Proof that an entry is in a trail whose head was signed. Whoever has it and the public key verifies it without this
 * service: `schema/audit/verify-proof.mjs`.
 */
export interface InclusionProof {
  /** Text of the entry: its SHA-256 is the data of the leaf. */
  text: string;
  /** Number of the leaf, from 0. */
  index: number;
  /** Number of leaves. */
  size: number;
  /** Sibling hashes from the leaf to the root, hexadecimal. */
  path: string[];
  /** The signed note of the head. */
  note: string;
}

/** The proof is not possible yet or any more. */
export class NoProof extends Error {
  override readonly name = 'NoProof';
}

/**
 * Proof of one entry, in the smallest signed head that covers it.
 * @throws {NoProof} for an unknown entry, one after the last signed head, and a trail that is not the signed one
 */
export async function proveEntry(
  connection: Connection,
  { tenantId, sequence }: { tenantId: string; sequence: number },
  publicKeys: readonly KeyObject[],
): Promise<InclusionProof> {
  const entry = (await storedEntries.all(connection, { tenantId, after: sequence - 1, limit: 1 })).at(0);
  if (entry?.sequence !== sequence) throw new NoProof(`there is no entry ${sequence}`);
  const covering = await headCovering.one(connection, { tenantId, sequence });
  if (!covering) throw new NoProof(`no head has been signed since entry ${sequence}: one is signed every hour`);
  const { size, note } = covering;
  const hashes = await entryHashes.all(connection, { tenantId, size });
  const leaves = hashes.map(({ hash }) => leafHash(Buffer.from(hash, 'hex')));
  const index = sequence - 1;
  const path = inclusionPath(leaves, index);
  const [leaf] = leaves.slice(index);
  const root = leaf && rootOfPath(leaf, { index, size, path });
  const head = openHead(note, publicKeys);
  if (!root || !head?.root.equals(root)) throw new NoProof('the trail is not the one whose head was signed');
  return { text: entryText(entry), index, size, path: path.map((each) => each.toString('hex')), note };
}
