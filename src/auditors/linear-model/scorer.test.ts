import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkModel, type Head, type LinearModel } from './model.ts';
import { hashNgrams } from './ngrams.ts';
import { calibrate, calibrateWindow, createScorer } from './scorer.ts';

const bits = 8;

function aModel(heads: readonly Partial<Head>[] = [{}], seed = 1): LinearModel {
  const weights = new Int8Array(2 ** bits * heads.length);
  for (let at = 0; at < weights.length; at += 1) weights[at] = ((at * 73 + seed * 31) % 255) - 127;
  return {
    weights,
    card: {
      id: 'assay-test-1',
      format: 'assay-linear/1',
      bits,
      heads: heads.map((head, index) => ({ name: `head${index}`, bias: -0.5, scale: 0.01, calibration: [], ...head })),
      weights_sha256: createHash('sha256').update(weights).digest('hex'),
      trained_on: [],
      notes: [],
    },
  };
}

/** Sums the weights of the n-grams one by one. */
function logitByHand({ card, weights }: LinearModel, text: string, index: number): number {
  const { buckets, count } = hashNgrams(text, bits);
  const head = card.heads[index];
  if (head === undefined) throw new Error('no such head');
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += weights[(buckets[at] ?? 0) * card.heads.length + index] ?? 0;
  return count === 0 ? head.bias : head.bias + (head.scale * sum) / Math.sqrt(count);
}

const aText = fc.string({ unit: fc.constantFrom(...'abcde 漢.'), maxLength: 120 });

describe('a scorer', () => {
  it.each([1, 2, 3, 4, 9])('gives each of %d heads the sum of its own weights', (number) => {
    const model = aModel(Array.from({ length: number }, (_, head) => ({ bias: head / 4, scale: 0.02 })));
    fc.assert(
      fc.property(aText, (text) => {
        const logits = createScorer(model).logits(text);
        expect(logits).toHaveLength(number);
        for (const [index, logit] of logits.entries()) expect(logit).toBeCloseTo(logitByHand(model, text, index), 9);
      }),
    );
  });

  it('has the bias alone for a text without n-grams', () => {
    expect(createScorer(aModel()).logits('')).toEqual([-0.5]);
  });
});

describe('calibrateWindow', () => {
  it('uses its own table, if there is one', () => {
    const head: Head = { name: 'h', bias: 0, scale: 1, calibration: [[0, 0.5]] };
    expect(calibrateWindow(head, 0)).toBe(0.5);
    expect(calibrateWindow({ ...head, windowCalibration: [[0, 0.2]] }, 0)).toBe(0.2);
  });
});

describe('calibrate', () => {
  const aTable = fc
    .uniqueArray(fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 12,
      selector: ([logit]) => logit,
    })
    .map((points) => {
      const logits = points.map(([logit]) => logit).sort((left, right) => left - right);
      const values = points.map(([, value]) => value).sort((left, right) => left - right);
      return logits.map((logit, index): [number, number] => [logit, values[index] ?? 0]);
    });
  const aLogit = fc.double({ min: -40, max: 40, noNaN: true });
  const aHead = (calibration: Head['calibration']): Head => ({ name: 'h', bias: 0, scale: 1, calibration });

  it('never swaps two logits and stays between 0 and 1', () => {
    fc.assert(
      fc.property(aTable, aLogit, aLogit, (table, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const [below, above] = [calibrate(aHead(table), low), calibrate(aHead(table), high)];
        expect(below).toBeLessThanOrEqual(above + 1e-12);
        expect(below).toBeGreaterThanOrEqual(0);
        expect(above).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('gives each point of the table its value, is linear between two and flat outside', () => {
    const head = aHead([
      [-2, 0.1],
      [0, 0.3],
      [2, 0.9],
    ]);
    expect([-5, -2, -1, 0, 1, 2, 5].map((logit) => calibrate(head, logit))).toEqual(
      [0.1, 0.1, 0.2, 0.3, 0.6, 0.9, 0.9].map((value) => expect.closeTo(value, 12)),
    );
  });
});

describe('checkModel', () => {
  const { card, weights } = aModel();

  it('combines card and weights', () => {
    expect(checkModel(card, weights)).toEqual({ card, weights });
  });

  it('refuses weights that do not match the card', () => {
    const changed = weights.slice();
    changed[7] = (changed[7] ?? 0) + 1;
    expect(() => checkModel(card, changed)).toThrow('do not match its card');
  });

  it('refuses weights of another size and another format', () => {
    expect(() => checkModel(card, weights.slice(1))).toThrow('have the wrong size');
    expect(() => checkModel({ ...card, bits: 9 }, weights)).toThrow('have the wrong size');
    const format = 'assay-linear/2' as unknown;
    expect(() => checkModel({ ...card, format: format as 'assay-linear/1' }, weights)).toThrow(
      'does not have the expected format',
    );
  });
});
