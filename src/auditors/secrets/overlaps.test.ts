import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveOverlaps } from './overlaps.ts';
import { type RawFinding, ranks } from './rule.ts';

const finding = (type: string, start: number, end: number, rank: number): RawFinding => ({
  type,
  start,
  end,
  score: 0.9,
  rank,
});

describe('overlapping findings', () => {
  it('take the type of the most specific and the extent of the longest one', () => {
    const url = finding('url_credentials', 0, 30, ranks.structure);
    const token = finding('github_token', 5, 25, ranks.token);
    expect(resolveOverlaps([url, token])).toEqual([{ ...token, start: 0, end: 30 }]);
  });

  it('stay two for two tokens in one value', () => {
    const value = finding('key_assignment', 0, 50, ranks.assignment);
    const first = finding('github_token', 0, 20, ranks.token);
    const second = finding('npm_token', 25, 50, ranks.token);
    expect(resolveOverlaps([second, value, first])).toEqual([first, second]);
  });
});

it('findings never overlap, are in order, and only a better one at its place removes one', () => {
  const any = fc
    .tuple(fc.nat(40), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5 }))
    .map(([start, length, rank]) => finding('x', start, start + length, rank));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (found) => {
      const kept = resolveOverlaps(found);
      for (const [index, one] of kept.entries()) {
        expect(one.start).toBeGreaterThanOrEqual(kept[index - 1]?.end ?? 0);
      }
      for (const one of found) {
        const isCovered = kept.some(
          (other) => other.start < one.end && one.start < other.end && other.rank >= one.rank,
        );
        expect(isCovered).toBe(true);
      }
    }),
  );
});
