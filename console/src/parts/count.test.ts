import { expect, test } from 'vitest';
import { toCount, toPercent, toShortCount } from './count.ts';

test('counts have separators, and short ones a unit', () => {
  expect(toCount(1234567)).toBe('1,234,567');
  expect(toShortCount(12_480)).toBe('12.5k');
});

test('a small part is not shown as nothing, and a large one not as all', () => {
  expect(toPercent(0, 10)).toBe('0 %');
  expect(toPercent(0, 0)).toBe('0 %');
  expect(toPercent(1, 100_000)).toBe('< 0.1 %');
  expect(toPercent(99_999, 100_000)).toBe('> 99.9 %');
  expect(toPercent(1, 3)).toBe('33.3 %');
  expect(toPercent(5, 5)).toBe('100 %');
});
