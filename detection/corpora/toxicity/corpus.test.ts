import { describe, expect, it } from 'vitest';
import { normalFormHash } from '../../data/normal-form.ts';
import { createRandom } from '../../training/random.ts';
import { contrastCases } from './contrast-cases.ts';
import { toxicityCorpus } from './corpus.ts';
import { fitLogistic } from './fit-combination.ts';
import { fill } from './grammar.ts';

describe('own rows', () => {
  const rows = toxicityCorpus();

  it('are deterministic, without repeats', () => {
    expect(toxicityCorpus()).toEqual(rows);
    expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(8000);
  });

  it('have no unfilled slots', () => {
    expect(rows.filter(({ text }) => /[{}[\]|]/.test(text))).toEqual([]);
  });

  it('never share a text with the contrast cases that measure them', () => {
    const trained = new Set(rows.map(({ text }) => normalFormHash(text)));
    expect(contrastCases().filter(({ text }) => trained.has(normalFormHash(text)))).toEqual([]);
  });
});

it('a template names only slots that exist', () => {
  expect(fill('a [b|b] {c}', { c: ['d'] }, createRandom(1))).toBe('a b d');
  expect(() => fill('{nothing}', {}, createRandom(1))).toThrow(/nothing/);
});

describe('the fit', () => {
  const observations = Array.from({ length: 200 }, (_, index) => {
    const value = index / 100 - 1;
    return { features: [value, -value], label: value > 0 === (index % 10 !== 0) ? 1 : 0, weight: 1 };
  });

  it('finds the direction of the label', () => {
    const { weights } = fitLogistic(observations, { ridge: 1 });
    expect(weights[0]).toBeGreaterThan(0);
    expect(weights[1]).toBeLessThan(0);
  });

  it('keeps a rising-only feature from falling', () => {
    expect(fitLogistic(observations, { ridge: 1, risingOnly: [1] }).weights[1]).toBe(0);
  });
});
