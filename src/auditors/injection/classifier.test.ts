import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkModel, type LinearModel, type ModelCard } from '../linear-model/model.ts';
import { hashNgrams } from '../linear-model/ngrams.ts';
import { createClassifier, modelHeads, windowSize } from './classifier.ts';
import { loadClassifier } from './shipped-model.ts';

const bits = 12;

/** A model that knows the n-grams of one word, for every head. */
function modelOf(word: string, heads: readonly string[] = modelHeads): LinearModel {
  const weights = new Int8Array(2 ** bits * heads.length);
  const { buckets, count } = hashNgrams(word, bits);
  for (let at = 0; at < count; at += 1) {
    for (let head = 0; head < heads.length; head += 1) weights[(buckets[at] ?? 0) * heads.length + head] = 100;
  }
  const card: ModelCard = {
    id: 'test',
    format: 'assay-linear/1',
    bits,
    heads: heads.map((name) => ({ name, bias: -4, scale: 0.05, calibration: [] })),
    weights_sha256: createHash('sha256').update(weights).digest('hex'),
    trained_on: [],
    notes: [],
  };
  return checkModel(card, weights);
}

const classifier = createClassifier(modelOf('abracadabra'));
const spell = Array.from({ length: 20 }, () => 'abracadabra').join(' ');
const filler = (length: number): string => 'plain words of no weight '.repeat(Math.ceil(length / 25)).slice(0, length);

describe('the strongest window', () => {
  it.each([0, 1, 300, 5_000, 16_000, 16_300, 16_384, 33_000, 99_000])(
    'is found where it stands, behind %i characters',
    (before) => {
      const text = `${filler(before)} ${spell} ${filler(2_000)}`;
      const { attack, place } = classifier.judge(text);
      expect(attack).toBeGreaterThan(0.9);
      expect(place.start).toBeLessThan(before + spell.length);
      expect(place.end).toBeGreaterThan(before);
      expect(place.end - place.start).toBeLessThanOrEqual(windowSize);
    },
  );

  it('of a text without the words is as low as the text', () => {
    expect(classifier.judge(filler(40_000)).attack).toBeLessThan(0.2);
  });

  it('stays inside the text, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        for (const { score, start, end } of [classifier.judge(text).place, classifier.findOrder(text)]) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

it('a model with other heads is refused', () => {
  expect(() => createClassifier(modelOf('x', ['attack', 'indirect']))).toThrow(/other heads/);
});

it('the shipped model belongs to its card', () => {
  expect(loadClassifier().modelId).toBe('assay-injection-1');
});
