import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from './hash.ts';
import { appendLeaves, merkleRoot, rootOf } from './merkle.ts';
import { consistencySpans, inclusionSpans, type LeafSpan, verifyConsistency, verifyInclusion } from './merkle-proof.ts';
import { emptyMerkleRange, isMerkleRange } from './merkle-range.ts';
import { nodeProofCrypto as crypto } from './node-proof-crypto.ts';

const leaves = Array.from({ length: 200 }, (_, index) => sha256(`leaf ${index}`));
/** RFC 6962 section 2.1, literally; the reference for the proofs. */
const definedRoots = new Map<string, Uint8Array>();
function defined(start: number, end: number): Uint8Array {
  const key = `${start}-${end}`;
  const known = definedRoots.get(key);
  if (known !== undefined) return known;
  let split = 1;
  while (split * 2 < end - start) split *= 2;
  const root =
    end - start === 0
      ? sha256('')
      : end - start === 1
        ? sha256(Buffer.concat([Uint8Array.of(0), leaves[start] ?? new Uint8Array()]))
        : sha256(Buffer.concat([Uint8Array.of(1), defined(start, start + split), defined(start + split, end)]));
  definedRoots.set(key, root);
  return root;
}
/** PATH and SUBPROOF of RFC 6962 sections 2.1.1 and 2.1.2. */
function definedPath(index: number, start: number, end: number): Uint8Array[] {
  if (end - start === 1) return [];
  let split = 1;
  while (split * 2 < end - start) split *= 2;
  const middle = start + split;
  return index < middle
    ? [...definedPath(index, start, middle), defined(middle, end)]
    : [...definedPath(index, middle, end), defined(start, middle)];
}
function definedSubproof(from: number, start: number, end: number, whole: boolean): Uint8Array[] {
  if (from === end) return whole ? [] : [defined(start, end)];
  let split = 1;
  while (split * 2 < end - start) split *= 2;
  const middle = start + split;
  return from <= middle
    ? [...definedSubproof(from, start, middle, whole), defined(middle, end)]
    : [...definedSubproof(from, middle, end, false), defined(start, middle)];
}
const toProof = (spans: readonly LeafSpan[]) => spans.map(({ start, end }) => defined(start, end));
const isSame = (left: readonly Uint8Array[], right: readonly Uint8Array[]) =>
  left.length === right.length &&
  left.every((hash, index) => Buffer.compare(hash, right[index] ?? hash.subarray(1)) === 0);
const flipped = (bytes: Uint8Array) => bytes.map((byte, index) => (index === 7 ? byte ^ 4 : byte));

describe('a compact range', () => {
  it('has the root of the definition at every size, however it was extended', () => {
    let one = emptyMerkleRange;
    for (let size = 0; size <= leaves.length; size++) {
      expect(rootOf(one)).toEqual(defined(0, size));
      expect(isMerkleRange(one)).toBe(true);
      const middle = size >> 1;
      const jumped = appendLeaves(appendLeaves(emptyMerkleRange, leaves.slice(0, middle)), leaves.slice(middle, size));
      expect(jumped).toEqual(one);
      one = appendLeaves(one, leaves.slice(size, size + 1));
    }
  });

  it('is refused with a hash too few or too many, or of another length', () => {
    const range = appendLeaves(emptyMerkleRange, leaves.slice(0, 11));
    expect(isMerkleRange({ ...range, size: 12 })).toBe(false);
    expect(isMerkleRange({ ...range, hashes: range.hashes.slice(1) })).toBe(false);
    expect(isMerkleRange({ ...range, hashes: range.hashes.map((hash) => hash.subarray(1)) })).toBe(false);
    expect(isMerkleRange({ size: -1, hashes: [] })).toBe(false);
  });
});

describe('an inclusion proof', () => {
  it('equals the definition, and verifies, for every leaf of every size up to 200', async () => {
    const wrong: number[][] = [];
    for (let size = 1; size <= leaves.length; size++) {
      for (let index = 0; index < size; index++) {
        const proof = toProof(inclusionSpans(index, size));
        const leaf = leaves[index] ?? new Uint8Array();
        const verified = await verifyInclusion({ index, size, leaf, proof, root: defined(0, size) }, crypto);
        if (!verified || !isSame(proof, definedPath(index, 0, size))) wrong.push([index, size]);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('proves nothing after any change', async () => {
    for (let size = 1; size <= 70; size++) {
      const root = defined(0, size);
      for (let index = 0; index < size; index++) {
        const leaf = leaves[index] ?? new Uint8Array();
        const proof = toProof(inclusionSpans(index, size));
        const claim = { index, size, leaf, proof, root };
        const wrong = [
          ...proof.map((hash, at) => ({ ...claim, proof: proof.with(at, flipped(hash)) })),
          ...proof.map((_, at) => ({ ...claim, proof: proof.toSpliced(at, 1) })),
          { ...claim, proof: [...proof, root] },
          { ...claim, proof: [root, ...proof] },
          { ...claim, root: flipped(root) },
          { ...claim, leaf: flipped(leaf) },
          { ...claim, leaf: defined(0, size) },
          { ...claim, index: index + 1 },
          { ...claim, index: index - 1 },
          { ...claim, index: index + 0.5 },
          { ...claim, size: index },
          { ...claim, proof: proof.map((hash) => hash.subarray(0, 31)), root: root.subarray(0, 31) },
        ];
        for (const attack of wrong) expect(await verifyInclusion(attack, crypto)).toBe(false);
      }
    }
  }, 60_000);
});

describe('a consistency proof', () => {
  it('equals the definition, and verifies, for every pair of sizes up to 200', async () => {
    const wrong: number[][] = [];
    for (let to = 1; to <= leaves.length; to++) {
      for (let from = 0; from <= to; from++) {
        const proof = toProof(consistencySpans(from, to));
        const claim = { from, to, fromRoot: defined(0, from), toRoot: defined(0, to), proof };
        const expected = from === 0 ? [] : definedSubproof(from, 0, to, true);
        if (!(await verifyConsistency(claim, crypto)) || !isSame(proof, expected)) wrong.push([from, to]);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('proves nothing after any change', async () => {
    for (let to = 2; to <= 66; to++) {
      for (let from = 1; from < to; from++) {
        const proof = toProof(consistencySpans(from, to));
        const claim = { from, to, fromRoot: defined(0, from), toRoot: defined(0, to), proof };
        const wrong = [
          ...proof.map((hash, at) => ({ ...claim, proof: proof.with(at, flipped(hash)) })),
          ...proof.map((_, at) => ({ ...claim, proof: proof.toSpliced(at, 1) })),
          { ...claim, proof: [...proof, defined(0, to)] },
          { ...claim, fromRoot: flipped(claim.fromRoot) },
          { ...claim, toRoot: flipped(claim.toRoot) },
          { ...claim, from: to, to: from },
          { ...claim, from: 0 },
          { ...claim, to: from },
          { ...claim, proof: [] },
        ];
        for (const attack of wrong) expect(await verifyConsistency(attack, crypto)).toBe(false);
      }
    }
  }, 60_000);

  it('never holds between trees with different beginnings', async () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 40 }), fc.nat());
    await fc.assert(
      fc.asyncProperty(sizes, async ([from, more, at]) => {
        const forked = leaves.slice(0, from).with(at % from, sha256('another'));
        const to = from + more;
        const claim = { from, to, fromRoot: merkleRoot(forked), toRoot: defined(0, to) };
        const proof = toProof(consistencySpans(from, to));
        expect(await verifyConsistency({ ...claim, proof }, crypto)).toBe(false);
      }),
    );
  });
});

it('a place outside of the tree has no proof', () => {
  for (const make of [() => inclusionSpans(3, 3), () => inclusionSpans(-1, 3), () => consistencySpans(4, 3)]) {
    expect(make).toThrow(RangeError);
  }
});

it('places near the largest number have proofs of at most 53 hashes', () => {
  expect(inclusionSpans(2 ** 53 - 2, 2 ** 53 - 1).length).toBeLessThanOrEqual(53);
  expect(consistencySpans(2 ** 52 + 1, 2 ** 53 - 1).length).toBeLessThanOrEqual(54);
});
