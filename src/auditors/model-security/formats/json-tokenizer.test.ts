import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonBounds } from './json-grammar.ts';
import { createJsonTokenizer, JsonSyntaxError } from './json-tokenizer.ts';

const bounds: JsonBounds = { maxDepth: 64, maxStringBytes: 1000, maxEntries: 10_000 };

/** Tokenises a text cut into pieces and builds the value again. */
function parse(bytes: Uint8Array, pieceLength: number, limits: Partial<JsonBounds> = {}) {
  const stack: { keys: string[]; values: unknown[] }[] = [{ keys: [], values: [] }];
  let duplicates = 0;
  const push = (value: unknown) => void stack.at(-1)?.values.push(value);
  const tokenizer = createJsonTokenizer(
    {
      open: () => void stack.push({ keys: [], values: [] }),
      close: (kind) => {
        const { keys, values } = stack.pop() ?? { keys: [], values: [] };
        push(kind === 'array' ? values : Object.fromEntries(keys.map((key, index) => [key, values[index]])));
      },
      key: (text) => void stack.at(-1)?.keys.push(text),
      string: push,
      number: (text) => push(Number(text)),
      literal: push,
      duplicate: () => {
        duplicates += 1;
      },
    },
    { ...bounds, ...limits },
  );
  for (let at = 0; at < bytes.length; at += pieceLength) tokenizer.push(bytes.subarray(at, at + pieceLength));
  tokenizer.end();
  return { value: stack[0]?.values[0], duplicates };
}

describe('JSON in pieces', () => {
  it('any value is parsed like JSON.parse, for any split', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 9 }), fc.boolean(), (value, cut, spaced) => {
        const text = JSON.stringify(value, undefined, spaced ? 2 : 0);
        const { value: read, duplicates } = parse(Buffer.from(text), cut);
        expect(read).toEqual(JSON.parse(text));
        expect(duplicates).toBe(0);
      }),
    );
  });

  it('any bytes end in a value or a syntax error, and JSON.parse accepts every accepted text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'u00',
      'true',
      'nul',
      '-',
      '1',
      '.5',
      'e9',
      ' ',
      '\n',
      'é',
      '\u0001',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        try {
          parse(Buffer.from(text), 3);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonSyntaxError);
          return;
        }
        expect(() => JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 3000 },
    );
  });

  it('equal keys are reported in any spelling, and only within one object', () => {
    expect(parse(Buffer.from('{"a":1,"\\u0061":2}'), 4).duplicates).toBe(1);
    expect(parse(Buffer.from('{"a":{"a":1},"b":{"a":1}}'), 4).duplicates).toBe(0);
    expect(parse(Buffer.from('{"__proto__":1,"__proto__":2}'), 4).duplicates).toBe(1);
  });

  it.each([
    ['depth', '['.repeat(100), {}],
    ['entries', `[${'1,'.repeat(100)}1]`, { maxEntries: 50 }],
    ['a key longer than is held', `{"${'k'.repeat(2000)}":1}`, {}],
  ])('a bound ends the text: %s', (_title, text, limits) => {
    expect(() => parse(Buffer.from(text), 7, limits)).toThrow(expect.objectContaining({ kind: 'limit' }));
  });

  it('a value longer than the bound is reported and skipped to its end', () => {
    const { value } = parse(Buffer.from(`["${'\\"x'.repeat(2000)}","b"]`), 100);
    expect(value).toEqual([undefined, 'b']);
  });

  it("Python's numbers are refused unless requested", () => {
    expect(() => parse(Buffer.from('[NaN]'), 9)).toThrow(JsonSyntaxError);
    expect(parse(Buffer.from('[NaN,-Infinity]'), 9, { pythonNumbers: true }).value).toEqual([Number.NaN, -Infinity]);
  });
});
