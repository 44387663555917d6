import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialTail, logBinomialTail } from './binomial.ts';
import { greenCounts, normalTails } from './golden.fixture.ts';
import { logNormalTail, normalTail } from './normal.ts';
import { testHits } from './z-test.ts';

function expectClose(value: number, golden: number, relative: number): void {
  if (golden === 0) expect(value).toBe(0);
  else expect(Math.abs(value - golden) / Math.abs(golden)).toBeLessThan(relative);
}

describe('normal tail', () => {
  it.each(normalTails)('at z = %d equals the golden value to 1e-12 relative, far out in logarithms', (z, p, log) => {
    // Below the smallest normal number a double has fewer digits.
    if (p === 0 || p > 1e-300) expectClose(normalTail(z), p, 1e-12);
    expect(Math.abs(logNormalTail(z) - log)).toBeLessThan(1e-12 * Math.max(1, Math.abs(log)));
  });

  it('falls with z and mirrors at 0', () => {
    const zs = fc.double({ min: -40, max: 40, noNaN: true });
    fc.assert(
      fc.property(zs, zs, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(logNormalTail(low)).toBeGreaterThanOrEqual(logNormalTail(high) - 1e-13);
        expect(normalTail(one) + normalTail(-one)).toBeCloseTo(1, 14);
      }),
    );
  });
});

describe('green counts', () => {
  it.each(greenCounts)(
    'T = %d, n = %d, gamma = %d: z and both tails equal the golden values',
    (T, n, gamma, ...golden) => {
      const [z, normal, exact, log] = golden;
      const test = testHits(n, T, gamma);
      expect(Math.abs(test.z - z)).toBeLessThan(1e-9);
      expect(Math.abs(test.p_normal - normal)).toBeLessThan(1e-12);
      expect(Math.abs((test.p_binomial ?? -1) - exact)).toBeLessThan(1e-12);
      expect(Math.abs(logBinomialTail(n, T, gamma) - log)).toBeLessThan(1e-11 * Math.max(1, Math.abs(log)));
      expect(test.p).toBe(T <= 1000 ? test.p_binomial : test.p_normal);
      expect(test.method).toBe(T <= 1000 ? 'binomial' : 'normal');
    },
  );

  it('the tail of the binomial equals the plain sum for every short text', () => {
    for (let T = 1; T <= 24; T++) {
      for (const gamma of [0.1, 0.25, 0.5, 0.9]) {
        let sum = 0;
        let choose = 1;
        for (let k = T; k >= 0; k--) {
          sum += choose * gamma ** k * (1 - gamma) ** (T - k);
          choose = (choose * k) / (T - k + 1);
          expect(Math.abs(binomialTail(k, T, gamma) - sum)).toBeLessThan(1e-13);
        }
      }
    }
  });

  it('a far tail of a long text is given by its logarithm, never NaN', () => {
    const { z, p, log10_p: log } = testHits(90_000, 100_000, 0.25);
    expect([p, Number.isFinite(z), log < -1000 && Number.isFinite(log)]).toEqual([0, true, true]);
    expect(testHits(0, 100_000, 0.25).p).toBe(1);
    expect(Number.isFinite(logBinomialTail(4_000_000, 4_000_000, 0.25))).toBe(true);
  });

  it('a test without draws is refused', () => {
    expect(() => testHits(0, 0, 0.25)).toThrow(RangeError);
  });
});
