import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tiers } from '../contract/passport.ts';
import { isBetterTier, statusOfVector, tierOfValue, worstTier } from './trust-vector.ts';

const int8 = fc.integer({ min: -128, max: 127 });
const vectors = fc.dictionary(fc.string(), int8);
const rank = ['affirming', 'none', 'warning', 'contraindicated'];

describe('the tier of a value', () => {
  it.each([
    [-128, 'contraindicated'],
    [-97, 'contraindicated'],
    [-96, 'warning'],
    [-33, 'warning'],
    [-32, 'affirming'],
    [-2, 'affirming'],
    [-1, 'none'],
    [0, 'none'],
    [1, 'none'],
    [2, 'affirming'],
    [31, 'affirming'],
    [32, 'warning'],
    [95, 'warning'],
    [96, 'contraindicated'],
    [127, 'contraindicated'],
    [128, 'contraindicated'],
    [-129, 'contraindicated'],
    [2.5, 'contraindicated'],
    [Number.NaN, 'contraindicated'],
  ])('%d is %s', (value, tier) => {
    expect(tierOfValue(value)).toBe(tier);
  });
});

describe('the status of a vector', () => {
  it('is never better than any claim in it', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const status = statusOfVector(vector);
        for (const value of Object.values(vector)) {
          if (value !== 0) expect(isBetterTier(status, tierOfValue(value))).toBe(false);
        }
      }),
    );
  });

  it('never affirms without a claim', () => {
    expect(statusOfVector({})).toBe('none');
    expect(statusOfVector({ hardware: 0, executables: 0 })).toBe('none');
  });

  it('does not improve by another claim', () => {
    fc.assert(
      fc.property(vectors, fc.string(), int8, (vector, name, value) => {
        const claims = Object.values(vector).some((known) => known !== 0);
        if (!claims || name in vector) return;
        expect(isBetterTier(statusOfVector({ ...vector, [name]: value }), statusOfVector(vector))).toBe(false);
      }),
    );
  });

  it.each([
    [{ hardware: 2, 'file-system': 0 }, 'affirming'],
    [{ hardware: 2, executables: 33 }, 'warning'],
    [{ hardware: 2, executables: 33, 'instance-identity': 97 }, 'contraindicated'],
    [{ hardware: 2, executables: -1 }, 'none'],
  ])('of %j is %s', (vector, status) => {
    expect(statusOfVector(vector)).toBe(status);
  });
});

describe('the worst tier', () => {
  it('is a total order over all tiers', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tiers), { minLength: 1 }), (list) => {
        const worst = worstTier(list);
        expect(list).toContain(worst);
        for (const tier of list) expect(rank.indexOf(worst)).toBeGreaterThanOrEqual(rank.indexOf(tier));
      }),
    );
  });

  it('of nothing is none', () => {
    expect(worstTier([])).toBe('none');
  });
});
