import { createHash } from 'node:crypto';

/** Hash of a leaf: SHA-256 of a zero byte and its data. Source: RFC 6962, section 2.1. */
export function leafHash(data: Buffer): Buffer {
  return createHash('sha256').update(LEAF).update(data).digest();
}

/** Hash of an inner node: SHA-256 of a one byte and both children. Source: RFC 6962, section 2.1. */
function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/**
 * A Merkle tree that only grows, by the roots of its complete subtrees from the largest to the smallest: one for each
 * bit of its size. Leaves can be added and the root computed without the leaves.
 */
export class MerkleFrontier {
  /** @param subtrees those of a tree of `size` leaves, as `subtrees` returned them */
  constructor(
    private count = 0,
    private readonly roots: Buffer[] = [],
  ) {
    if (roots.length !== bitsOf(count)) throw new Error(`a tree of ${count} leaves has not ${roots.length} subtrees`);
  }

  /** Number of leaves. */
  get size(): number {
    return this.count;
  }

  /** Roots of the complete subtrees, the largest first. */
  get subtrees(): readonly Buffer[] {
    return this.roots;
  }

  /** Adds a leaf by its hash. */
  add(leaf: Buffer): void {
    let root = leaf;
    // Each one bit at the end of the size is a complete subtree of that size, which the new one doubles.
    for (let rest = this.count; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      root = nodeHash(this.roots.pop() ?? root, root);
    }
    this.roots.push(root);
    this.count += 1;
  }

  /** Root of the tree; the hash of nothing for an empty one. */
  root(): Buffer {
    const smallest = this.roots.at(-1);
    if (!smallest) return createHash('sha256').digest();
    return this.roots.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), smallest);
  }
}

/**
 * Inclusion proof of the leaf `index` in the tree of all `leaves` (hashes): sibling hashes from the leaf to the root.
 * Source: RFC 6962, section 2.1.1.
 */
export function inclusionPath(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length <= 1) return [];
  const half = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...inclusionPath(left, index), rootOf(right)]
    : [...inclusionPath(right, index - half), rootOf(left)];
}

/** Inclusion proofs of several leaves, each like that of `inclusionPath`. Every inner node of the tree is hashed once. */
export function inclusionPaths(leaves: readonly Buffer[], indexes: readonly number[]): Buffer[][] {
  const levels: (readonly Buffer[])[] = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) level = parentsOf(level);
  return indexes.map((index) =>
    // A node without a sibling is its own parent.
    levels.flatMap((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? []),
  );
}

function parentsOf(level: readonly Buffer[]): Buffer[] {
  return level.flatMap((left, place) => {
    if (place % 2 === 1) return [];
    const right = level[place + 1];
    return [right ? nodeHash(left, right) : left];
  });
}

/** Root that an inclusion proof leads to; null for a proof that fits no tree of that size. Source: RFC 9162, section 2.1.3.2. */
export function rootOfPath(
  leaf: Buffer,
  { index, size, path }: { index: number; size: number; path: readonly Buffer[] },
): Buffer | null {
  if (index >= size) return null;
  let [node, last, root] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      root = nodeHash(sibling, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      root = nodeHash(root, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const tree = new MerkleFrontier();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

function bitsOf(count: number): number {
  let bits = 0;
  for (let rest = count; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return bits;
}
