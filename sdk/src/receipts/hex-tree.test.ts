import { expect, it } from 'vitest';
import { sha256, sha256Hex } from '../crypto/hash.ts';
import { merkleRoot } from '../crypto/merkle.ts';
import { buildHexTree } from './hex-tree.ts';
import { toHex } from './record-bytes.ts';

it('has the root of the RFC 6962 tree at every size, and continues after it', async () => {
  const tree = buildHexTree(sha256Hex);
  const leaves: Uint8Array[] = [];
  expect(await tree.root()).toEqual(new Uint8Array(merkleRoot([])));
  for (let size = 1; size <= 200; size++) {
    const leaf = sha256(`leaf ${size}`);
    leaves.push(leaf);
    if (size % 3 === 0) await tree.add(leaf);
    else tree.addHex(toHex(leaf));
    expect(toHex(await tree.root()), String(size)).toBe(toHex(merkleRoot(leaves)));
  }
});
