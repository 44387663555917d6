import { expect, test } from 'vitest';
import { readKeys } from './read-keys.ts';

const key = { kty: 'OKP', crv: 'Ed25519', x: 'AA' };

test('A JWK set is taken as it is, and one key as a set of one.', () => {
  expect(readKeys(JSON.stringify({ keys: [key] }))).toEqual({ keys: [key] });
  expect(readKeys(JSON.stringify(key))).toEqual({ keys: [key] });
});

test('A private key never leaves the form.', () => {
  expect(() => readKeys(JSON.stringify({ keys: [key, { ...key, d: 'secret' }] }))).toThrow('private');
  expect(() => readKeys(JSON.stringify({ kty: 'oct', k: 'secret' }))).toThrow('private');
});

test('Anything else is refused in words.', () => {
  for (const text of ['', 'PEM', '[]', '7', 'null', '{"keys":[]}', '{"keys":[7]}', '{"x":1}']) {
    expect(() => readKeys(text)).toThrow(Error);
  }
});
