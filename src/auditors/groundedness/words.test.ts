import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameValue, readQuantities } from './quantities.ts';
import { stem } from './stem.ts';
import { createVocabulary } from './words.ts';

const vocabulary = createVocabulary();
const cut = (text: string) => vocabulary.cut(text, 0, text.length);
const meanings = (text: string) => cut(text).map(({ id }) => id);

describe('words', () => {
  it.each([
    ['The firm acquired three rivals', 'the company buys 3 rivals'],
    ["It isn't Smith’s", 'it is not Smith'],
    ['sales of the U.S. company', 'sale of the American firms'],
    ['children were injured', 'child were hurt'],
  ])('are equal when they have one meaning: %s', (one, another) => {
    expect(meanings(one)).toEqual(meanings(another));
  });

  it('of different meaning do not', () => {
    expect(meanings('rose')).not.toEqual(meanings('fell'));
    expect(meanings('2019')).not.toEqual(meanings('2020'));
    expect(meanings('may')).not.toEqual(meanings('might'));
  });

  it('lie in the text, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        let before = 0;
        for (const { start, end } of cut(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

it('stems never grow and are deterministic', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{4,14}$/), (word) => {
      expect(stem(word).length).toBeLessThanOrEqual(Math.max(word.length, 8));
      expect(stem(word)).toBe(stem(word));
    }),
  );
});

describe('quantities', () => {
  const read = (text: string) => readQuantities(cut(text), text, vocabulary).map(({ value, kind }) => [value, kind]);

  it.each([
    [
      'a rise of 4.5 percent to 1,200 euros',
      [
        [4.5, 'percent'],
        [1200, 'money'],
      ],
    ],
    [
      '$3.2 billion in 2019',
      [
        [3.2e9, 'money'],
        [2019, 'year'],
      ],
    ],
    [
      'twenty-one people and two hundred dogs',
      [
        [21, 'plain'],
        [200, 'plain'],
      ],
    ],
    ['one of them ran 10km', [[10, 'plain']]],
  ])('are read with magnitude and kind: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('are the same when rounded, and small counts are not rounded', () => {
    const [known, near, far] = ['4,870 ships', '4,900 ships', '5,870 ships'].map(
      (text) => readQuantities(cut(text), text, vocabulary)[0],
    );
    const [five, six] = ['5 ships', '6 ships'].map((text) => readQuantities(cut(text), text, vocabulary)[0]);
    if (!known || !near || !far || !five || !six) throw new Error('a number was not read');
    expect([isSameValue(near, known), isSameValue(far, known), isSameValue(five, six)]).toEqual([true, false, false]);
  });
});
