import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TextTokenizerName, tokenize, tokenizerNames } from './tokenizer.ts';

const names = tokenizerNames.filter((name): name is TextTokenizerName => name !== 'token_ids');

it('the vocabularies give their published ids', async () => {
  expect(await tokenize('cl100k_base', 'hello world')).toEqual([15339, 1917]);
  expect(await tokenize('o200k_base', 'hello world')).toEqual([24912, 2375]);
  expect(await tokenize('r50k_base', 'hello world')).toEqual([31373, 995]);
  expect(await tokenize('p50k_base', 'hello world')).toEqual([31373, 995]);
});

it('control tokens in a text are plain text', async () => {
  expect((await tokenize('cl100k_base', '<|endoftext|>')).length).toBeGreaterThan(1);
});

it('words are ids by the 32-bit FNV-1a hash, bytes are themselves', async () => {
  expect(await tokenize('whitespace', '  a foobar\n a')).toEqual([0xe40c292c, 0xbf9cf968, 0xe40c292c]);
  expect(Array.from(await tokenize('utf8-bytes', 'é!'))).toEqual([0xc3, 0xa9, 0x21]);
});

it.each(names)('%s cuts any text into ids of 32 bits', async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
      for (const id of Array.from(await tokenize(name, text))) {
        expect(Number.isInteger(id) && id >= 0 && id <= 0xffff_ffff).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

it.each([
  'x'.repeat(100_000),
  ' '.repeat(100_000),
  '😀'.repeat(50_000),
  'あ'.repeat(100_000),
  '=-'.repeat(50_000),
  '\n'.repeat(100_000),
])('a run without blanks is cut, so that no text is slow (%#)', async (text) => {
  expect((await tokenize('cl100k_base', text)).length).toBeGreaterThan(0);
});

it('text is cut between words: the pieces have the tokens of the whole', async () => {
  const text = 'The quick brown fox jumps over the lazy dog; 1,234 times. '.repeat(600);
  const { encode } = await import('gpt-tokenizer/encoding/cl100k_base');
  expect(await tokenize('cl100k_base', text)).toEqual(encode(text));
});
