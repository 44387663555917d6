import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWordList } from './sentence.ts';

const words = (text: string) => toWordList(text, { multilingual: true }).words;
const texts = (text: string) => words(text).map((word) => word.text);

describe('an obfuscated word is read as intended', () => {
  it.each([
    ['leetspeak', '1d10t'],
    ['signs', 'id!ot'],
    ['mask', 'id*ot'],
    ['stretched', 'idiiiiiot'],
    ['blanks', 'i d i o t'],
    ['dots', 'i.d.i.o.t'],
    ['hyphens', 'i-d-i-o-t'],
    ['underscores', 'i_d_i_o_t'],
    ['zero width', 'id\u200bi\u200bot'],
    ['soft hyphen', 'id\u00adiot'],
    ['Cyrillic look-alikes', 'idi\u043et'],
    ['full width', 'ｉｄｉｏｔ'],
    ['accents', 'ídïòt'],
    ['capitals', 'IDIOT'],
  ])('%s', (_, text) => {
    expect(texts(`an ${text} here`)).toEqual(['an', 'idiot', 'here']);
  });

  it.each([
    ['swapped letters', 'disgsuting', 'disgusting'],
    ['a letter left out', 'disgustng', 'disgusting'],
    ['vowels left out', 'dsgstng', 'disgusting'],
  ])('%s', (_, text, word) => {
    expect(texts(text)).toEqual([word]);
  });

  it('joined words are split', () => {
    expect(texts('killalljews')).toEqual(['kill', 'all', 'jews']);
  });
});

it.each([
  'therapist',
  'money',
  'garage',
  'cooked',
  'sitting',
  'strange',
  'custard',
  'manslaughter',
  'www',
  'mp3',
  'assume',
])('an ordinary word is unchanged: %s', (word) => {
  expect(texts(word)).toEqual([word]);
});

describe('quotation', () => {
  const quoted = (text: string) =>
    words(text)
      .filter((word) => word.quoted)
      .map((word) => word.text);

  it('is recognised between marks of any kind', () => {
    expect(quoted('she said "you fool" twice')).toEqual(['you', 'fool']);
    expect(quoted('she said “you fool” twice')).toEqual(['you', 'fool']);
    expect(quoted("she said 'you fool' twice")).toEqual(['you', 'fool']);
  });

  it('needs a closing mark', () => {
    expect(quoted('5" pipe, you fool')).toEqual([]);
    expect(quoted("'cause you fool")).toEqual([]);
    expect(quoted(`" you ${'and so on '.repeat(60)}`)).toEqual([]);
  });
});

it('offsets are ordered and within any text', () => {
  const piece = fc.constantFrom(
    'i',
    'd',
    '.',
    'k*ll',
    '\u200b',
    '"',
    "'",
    '😀',
    '\ud83d',
    '\udc00',
    'ﬁ',
    'killall',
    ' ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      let last = 0;
      for (const { start, end } of words(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
    }),
  );
});
