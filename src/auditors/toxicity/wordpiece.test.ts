import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tinyTokenizer } from './onnx-model.fixture.ts';
import { createWordPiece } from './wordpiece.ts';

const vocabulary = ['un', '##aff', '##able', 'runs', ',', '!', '犬', 'cafe', 'a'];
const tokens = ['[UNK]', '[CLS]', '[SEP]', ...vocabulary];
const tokenize = createWordPiece(tinyTokenizer(vocabulary));
const read = (text: string): (string | undefined)[] =>
  tokenize(text)
    .flat()
    .map((id) => tokens[id]);

describe('WordPiece', () => {
  it('repeatedly takes the longest known piece', () => {
    expect(read('unaffable runs')).toEqual(['[CLS]', 'un', '##aff', '##able', 'runs', '[SEP]']);
  });

  it('treats a word with an unknown part as unknown', () => {
    expect(read('unaffordable a')).toEqual(['[CLS]', '[UNK]', 'a', '[SEP]']);
    expect(read('a'.repeat(101))).toEqual(['[CLS]', '[UNK]', '[SEP]']);
  });

  it('separates punctuation and ideographs, drops accents, capitals and invisible characters', () => {
    expect(read('Runs,CAFÉ!\n犬犬 r\u200bu\u0000ns')).toEqual([
      '[CLS]',
      'runs',
      ',',
      'cafe',
      '!',
      '犬',
      '犬',
      'runs',
      '[SEP]',
    ]);
  });

  it('keeps capitals when the tokenizer does', () => {
    const cased = createWordPiece({
      ...tinyTokenizer(['A']),
      normalizer: { type: 'BertNormalizer', lowercase: false },
    });
    expect(cased('A a')).toEqual([[1, 3, 0, 2]]);
  });

  it("continues in another window beyond the model's limit: nothing is cut off", () => {
    const short = createWordPiece({ ...tinyTokenizer(['a']), truncation: { max_length: 4 } });
    expect(short('a a a a a')).toEqual([
      [1, 3, 3, 2],
      [1, 3, 3, 2],
      [1, 3, 2],
    ]);
    expect(tokenize('a '.repeat(1200)).map(({ length }) => length)).toEqual([512, 512, 182]);
  });

  it('gives vocabulary numbers between both ends, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const ids of tokenize(text)) {
          expect(ids.length).toBeLessThanOrEqual(512);
          expect([ids[0], ids.at(-1)]).toEqual([1, 2]);
          expect(ids.every((id) => id >= 0 && id < tokens.length)).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['another kind', { model: { type: 'BPE' } }, /of the kind "BPE"/],
    ['another normalizer', { ...tinyTokenizer([]), normalizer: { type: 'Lowercase' } }, /normalizer "Lowercase"/],
    ['no ends', { model: { type: 'WordPiece', vocab: { '[UNK]': 0 } } }, /no token "\[CLS\]"/],
    ['no numbers', { model: { type: 'WordPiece', vocab: { a: 'b' } } }, /has no number for "a"/],
    ['nothing', undefined, /of the kind undefined/],
  ])('refuses %s with a reason', (_, description, message) => {
    expect(() => createWordPiece(description)).toThrow(message);
  });
});
