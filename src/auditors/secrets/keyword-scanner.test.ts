import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeywordScanner } from './keyword-scanner.ts';

/** Every occurrence of every keyword by plain search. */
function searchAll(keywords: readonly string[], text: string): string[] {
  const folded = text.toLowerCase();
  return keywords.flatMap((keyword, number) =>
    Array.from({ length: text.length }, (_, start) => start)
      .filter((start) => folded.startsWith(keyword.toLowerCase(), start))
      .map((start) => `${number}@${start}`),
  );
}

function scanAll(keywords: readonly string[], text: string): string[] {
  const hits: string[] = [];
  createKeywordScanner(keywords).scan(text, (keyword, start) => hits.push(`${keyword}@${start}`));
  return hits;
}

it('finds exactly what a search for each keyword finds', () => {
  const dense = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'k', 'é', '_'), minLength: 1, maxLength: 4 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', 'k', 'é', '_', '😀'), maxLength: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(dense, { minLength: 1, maxLength: 8 }), text, (keywords, sample) => {
      expect(scanAll(keywords, sample).toSorted()).toEqual(searchAll(keywords, sample).toSorted());
    }),
  );
});

it('case is ignored, also beyond ASCII', () => {
  expect(scanAll(['Пароль', 'ghp_'], 'ПАРОЛЬ GHP_')).toEqual(['0@0', '1@7']);
});

it('an empty keyword is refused', () => {
  expect(() => createKeywordScanner([''])).toThrow('a keyword must not be empty');
});
