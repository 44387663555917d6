import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinearModel } from '../../src/auditors/linear-model/model.ts';
import { createScorer } from '../../src/auditors/linear-model/scorer.ts';
import { type Example, quantize, type TrainedModel, train } from './logistic.ts';
import { createRandom, shuffle } from './random.ts';

const options = { bits: 12, heads: ['bird', 'fish'], epochs: 8, learningRate: 0.2, l2: 1e-6, seed: 7 } as const;

/** One word decides each sentence; the second head is unknown for half of them. */
function examples(count: number, seed: number): Example[] {
  const random = createRandom(seed);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const bird = index % 2;
    const fish = Math.floor(index / 2) % 2;
    const filler = () => pick(['today', 'we saw', 'near the', 'old house', 'slowly', 'again and', 'quiet']);
    const text = [filler(), bird === 1 ? pick(['sparrow', 'heron']) : pick(['table', 'ladder']), filler()];
    text.push(fish === 1 ? pick(['salmon', 'trout']) : pick(['carpet', 'window']), filler());
    return { text: text.join(' '), labels: [bird, index % 3 === 0 ? undefined : fish], weight: 1 };
  });
}

const toModel = (trained: TrainedModel): LinearModel => {
  const { weights, heads } = quantize(trained);
  const card = {
    id: 't',
    format: 'assay-linear/1',
    bits: trained.bits,
    weights_sha256: '',
    trained_on: [],
    notes: [],
  } as const;
  return { weights, card: { ...card, heads: heads.map((head) => ({ ...head, calibration: [] })) } };
};

describe('train', () => {
  it('learns a learnable rule and generalises to unseen sentences', () => {
    const scorer = createScorer(toModel(train(examples(400, 1), options)));
    const unseen = examples(200, 2);
    for (const head of [0, 1]) {
      const known = unseen.filter(({ labels }) => labels[head] !== undefined);
      const right = known.filter(({ text, labels }) => (scorer.score(text)[head] ?? 0) > 0.5 === (labels[head] === 1));
      expect(right.length / known.length).toBeGreaterThan(0.97);
    }
  });

  it('gives equal bytes for equal seeds, and different ones for different seeds', () => {
    const bytes = (seed: number) => Buffer.from(train(examples(100, 1), { ...options, seed }).weights.buffer);
    expect(bytes(7).equals(bytes(7))).toBe(true);
    expect(bytes(7).equals(bytes(8))).toBe(false);
  });

  it('does not learn from a label that is unknown', () => {
    const unknown = examples(60, 3).map((example) => ({ ...example, labels: [example.labels[0], undefined] }));
    const { weights, biases } = train(unknown, options);
    expect(weights.every((weight, index) => index % 2 === 0 || weight === 0)).toBe(true);
    expect(biases[1]).toBe(0);
  });

  it('counts an example by its weight', () => {
    const contradiction = (yes: number, no: number): Example[] => [
      { text: 'the same sentence', labels: [1], weight: yes },
      { text: 'the same sentence', labels: [0], weight: no },
    ];
    const one = { ...options, heads: ['only'], epochs: 60 };
    const score = (rows: Example[]) => createScorer(toModel(train(rows, one))).score('the same sentence')[0] ?? 0;
    expect(score(contradiction(4, 1))).toBeGreaterThan(0.6);
    expect(score(contradiction(1, 4))).toBeLessThan(0.4);
  });

  it('skips a text without n-grams', () => {
    const empty = { text: '', labels: [1, 1], weight: 1 };
    const rows = examples(40, 4);
    expect(train([empty], options).biases).toEqual(new Float64Array(2));
    expect(train(rows, options).weights.some((weight) => weight !== 0)).toBe(true);
  });

  it('reports its progress', () => {
    const lines: string[] = [];
    train(examples(20, 1), { ...options, epochs: 2, progress: (line) => lines.push(line) });
    expect(lines).toEqual([expect.stringContaining('epoch 1 of 2'), expect.stringContaining('epoch 2 of 2')]);
  });
});

describe('quantize', () => {
  it('keeps the ranking of texts', () => {
    const trained = train(examples(400, 1), { ...options, heads: ['bird'] });
    const bytes = createScorer(toModel(trained));
    const scored = examples(100, 9).map(({ text }) => ({
      exact: exactLogit(trained, text),
      rough: bytes.logits(text)[0] ?? 0,
    }));
    const spread = Math.max(...scored.map(({ exact }) => exact)) - Math.min(...scored.map(({ exact }) => exact));
    for (const left of scored)
      for (const right of scored)
        if (left.exact - right.exact > spread / 20) expect(left.rough).toBeGreaterThan(right.rough);
  });

  it('keeps every weight within half a step, except clipped extremes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: -3, max: 3, noNaN: true }), { minLength: 256, maxLength: 256 }),
        (values) => {
          const weights = Float32Array.from(values);
          const trained = { bits: 8, heads: ['h'], biases: new Float64Array(1), weights };
          const { weights: bytes, heads } = quantize(trained);
          const scale = heads[0]?.scale ?? 0;
          for (const [index, weight] of weights.entries()) {
            const step = bytes[index] ?? 0;
            if (Math.abs(step) < 127) expect(Math.abs(weight - step * scale)).toBeLessThanOrEqual(scale / 2 + 1e-6);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('leaves a model of zeros unchanged', () => {
    const zeros = { bits: 8, heads: ['h'], biases: new Float64Array(1), weights: new Float32Array(256) };
    expect(quantize(zeros)).toEqual({ weights: new Int8Array(256), heads: [{ name: 'h', bias: 0, scale: 1 }] });
  });
});

describe('random numbers from a seed', () => {
  it('are deterministic in the seed and evenly distributed', () => {
    const row = (seed: number) => Array.from({ length: 5 }, createRandom(seed));
    expect(row(3)).toEqual(row(3));
    expect(row(3)).not.toEqual(row(4));
    const random = createRandom(5);
    const counts = new Array<number>(10).fill(0);
    for (let at = 0; at < 10_000; at += 1) {
      const bin = Math.floor(random() * 10);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('shuffle without loss', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
        const shuffled = shuffle([...items], createRandom(seed));
        expect(shuffled.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      }),
    );
  });
});

/** The logit before quantisation; the weights are scaled up so that rounding is invisible. */
function exactLogit({ bits, weights, biases }: TrainedModel, text: string): number {
  const fine: LinearModel = {
    weights: new Int8Array(weights.length),
    card: {
      id: 't',
      format: 'assay-linear/1',
      bits,
      heads: [{ name: 'h', bias: 0, scale: 1, calibration: [] }],
      weights_sha256: '',
      trained_on: [],
      notes: [],
    },
  };
  // Two further bytes of each weight in turn.
  let total = biases[0] ?? 0;
  const rest = Float64Array.from(weights);
  for (const unit of [1, 1 / 128, 1 / 128 ** 2, 1 / 128 ** 3]) {
    for (const [index, value] of rest.entries()) {
      const step = Math.max(-127, Math.min(127, Math.round(value / unit)));
      fine.weights[index] = step;
      rest[index] = value - step * unit;
    }
    total += (createScorer(fine).logits(text)[0] ?? 0) * unit;
  }
  return total;
}
