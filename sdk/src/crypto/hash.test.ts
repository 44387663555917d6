import { expect, it } from 'vitest';
import { sha256, sha256Hex, sha512 } from './hash.ts';

it('hashes text as its UTF-8 bytes, without a prefix', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Hex('é')).toBe(sha256Hex(Uint8Array.of(0xc3, 0xa9)));
  expect(Buffer.from(sha256('abc')).toString('hex')).toBe(sha256Hex('abc'));
  expect(sha512('abc')).toHaveLength(64);
});

it('hashes only the bytes of a view', () => {
  const bytes = new TextEncoder().encode('xabcx');
  expect(sha256Hex(bytes.subarray(1, 4))).toBe(sha256Hex('abc'));
});
