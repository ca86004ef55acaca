import type { KeyObject } from 'node:crypto';
import type { RequestContext } from '../../context.js';
import { inclusionPaths, leafHash, rootOfPath } from '../../platform/crypto/merkle.rules.js';
import { entriesOfResources, entryHashes } from './chain.sql.js';
import { entryText } from './entry-text.rules.js';
import { newestHead, signedHeads } from './head.sql.js';
import type { InclusionProof } from './inclusion-proof.js';
import { openHead, publicPem } from './signed-head.rules.js';

/** Proofs of uploads, with what verifies them. */
export interface EvidenceProofs {
  /** By the id of the artifact; without those that no signed head covers yet. */
  proofs: Map<string, InclusionProof>;
  /** Signed notes of every head, oldest first. */
  notes: string[];
  /** PEM, the current one first. */
  publicKeys: string;
}

/** Proofs for many entries at once, in the newest signed head: the tree is computed once. */
export class AuditProofs {
  /** @param publicKeys the current one first */
  constructor(private readonly publicKeys: readonly KeyObject[]) {}

  /** Proofs that the uploads of artifacts are in the trail. @throws {Error} where the trail is not the one whose head was signed */
  async ofEvidence({ em, viewer }: RequestContext, ids: readonly string[]): Promise<EvidenceProofs> {
    const { tenantId } = viewer;
    const notes = (await signedHeads.all(em, { tenantId })).map(({ note }) => note);
    const publicKeys = this.publicKeys.map(publicPem).join('');
    const head = await newestHead.one(em, { tenantId });
    const none = { proofs: new Map<string, InclusionProof>(), notes, publicKeys };
    if (!head || ids.length === 0) return none;
    const { size, note } = head;
    const entries = await entriesOfResources.all(em, { tenantId, action: 'evidence.uploaded', resourceIds: ids });
    const covered = entries.filter(({ sequence }) => sequence <= size);
    const hashes = await entryHashes.all(em, { tenantId, size });
    const leaves = hashes.map(({ hash }) => leafHash(Buffer.from(hash, 'hex')));
    const paths = inclusionPaths(
      leaves,
      covered.map(({ sequence }) => sequence - 1),
    );
    const root = openHead(note, this.publicKeys)?.root;
    const proofs = covered.flatMap((entry, place): [string, InclusionProof][] => {
      const [index, path] = [entry.sequence - 1, paths[place] ?? []];
      const leaf = leaves[index];
      if (!leaf || !root || !rootOfPath(leaf, { index, size, path })?.equals(root)) {
        throw new Error('the trail is not the one whose head was signed');
      }
      const siblings = path.map((each) => each.toString('hex'));
      return [[entry.resourceId ?? '', { text: entryText(entry), index, size, path: siblings, note }]];
    });
    return { ...none, proofs: new Map(proofs) };
  }
}
