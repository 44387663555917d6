import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from './hash.ts';
import { merkleRoot } from './merkle.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** RFC 6962 section 2.1, literally. */
function defined(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return sha256('');
  if (leaves.length === 1) return sha256(Buffer.concat([Uint8Array.of(0), first]));
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.concat([Uint8Array.of(1), defined(leaves.slice(0, split)), defined(leaves.slice(split))]));
}

it('matches the published roots of the RFC 6962 reference tree', () => {
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((text) => Buffer.from(text, 'hex'));
  expect(hex(merkleRoot([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hex(merkleRoot(leaves.slice(0, 1)))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  expect(hex(merkleRoot(leaves))).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
});

it('equals the recursive definition for every size', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 70 }), (leaves) => {
      expect(hex(merkleRoot(leaves))).toBe(hex(defined(leaves)));
    }),
  );
});
