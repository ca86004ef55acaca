import { describe, expect, it } from 'vitest';
import {
  inclusionPath,
  inclusionPaths,
  leafHash,
  MerkleFrontier,
  rootOfPath,
} from '../../../src/platform/crypto/merkle.rules.js';

/** Test vectors of Certificate Transparency: leaves, and the root after each. */
const VECTORS = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const;
const leaves = VECTORS.map(([data]) => leafHash(Buffer.from(data, 'hex')));

describe('the Merkle tree', () => {
  it('has the roots of the test vectors, also where it grows from its subtrees', () => {
    expect(new MerkleFrontier().root().toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    let tree = new MerkleFrontier();
    for (const [place, [, root]] of VECTORS.entries()) {
      tree.add(leaves[place] ?? Buffer.alloc(0));
      expect(tree.root().toString('hex')).toBe(root);
      tree = new MerkleFrontier(tree.size, [...tree.subtrees]);
    }
    expect(() => new MerkleFrontier(3, [])).toThrow('has not 0 subtrees');
  });

  it('proves every leaf of every size, and no other leaf, index or size', () => {
    for (let size = 1; size <= leaves.length; size += 1) {
      for (let index = 0; index < size; index += 1) {
        const path = inclusionPath(leaves.slice(0, size), index);
        const [leaf = Buffer.alloc(0), other = Buffer.alloc(0)] = [leaves[index], leaves[(index + 1) % leaves.length]];
        const root = VECTORS[size - 1]?.[1];
        const rootFor = (hash: Buffer, at: { index: number; size: number }) =>
          rootOfPath(hash, { ...at, path })?.toString('hex') ?? null;
        expect(rootFor(leaf, { index, size })).toBe(root);
        expect(rootFor(other, { index, size })).not.toBe(root);
        expect(rootFor(leaf, { index: size, size })).toBeNull();
        if (size > 1) expect(rootFor(leaf, { index: (index + 1) % size, size })).not.toBe(root);
        expect(rootOfPath(leaf, { index, size, path: [...path, leaf] })).toBeNull();
      }
    }
  });

  it('proves several leaves at once as it proves each', () => {
    for (let size = 1; size <= leaves.length; size += 1) {
      const some = leaves.slice(0, size);
      const indexes = some.map((_, index) => index);
      expect(inclusionPaths(some, indexes)).toEqual(indexes.map((index) => inclusionPath(some, index)));
    }
  });
});
