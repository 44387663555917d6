import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimalText, toTenThousandths } from './decimal.ts';

describe('a score becomes a decimal of four digits, half to even', () => {
  it.each([
    [0, '0.0000'],
    [1, '1.0000'],
    [0.9, '0.9000'],
    [0.12345, '0.1234'],
    [0.12355, '0.1236'],
    [0.00005, '0.0000'],
    [0.00015, '0.0002'],
    [0.00025, '0.0002'],
    [0.000050000001, '0.0001'],
    [0.99995, '1.0000'],
    [0.99985, '0.9998'],
    [0.9999499999, '0.9999'],
    [1e-7, '0.0000'],
    [5e-5, '0.0000'],
    [5.1e-5, '0.0001'],
    [9.99e-5, '0.0001'],
    [5e-324, '0.0000'],
    [2.5e-4, '0.0002'],
    [3.5e-4, '0.0004'],
  ])('%d is %s', (score, text) => {
    expect(toDecimalText(score)).toBe(text);
  });

  it('rounds every tie to even, which binary arithmetic gets wrong', () => {
    for (let step = 0; step < 10_000; step += 1) {
      const tie = Number(`0.${String(step).padStart(4, '0')}5`);
      expect(toTenThousandths(tie)).toBe(step + (step % 2));
    }
  });

  it('keeps every step, and values within 1e-5 of it, on that step', () => {
    for (let step = 0; step <= 10_000; step += 1) {
      expect(toTenThousandths(step / 10_000)).toBe(step);
      const above = Number((step / 10_000 + 1e-5).toFixed(5));
      const below = Number((step / 10_000 - 1e-5).toFixed(5));
      if (above <= 1) expect(toTenThousandths(above)).toBe(step);
      if (below > 0) expect(toTenThousandths(below)).toBe(step);
    }
  });

  it('is never further than half a step away, and never falls when the score grows', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs);
    fc.assert(
      fc.property(score, score, (left, right) => {
        expect(Math.abs(toTenThousandths(left) / 10_000 - left)).toBeLessThanOrEqual(0.000050000001);
        const [low, high] = left < right ? [left, right] : [right, left];
        expect(toTenThousandths(low)).toBeLessThanOrEqual(toTenThousandths(high));
        expect(toDecimalText(left)).toMatch(/^[01]\.\d{4}$/);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([Number.NaN, -0, -0.1, 1.0001, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %d', (score) => {
    expect(() => toDecimalText(score)).toThrow(TypeError);
  });
});
