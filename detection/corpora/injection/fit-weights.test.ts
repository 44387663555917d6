import { describe, expect, it } from 'vitest';
import { eachFeature } from '../../../src/auditors/injection/features.ts';
import type { RowExample } from './examples.ts';
import { type FeatureTable, type FitOptions, type FittedHead, fitHead, tabulate } from './fit-weights.ts';

const options: FitOptions = { bits: 14, epochs: 8, learningRate: 0.2, l2: 1e-4, smoothing: 0.05, seed: 7 };

const words = 'apple river stone cloud garden window paper silver'.split(' ');
/** Texts with the marker word are attacks; the second head has inverted labels, for half of the texts. */
const examples: RowExample[] = Array.from({ length: 64 }, (_, row) => {
  const attack = row % 2 === 1 ? 1 : 0;
  const text = `${words[row % 8]} ${attack === 1 ? 'zanzibar' : 'harbour'} ${words[(row * 3) % 8]}`;
  return { text, labels: [attack, row < 32 ? attack : undefined], weight: 1, row };
});
const table = tabulate(examples);
const all = (): boolean => true;

function logit({ weights, bias }: FittedHead, text: string): number {
  let sum = 0;
  let mass = 0;
  eachFeature(text, (hash, _, value) => {
    sum += value * (weights[hash >>> (32 - options.bits)] ?? 0);
    mass += value;
  });
  return bias + sum / Math.sqrt(mass);
}

describe('training of a head', () => {
  it('learns the difference between the labels', () => {
    const head = fitHead(table, 0, all, options);
    expect(logit(head, 'cherry zanzibar lamp')).toBeGreaterThan(0.5);
    expect(logit(head, 'cherry harbour lamp')).toBeLessThan(-0.5);
  });

  it('is equal for equal seeds, and differs for different ones', () => {
    expect(fitHead(table, 0, all, options)).toEqual(fitHead(table, 0, all, options));
    expect(fitHead(table, 0, all, { ...options, seed: 8 })).not.toEqual(fitHead(table, 0, all, options));
  });

  it('ignores rows that are left out', () => {
    const without = fitHead(table, 0, (row) => row < 32, options);
    const alone = fitHead(tabulate(examples.slice(0, 32)), 0, all, options);
    expect(without).toEqual(alone);
  });

  it('ignores rows without a label for the head', () => {
    expect(fitHead(table, 1, all, options)).toEqual(fitHead(table, 1, (row) => row < 32, options));
  });

  it('is less certain with more smoothing', () => {
    const sure = logit(fitHead(table, 0, all, { ...options, smoothing: 0 }), 'apple zanzibar stone');
    const unsure = logit(fitHead(table, 0, all, { ...options, smoothing: 0.2 }), 'apple zanzibar stone');
    expect(unsure).toBeLessThan(sure);
  });

  it('follows rows of higher weight more closely', () => {
    const contradicting: RowExample = { text: 'apple zanzibar stone', labels: [0], weight: 40, row: 64 };
    const heavy: FeatureTable = tabulate([...examples, contradicting]);
    expect(logit(fitHead(heavy, 0, all, options), 'apple zanzibar stone')).toBeLessThan(
      logit(fitHead(table, 0, all, options), 'apple zanzibar stone'),
    );
  });
});
