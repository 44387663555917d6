import { expect, test } from 'vitest';
import { toLinkToken, toShortLinkToken } from './link-token.ts';

const token = 'A'.repeat(43);

test('the token of a link is read from behind the #', () => {
  expect(toLinkToken(`link=${token}`)).toBe(token);
  expect(toLinkToken(`#link=${token}`)).toBe(token);
  expect(toShortLinkToken(`#link=${token}`)).toBe(token);
  expect(toShortLinkToken(token)).toBe(token);
});

test('an address without a link has no token', () => {
  expect(toLinkToken('')).toBeUndefined();
  expect(toLinkToken('content')).toBeUndefined();
  expect(toLinkToken('link=')).toBeUndefined();
  expect(toShortLinkToken('content')).toBeUndefined();
});
