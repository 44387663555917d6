import { expect, it } from 'vitest';
import { groundednessClaim } from './groundedness.ts';

it('groundednessClaim is the score, with counts of 0 unless given', () => {
  expect(groundednessClaim({ score: 0.75 })).toEqual({
    name: 'groundedness_score',
    type: 'score_normalized',
    value: 0.75,
    metadata: { phase: 'response' },
    detail: {
      score: 0.75,
      cited_sources: 0,
      total_claims: 0,
      supported_claims: 0,
      hallucination_detected: false,
      threshold: 0.8,
    },
  });
});

it('groundednessClaim counts in integers', () => {
  expect(() => groundednessClaim({ score: 1, total_claims: 1.5 })).toThrow('total_claims');
});
