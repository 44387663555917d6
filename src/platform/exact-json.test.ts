import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson, parseRoundedJson, scanJson, writeExactJson } from './exact-json.ts';

const depth = 64;

function through(text: string): string {
  const parsed = parseExactJson(text, depth);
  if (!parsed.ok) throw new Error(parsed.problem);
  return writeExactJson(parsed.value);
}

describe('rewritten JSON', () => {
  it('is the original value, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const parsed = parseExactJson(text, depth);
        expect(parsed.ok ? parsed.value : parsed.problem).toEqual(JSON.parse(text));
        expect(through(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it.each([
    ['9223372036854775807', 'an integer past 2^53'],
    ['-9223372036854775808', 'a negative one'],
    ['6304000000000000017', 'a card number of 19 digits'],
    ['1e400', 'a number past the largest double'],
    ['1e-400', 'a number before the smallest'],
    ['-0', 'a sign before zero'],
    ['-0.0', 'a sign before zero with a fraction'],
    ['0.12345678901234567890', 'a fraction of 20 digits'],
    ['100000000000000000.01', 'a fraction behind many digits'],
  ])('keeps %s digit by digit: %s', (number) => {
    const text = `{"a":[${number},1],"b":"${number}"}`;
    expect(through(text)).toBe(text);
    const parsed = parseExactJson(text, depth);
    expect(JSON.stringify(parsed.ok && parsed.value)).toContain(`${number}",1]`);
  });

  it.each([
    '1.0',
    '1e5',
    '0',
    '0.1',
    '-1.5',
    '1E+2',
    '9007199254740991',
    '5e-7',
    '0.10000000000000001',
    '1e22',
    '2.5e-320',
    '1e300',
  ])('reads %s as its number', (number) => {
    const parsed = parseExactJson(`[${number}]`, depth);
    expect(parsed).toEqual({ ok: true, value: [Number(number)] });
  });

  it('has every double in its shortest digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = JSON.stringify([value]);
        expect(scanJson(text).unheld).toEqual([]);
      }),
    );
  });

  it('never changes the value of an integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
        expect(through(`{"n":${value}}`)).toBe(`{"n":${value}}`);
      }),
    );
  });

  it('keeps lone surrogates, U+0000 and a member called __proto__', () => {
    const text = '{"__proto__":{"x":1},"a":"\\ud800","b":"\\u0000"}';
    expect(through(text)).toBe(text);
  });

  it('distinguishes numeric member names from numbers', () => {
    const text = '{"123":1e999}';
    expect(through(text)).toBe(text);
  });
});

describe('refused JSON', () => {
  it.each([
    ['{"a":1,"a":2}', 'repeated_member'],
    ['{"a":1,"\\u0061":2}', 'repeated_member'],
    ['[{"a":[{"b":"\\"","b":1}]}]', 'repeated_member'],
    ['{"__proto__":1,"__proto__":2}', 'repeated_member'],
    ['{"a":NaN}', 'no_json'],
    ['\uFEFF{}', 'no_json'],
    ['{} {}', 'no_json'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'too_deep'],
    ['["\\ufdd0123"]', 'reserved_string'],
    ['["\uFDD01e5"]', 'reserved_string'],
  ])('%j is refused as %s', (text, problem) => {
    expect(parseExactJson(text, depth)).toMatchObject({ ok: false, problem });
  });

  it('is no other text with the reserved code point', () => {
    const text = '{"a":"\uFDD0 twelve","\uFDD012":"b \\"\uFDD012\\""}';
    expect(through(text)).toBe(text);
  });
});

describe('JSON that is not rewritten', () => {
  it('has doubles in place of longer numbers', () => {
    expect(parseRoundedJson('[9007199254740993]', depth)).toEqual({ ok: true, value: [9007199254740992] });
  });
});
