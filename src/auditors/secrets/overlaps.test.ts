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

describe('of findings on one place', () => {
  it('the most specific one tells the type, and the longest one how much is covered', () => {
    const url = finding('url_credentials', 0, 30, ranks.structure);
    const token = finding('github_token', 5, 25, ranks.token);
    expect(resolveOverlaps([url, token])).toEqual([{ ...token, start: 0, end: 30 }]);
  });

  it('two tokens in one value stay two', () => {
    const value = finding('key_assignment', 0, 50, ranks.assignment);
    const first = finding('github_token', 0, 20, ranks.token);
    const second = finding('npm_token', 25, 50, ranks.token);
    expect(resolveOverlaps([second, value, first])).toEqual([first, second]);
  });
});

it('findings never overlap, are in order, and none is lost without a better one on its place', () => {
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
