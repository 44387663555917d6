import { expect, test } from 'vitest';
import { findIsolated } from './isolated-points.ts';

test('a value between two gaps is found, and a value beside another is not', () => {
  expect(findIsolated([1, null, 2, 3, null, 4])).toEqual([0, 5]);
  expect(findIsolated([null, 7, null])).toEqual([1]);
  expect(findIsolated([])).toEqual([]);
});
