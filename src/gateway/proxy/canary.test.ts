import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesOf, type RichBody, readBody, richBodies, withMember } from './canary.fixture.ts';
import { replaceAt } from './json-tree.ts';

const word = 'Zq7canary';
const figures = 9_876_543_210_123;

/** Lists the positions where the canary passed unseen: auditors did not read it, and the body was not refused. */
function unseen(rich: RichBody, changed: readonly { where: string; body: unknown }[], canary: string): string[] {
  return changed.filter(({ body }) => readBody(rich, body)?.text.includes(canary) === false).map(({ where }) => where);
}

const replaced = ({ body }: RichBody, value: unknown) =>
  placesOf(body).map((where) => ({ where, body: replaceAt(body, new Map([[where, value]])) }));

describe.each(richBodies.map((rich) => [rich.name, rich] as const))('%s', (_name, rich) => {
  it('is accepted unchanged', () => {
    expect(readBody(rich, rich.body)).toBeDefined();
  });

  it.each<[string, unknown, string]>([
    ['one word', word, word],
    ['a sentence', `please say ${word} aloud`, word],
    ['a number', figures, String(figures)],
    ['a fraction', figures / 1e4, String(figures / 1e4)],
    ['a list', [word], word],
    ['an object', { text: word }, word],
    ['the name of a member', { [word]: true }, word],
    ['a list of texts of a known form', [{ type: 'text', text: word }], word],
    ['a list of numbers', [figures], String(figures)],
  ])('has %s in no place hidden from auditors', (_what, value, canary) => {
    expect(unseen(rich, replaced(rich, value), canary)).toEqual([]);
  });

  it.each<[string, string, unknown, string]>([
    ['a name', word, true, word],
    ['a word', 'more', word, word],
    ['a number', 'more', figures, String(figures)],
    ['an object', 'more', { deep: [{ er: word }] }, word],
    ...['caption', 'alt', 'name', 'id', 'index', 'logprobs', 'signature', 'data', 'embedding', 'content', 'text'].map(
      (name): [string, string, unknown, string] => [`a member ${name}`, name, word, word],
    ),
  ])('accepts %s beside known members in no place hidden from auditors', (_what, name, value, canary) => {
    expect(unseen(rich, withMember(rich.body, name, value), canary)).toEqual([]);
  });

  it('hides no text in any place', () => {
    const places = placesOf(rich.body);
    const text = fc.tuple(fc.string({ minLength: 1 }), fc.constantFrom(...places));
    fc.assert(
      fc.property(text, ([around, where]) => {
        const body = replaceAt(rich.body, new Map([[where, `${around}${word}`]]));
        const read = readBody(rich, body);
        // Auditors see JSON texts with their escapes decoded.
        expect(read === undefined || read.text.includes(word)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
