import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson, parseStrictJsonBytes } from './json.ts';

const limits = { maxChars: 10_000, maxDepth: 8 };
const reasonOf = (text: string) => {
  const result = parseStrictJson(text, limits);
  return result.ok ? 'ok' : result.reason;
};

describe('strict JSON', () => {
  it.each([
    ['{"a":1,"a":1}'],
    ['{"a":1,"b":{"c":[{"d":1,"d":2}]}}'],
    ['{"a":1,"\\u0061":2}'],
    ['{"__proto__":1,"__proto__":2}'],
    ['{"a:b":"\\\\","a:b":1}'],
    ['[{"x":":"},{"":1,"":2}]'],
  ])('refuses a member named twice: %s', (text) => {
    expect(reasonOf(text)).toBe('duplicate_key');
  });

  it.each([
    ['{"a":{"a":1},"b":"a:\\"{[:"}'],
    ['{"":0,"\\\\":":\\\\\\"","\\"":1}'],
    ['"a:b:c"'],
    ['{"__proto__":{"a":1}}'],
  ])('reads colons and braces inside strings as text: %s', (text) => {
    expect(reasonOf(text)).toBe('ok');
  });

  it('refuses depth and length past the bounds', () => {
    expect(reasonOf('['.repeat(9) + ']'.repeat(9))).toBe('too_deep');
    expect(reasonOf('['.repeat(8) + ']'.repeat(8))).toBe('ok');
    expect(reasonOf(`"${'a'.repeat(10_000)}"`)).toBe('too_large');
    expect(parseStrictJson('['.repeat(5_000_000), { maxChars: 10_000_000, maxDepth: 64 })).toMatchObject({
      reason: 'too_deep',
    });
  });

  it.each([['"\\u0000"'], ['"\\ud800"'], ['{"\\udc00":1}'], ['[["\\u0000"]]']])(
    'refuses text that UTF-8 cannot carry: %s',
    (text) => {
      expect(reasonOf(text)).toBe('text');
    },
  );

  it.each([[''], ['{'], ['"'], ['"\\'], ['{"a"}'], ['nul'], ['1 2'], ['\u{feff}{}'], ['{"a":1,}']])(
    'refuses invalid JSON: %j',
    (text) => {
      expect(reasonOf(text)).toBe('json');
    },
  );

  it('refuses broken UTF-8 and a byte order mark', () => {
    const read = (bytes: number[]) => parseStrictJsonBytes(Uint8Array.from(bytes), limits);
    expect(read([0x22, 0xff, 0x22])).toMatchObject({ reason: 'text' });
    expect(read([0x22, 0xed, 0xa0, 0x80, 0x22])).toMatchObject({ reason: 'text' });
    expect(read([0xef, 0xbb, 0xbf, 0x31])).toMatchObject({ reason: 'json' });
  });

  it('accepts every JSON value as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const result = parseStrictJson(text, { maxChars: 1e6, maxDepth: 32 });
        if (result.ok) expect(result.value).toEqual(JSON.parse(text));
        else expect(['text']).toContain(result.reason);
      }),
    );
  });

  it('finds a repeated member at any place', () => {
    const member = fc.string().filter((name) => name.isWellFormed() && !name.includes('\0'));
    fc.assert(
      fc.property(member, fc.json({ maxDepth: 2 }), fc.json({ maxDepth: 2 }), (name, first, second) => {
        const key = JSON.stringify(name);
        const result = parseStrictJson(`[{${key}:${first},"other ${1}":0,${key}:${second}}]`, {
          maxChars: 1e6,
          maxDepth: 32,
        });
        expect(result.ok).toBe(false);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'{}[]":,\\u0au1') })), (text) => {
        parseStrictJson(text, limits);
      }),
      { numRuns: 2000 },
    );
  });
});
