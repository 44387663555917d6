import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashNgrams } from './ngrams.ts';

/** Words and characters of several scripts, so that runs of one kind and changes of kind both occur. */
const aText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'ignore',
        'a',
        'the',
        ' ',
        '  ',
        ', ',
        '—',
        '。',
        '漢',
        '字',
        'かな',
        'ไทย',
        '𠮷',
        'é',
        'الكل',
        '7',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('hashNgrams', () => {
  it('agrees with a naive implementation, in the same order', () => {
    fc.assert(
      fc.property(aText, fc.integer({ min: 8, max: 24 }), (text, bits) => {
        const { buckets, count } = hashNgrams(text, bits);
        expect([...buckets.subarray(0, count)]).toEqual(naiveNgrams(text, bits).map(([, bucket]) => bucket));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps buckets below 2 ** bits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { buckets, count } = hashNgrams(text, 8);
        for (let at = 0; at < count; at += 1) expect(buckets[at]).toBeLessThan(256);
      }),
    );
  });

  it('makes at most six n-grams per character for any text', () => {
    for (const unit of ['a', ' ', 'a ', '漢', '漢 ', 'ab ', '\ud842\udfb7', '\ud800']) {
      const text = unit.repeat(2000);
      expect(hashNgrams(text, 18).count, JSON.stringify(unit)).toBeLessThanOrEqual(6 * text.length);
    }
  });

  it('does not keep the memory of a large text', () => {
    const large = hashNgrams('word '.repeat(200_000), 18);
    const small = hashNgrams('word', 18);
    expect(large.buckets.length).toBeGreaterThan(1_000_000);
    expect(small.buckets.length).toBeLessThan(100);
    expect(hashNgrams('more', 18).buckets).toBe(small.buckets);
  });

  it('does work that depends only on the length', () => {
    for (const unit of ['a', 'a ', '漢', 'ab, ', '....']) {
      const short = hashNgrams(unit.repeat(1000), 18).count;
      const long = hashNgrams(unit.repeat(10_000), 18).count;
      expect(long, JSON.stringify(unit)).toBeLessThanOrEqual(10 * (short + 20));
    }
  });

  it('has nothing for an empty text and for one without words of fewer than three characters', () => {
    expect(hashNgrams('', 18).count).toBe(0);
    expect(hashNgrams('!?', 18).count).toBe(0);
  });

  it('distinguishes word orders, and ignores separators', () => {
    const words = (text: string) => naiveNgrams(text, 24).filter(([start]) => start === 0);
    expect(words('all rules now')).not.toEqual(words('now rules all'));
    const wordBuckets = (text: string) => new Set(naiveWordGrams(text).map(({ key }) => key));
    expect(wordBuckets('ignore all rules')).toEqual(wordBuckets('ignore,   all... rules'));
  });
});

type Gram = { start: number; end: number; key: string; kind: 'word' | 'chars' };

function naiveNgrams(text: string, bits: number): [number, number][] {
  const grams: Gram[] = [...naiveWordGrams(text), ...naiveCharGrams(text)];
  grams.sort(
    (left, right) =>
      left.start - right.start || (left.kind === right.kind ? left.end - right.end : left.kind === 'word' ? -1 : 1),
  );
  return grams.map(({ start, key, kind }) => [start, bucketOf(key, kind, bits)]);
}

function naiveWordGrams(text: string): Gram[] {
  const words: { start: number; end: number }[] = [];
  for (const match of text.matchAll(wordPattern))
    words.push({ start: match.index, end: match.index + match[0].length });
  return words.flatMap((word, index) =>
    [1, 2, 3].flatMap((size): Gram[] => {
      const parts = words.slice(index, index + size);
      const last = parts.at(-1);
      if (parts.length < size || last === undefined) return [];
      const key = parts.map(({ start, end }) => text.slice(start, end)).join(' ');
      return [{ start: word.start, end: last.end, key, kind: 'word' }];
    }),
  );
}

function naiveCharGrams(text: string): Gram[] {
  return Array.from(text.split(''), (_, start) => start).flatMap((start) =>
    [3, 4, 5]
      .filter((size) => start + size <= text.length)
      .map((size): Gram => ({ start, end: start + size, key: text.slice(start, start + size), kind: 'chars' })),
  );
}

/** Without the `u` flag: UTF-16 units, as in the implementation. One ideograph, kana, Thai character or surrogate is a word. */
const ideographs = '\\u3040-\\u9fff\\ud840-\\udfff\\u0e01-\\u0e4e';
const letters =
  'a-zA-Z0-9\\u00aa-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u0e00\\u0e4f-\\u1fff\\u2c00-\\u2fff\\ua000-\\ud83f\\ue000-\\uffff';
const wordPattern = new RegExp(`[${ideographs}]|[${letters}]+`, 'g');

/** FNV-1a of the units, finished by the mixer of MurmurHash3, top bits. */
function bucketOf(key: string, kind: Gram['kind'], bits: number): number {
  let hash = kind === 'word' ? 0x9e3779b9n : 0x811c9dc5n;
  for (let at = 0; at < key.length; at += 1) hash = ((hash ^ BigInt(key.charCodeAt(at))) * 0x01000193n) & 0xffffffffn;
  hash ^= hash >> 16n;
  hash = (hash * 0x85ebca6bn) & 0xffffffffn;
  hash ^= hash >> 13n;
  hash = (hash * 0xc2b2ae35n) & 0xffffffffn;
  hash ^= hash >> 16n;
  return Number(hash >> BigInt(32 - bits));
}
