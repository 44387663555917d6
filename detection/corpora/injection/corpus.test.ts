import { describe, expect, it } from 'vitest';
import { toNormalForm } from '../../data/normal-form.ts';
import { languages, makeAttacks, makeBenign, makeLongBenign } from './corpus.ts';
import { makeDocuments } from './document-corpus.ts';

const attacks = makeAttacks(1);
const benign = [...makeBenign(2), ...makeLongBenign(3)];
const documents = makeDocuments(4, 4);

describe('our own corpus', () => {
  it('is equal for equal seeds, and differs for different ones', () => {
    expect(makeAttacks(1)).toEqual(attacks);
    expect(makeAttacks(5)).not.toEqual(attacks);
  });

  it('has thousands of distinct attacks and ordinary texts', () => {
    expect(new Set(attacks.map(({ text }) => toNormalForm(text))).size).toBeGreaterThan(6_000);
    expect(new Set(benign.map(({ text }) => toNormalForm(text))).size).toBeGreaterThan(6_000);
  });

  it('holds no text in both classes', () => {
    const ordinary = new Set(benign.map(({ text }) => toNormalForm(text)));
    expect(attacks.filter(({ text }) => ordinary.has(toNormalForm(text)))).toEqual([]);
  });

  it.each(languages.map(({ language }) => language))(
    'has about equally many texts of both classes in %s',
    (language) => {
      const count = (rows: readonly { language?: string }[]): number =>
        rows.filter((row) => row.language === language).length;
      expect(count(attacks)).toBeGreaterThan(150);
      expect(count(benign)).toBeGreaterThan(150);
      expect(count(attacks) / count(benign)).toBeGreaterThan(0.5);
      expect(count(attacks) / count(benign)).toBeLessThan(2);
    },
  );

  it('leaves no grammar syntax in a text', () => {
    const slips = [...attacks, ...benign, ...documents].filter(({ text }) => /\$[a-z]{3,}|[~⟦⟧]|\[\w+\|/.test(text));
    expect(slips.map(({ text }) => text)).toEqual([]);
  });
});

it('every attacked document has a clean twin and names its hidden attack', () => {
  const attacked = documents.filter(({ label }) => label === 1);
  expect(attacked.length * 2).toBe(documents.length);
  expect(attacked.filter(({ text, hidden = '' }) => hidden === '' || !text.includes(hidden))).toEqual([]);
});
