import { describe, expect, it } from 'vitest';
import { durationsUpTo, toDurationText, toTimesText } from './delegation-texts.ts';

describe('the words for a duration', () => {
  it.each([
    [0, 'no time'],
    [1, '1 second'],
    [60, '1 minute'],
    [300, '5 minutes'],
    [3_600, '1 hour'],
    [3_601, '1 hour'],
    [28_800, '8 hours'],
    [90_000, '1 day and 1 hour'],
    [93_784, '1 day and 2 hours'],
    [7_776_000, '90 days'],
  ])('of %i seconds are %s', (seconds, words) => {
    expect(toDurationText(seconds)).toBe(words);
  });

  it('offer at most the possible, and always that', () => {
    expect(durationsUpTo(60)).toEqual([60]);
    expect(durationsUpTo(28_800)).toEqual([900, 3_600, 28_800]);
    expect(durationsUpTo(30_000)).toEqual([900, 3_600, 28_800, 30_000]);
  });

  it('count uses', () => {
    expect([1, 2, 3].map(toTimesText)).toEqual(['once', 'twice', '3 times']);
  });
});
