import { expect, test } from 'vitest';
import { toKind, toNonce, toTime } from './options.ts';

test('a time without a zone is in UTC, and none means now', () => {
  expect(toTime(undefined, 5)).toBe(5);
  expect(toTime('2026-11-24T12:00', 5)).toBe(Date.parse('2026-11-24T12:00:00Z'));
  expect(toTime('2026-11-24T12:00:00Z', 5)).toBe(Date.parse('2026-11-24T12:00:00Z'));
});

test('a time or a nonce that cannot be read is an error and never left out', () => {
  expect(() => toTime('soon', 5)).toThrow('cannot be read');
  expect(() => toNonce('abc')).toThrow('hexadecimal');
  expect(() => toNonce('00'.repeat(513))).toThrow('512 bytes');
});

test('a nonce is read with and without its prefix', () => {
  expect(toNonce('0xFF01')).toEqual(new Uint8Array([255, 1]));
  expect(toNonce('  ')).toBeUndefined();
});

test('an unknown kind means that the content decides', () => {
  expect(toKind('snp')).toBe('snp');
  expect(toKind('pdp-11')).toBeUndefined();
});
