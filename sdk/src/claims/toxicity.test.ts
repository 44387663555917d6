import { describe, expect, it } from 'vitest';
import { toxicityClaim } from './toxicity.ts';

describe('toxicityClaim', () => {
  it('is the score, by default in the response phase', () => {
    expect(toxicityClaim({ score: 0.4 })).toEqual({
      name: 'toxic_content',
      type: 'score_normalized',
      value: 0.4,
      metadata: { phase: 'response' },
      detail: { score: 0.4, threshold: 0.7, exceeded_threshold: false },
    });
    expect(toxicityClaim({ score: 0.4, phase: 'request' }).metadata).toEqual({ phase: 'request' });
  });

  it('exceeds the threshold when it reaches it, and refuses a caller who says otherwise', () => {
    expect(toxicityClaim({ score: 0.7 }).detail).toMatchObject({ exceeded_threshold: true });
    expect(toxicityClaim({ score: 0.7, threshold: 0.8 }).detail).toMatchObject({ exceeded_threshold: false });
    expect(toxicityClaim({ score: 0.9, exceeded_threshold: true }).detail).toMatchObject({ exceeded_threshold: true });
    expect(() => toxicityClaim({ score: 0.1, exceeded_threshold: true })).toThrow('exceeded_threshold must be false');
    expect(() => toxicityClaim({ score: 0.7, exceeded_threshold: false })).toThrow('exceeded_threshold must be true');
  });

  it('keeps categories and their scores', () => {
    const parameters = { score: 1, categories: ['insult'], category_scores: { insult: 1 } };
    expect(toxicityClaim(parameters).detail).toMatchObject(parameters);
  });
});
