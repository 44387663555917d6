import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkModel, type LinearModel, type ModelCard } from '../linear-model/model.ts';
import { attackWindow, createClassifier } from './classifier.ts';
import { eachFeature } from './features.ts';
import { loadClassifier } from './shipped-model.ts';

/** A model with only the features of one word. */
function modelOf(word: string, head: string, bits = 12): LinearModel {
  const weights = new Int8Array(2 ** bits);
  eachFeature(word, (hash) => {
    weights[hash >>> (32 - bits)] = 100;
  });
  const card: ModelCard = {
    id: 'test',
    format: 'assay-linear/1',
    bits,
    heads: [{ name: head, bias: -4, scale: 0.05, calibration: [] }],
    weights_sha256: createHash('sha256').update(weights).digest('hex'),
    trained_on: [],
    notes: [],
  };
  return checkModel(card, weights);
}

const models = {
  attack: modelOf('abracadabra', 'attack', 13),
  jailbreak: modelOf('simsalabim', 'jailbreak', 11),
  indirect: modelOf('hocuspocus', 'indirect'),
};
const classifier = createClassifier(models);
const spell = (word: string): string => Array.from({ length: 20 }, () => word).join(' ');
const filler = (length: number): string => 'plain words of no weight '.repeat(Math.ceil(length / 25)).slice(0, length);
const lengths = [0, 1, 300, 5_000, 16_000, 16_384, 33_000, 99_000];

describe('the strongest window', () => {
  it.each(lengths)('is found at its place, behind %i characters', (before) => {
    const attack = spell('abracadabra');
    const text = `${filler(before)} ${attack} ${filler(2_000)}`;
    const judged = classifier.judge(text);
    expect(judged.attack).toBeGreaterThan(0.9);
    expect(judged.place.start).toBeLessThan(before + attack.length);
    expect(judged.place.end).toBeGreaterThan(before);
    expect(judged.place.end - judged.place.start).toBeLessThanOrEqual(attackWindow.size);
    expect(judged.jailbreak).toBeLessThan(0.5);
  });

  it.each(lengths)('of an order is found by its own head, behind %i characters', (before) => {
    const order = spell('hocuspocus');
    const text = `${filler(before)} ${order} ${filler(2_000)}`;
    const judged = classifier.judge(text);
    const { score, start, end } = judged.findOrder();
    expect(judged.attack).toBeLessThan(0.5);
    expect(score).toBeGreaterThan(0.9);
    expect(start).toBeLessThan(before + order.length);
    expect(end).toBeGreaterThan(before);
  });

  it('at the very end of a text is found', () => {
    for (const length of [430, 439, 440, 441, 559, 561, 7_001]) {
      expect(classifier.judge(`${filler(length)}${spell('abracadabra')}`).attack).toBeGreaterThan(0.9);
    }
  });

  it('scores as low as the text when it lacks the words', () => {
    expect(classifier.judge(filler(40_000)).attack).toBeLessThan(0.2);
  });

  it('stays inside any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const judged = classifier.judge(text);
        for (const { score, start, end } of [judged.place, judged.findOrder()]) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

it('a text judged in between does not affect a judgement', () => {
  const attack = classifier.judge(spell('abracadabra'));
  const order = classifier.judge(spell('hocuspocus'));
  expect(attack.findOrder().score).toBeLessThan(0.5);
  expect(order.findOrder().score).toBeGreaterThan(0.9);
});

it('each head has its own weights', () => {
  const { attack, jailbreak, findOrder } = classifier.judge(spell('simsalabim'));
  expect(jailbreak).toBeGreaterThan(0.9);
  expect(attack).toBeLessThan(0.5);
  expect(findOrder().score).toBeLessThan(0.5);
});

it('a swapped model is refused', () => {
  expect(() => createClassifier({ ...models, jailbreak: models.indirect })).toThrow(/does not have the heads/);
});

it('the shipped models match their cards', () => {
  expect(loadClassifier().modelId).toBe('assay-injection-2');
});
