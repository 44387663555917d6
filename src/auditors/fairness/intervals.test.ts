import { describe, expect, it } from 'vitest';
import { confidenceLevels, differenceInterval, ratioInterval, wilsonInterval } from './intervals.ts';

const z = confidenceLevels['0.95'];
const rounded = (interval: readonly [number, number] | undefined) => interval?.map((end) => Number(end.toFixed(4)));

describe('intervals equal the published examples', () => {
  // Newcombe 1998, Statistics in Medicine 17, 857-872 (table I, method 3) and 873-890 (table II, method 10).
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('Wilson, %i of %i', (part, whole, low, high) => {
    expect(rounded(wilsonInterval({ part, whole }, z))).toEqual([low, high]);
  });

  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
    [0, 10, 0, 20, -0.1611, 0.2775],
  ])('Newcombe, %i of %i against %i of %i', (left, leftWhole, right, rightWhole, low, high) => {
    const interval = differenceInterval({ part: left, whole: leftWhole }, { part: right, whole: rightWhole }, z);
    expect(rounded(interval)).toEqual([low, high]);
  });

  it('Katz, 15 of 30 against 10 of 40', () => {
    // ln 2 -+ 1.96 sqrt(1/15 - 1/30 + 1/10 - 1/40)
    const spread = z * Math.sqrt(1 / 15 - 1 / 30 + 1 / 10 - 1 / 40);
    const interval = ratioInterval({ part: 15, whole: 30 }, { part: 10, whole: 40 }, z);
    expect(interval?.[0]).toBeCloseTo(2 * Math.exp(-spread), 12);
    expect(interval?.[1]).toBeCloseTo(2 * Math.exp(spread), 12);
  });
});

it('there is no interval for an undefined value, nor for a ratio with 0', () => {
  const none = { part: 0, whole: 0 };
  const zero = { part: 0, whole: 5 };
  const half = { part: 5, whole: 10 };
  expect(wilsonInterval(none, z)).toBeUndefined();
  expect(differenceInterval(none, half, z)).toBeUndefined();
  expect(differenceInterval(half, none, z)).toBeUndefined();
  expect(ratioInterval(zero, half, z)).toBeUndefined();
  expect(ratioInterval(half, zero, z)).toBeUndefined();
});

it('ends are within 0 and 1, and a higher level is wider', () => {
  for (const part of [0, 1, 5, 10]) {
    const [low, high] = wilsonInterval({ part, whole: 10 }, confidenceLevels['0.99']) ?? [Number.NaN, Number.NaN];
    const narrow = wilsonInterval({ part, whole: 10 }, confidenceLevels['0.9']) ?? [Number.NaN, Number.NaN];
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(1);
    expect(high - low).toBeGreaterThan(narrow[1] - narrow[0]);
  }
});

it('the interval of none and of all ends exactly there', () => {
  for (const level of Object.values(confidenceLevels)) {
    for (let whole = 1; whole <= 300; whole += 1) {
      expect(wilsonInterval({ part: 0, whole }, level)?.[0]).toBe(0);
      expect(wilsonInterval({ part: whole, whole }, level)?.[1]).toBe(1);
    }
  }
});
