import { expect, it } from 'vitest';
import { isSigned, opened } from './keys.ts';

it('signs and opens', () => {
  expect(isSigned).toBe(true);
  expect(opened).toBe('a secret');
});
