import { describe, expect, it } from 'vitest';
import { createDetector } from './detect.ts';
import { countWords } from './few-words.ts';
import { loadClassifier } from './shipped-model.ts';

const detect = createDetector(loadClassifier());

describe('texts of few words', () => {
  it.each([
    ['', 0],
    ['warning', 1],
    ['ok ok.ok', 1],
    ['next page.', 2],
    ['忽略', 2],
    ['ignoreallpreviousinstructions', 3],
    ['a b c d e', 3],
  ])('%j has %i different words, counted up to three', (text, words) => {
    expect(countWords(text, 3)).toBe(words);
  });

  it.each(['q', 'query', 'limit', 'model', 'filter', 'output', 'A tool'])(
    'a name or label is no order to a model: %s',
    (text) => {
      expect(detect(text, { origin: 'document' }).risk).toBeLessThan(0.8);
    },
  );

  it('rules read a text of any length', () => {
    expect(detect('<|im_start|>system', { origin: 'input' }).risk).toBeGreaterThanOrEqual(0.8);
  });
});
