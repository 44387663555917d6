import { expect, it } from 'vitest';
import { isStricter, type Strictness } from './strictness.ts';

it.each<[Strictness | undefined, unknown, unknown, boolean]>([
  ['lower', 0.5, 0.8, true],
  ['lower', 0.9, 0.8, false],
  ['lower', '0.1', 0.8, false],
  ['lower', 0.1, undefined, false],
  ['higher', 0.9, 0.8, true],
  ['higher', 0.5, 0.8, false],
  ['true', true, false, true],
  ['true', false, true, false],
  ['true', true, undefined, false],
  ['false', false, true, true],
  ['false', true, false, false],
  ['more', ['a', 'b'], ['a'], true],
  ['more', ['b'], ['a'], false],
  ['more', 'ab', ['a'], false],
  ['fewer', ['a'], ['a', 'b'], true],
  ['fewer', ['c'], ['a', 'b'], false],
  [undefined, 0.1, 0.8, false],
])('with %s, %j is stricter than %j: %s', (rule, value, than, expected) => {
  expect(isStricter(rule, { value, than })).toBe(expected);
});
