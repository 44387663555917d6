import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from './canonicalize.ts';

const isSafe = (value: unknown): boolean => {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isSafe);
};
const json = fc.jsonValue({ maxDepth: 6 }).filter(isSafe);

describe('canonical form', () => {
  it('prints a mutable record as it is now, and a frozen one always alike', () => {
    const inside = { b: 1 };
    let read = 0;
    const changing = [
      { value: { a: 1 }, change: (value: Record<string, unknown>) => Object.assign(value, { a: 2 }) },
      { value: Object.freeze({ a: inside }), change: () => Object.assign(inside, { b: 2 }) },
      {
        value: Object.freeze(Object.defineProperty({}, 'a', { enumerable: true, get: () => read })),
        change: () => (read += 1),
      },
    ];
    for (const { value, change } of changing) {
      const before = canonicalize([value, value]);
      change(value);
      expect(canonicalize([value])).toBe(JSON.stringify([value]));
      expect(canonicalize([value, value])).not.toBe(before);
    }
    const frozen = Object.freeze({ b: 'x', a: null });
    for (let time = 0; time < 3; time += 1) expect(canonicalize({ frozen })).toBe('{"frozen":{"a":null,"b":"x"}}');
  });

  it('prints member names alike for any number and any repetition', () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `name\u20ac${index}"${'x'.repeat(index % 80)}`);
    const value = Object.fromEntries(names.map((name) => [name, 1]));
    const expected = `{${[...names]
      .sort()
      .map((name) => `${JSON.stringify(name)}:1`)
      .join(',')}}`;
    for (let time = 0; time < 2; time += 1) expect(canonicalize(value)).toBe(expected);
    expect(() => canonicalize({ '\ud800': 1 })).toThrow(TypeError);
    expect(() => canonicalize({ '\ud800': 1 })).toThrow(TypeError);
  });

  it('prints the number forms of RFC 8785 appendix B', () => {
    const forms: [string, string][] = [
      ['0', '0'],
      ['-0', '0'],
      ['5e-324', '5e-324'],
      ['9007199254740991', '9007199254740991'],
      ['-9007199254740991', '-9007199254740991'],
      ['333333333.33333329', '333333333.3333333'],
      ['4.50', '4.5'],
      ['2e-3', '0.002'],
      ['0.000000000000000000000000001', '1e-27'],
      ['1e-7', '1e-7'],
      ['0.000001', '0.000001'],
      ['-0.0000033333333333333333', '-0.0000033333333333333333'],
    ];
    for (const [source, printed] of forms) expect(canonicalize(JSON.parse(source))).toBe(printed);
  });

  it('escapes exactly the characters of RFC 8785 section 3.2.2.2', () => {
    const text = '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/\b\t\f\r\u007f\u2028';
    expect(canonicalize(text)).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/\\b\\t\\f\\r\u007f\u2028"');
  });

  it('sorts member names by UTF-16 code units, at every depth, including integer-like names', () => {
    const value = {
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '10': 5,
      '9': 6,
      '\ud83d\ude00': 7,
      '\u0080': 8,
      b: { z: [], a: {} },
    };
    expect(canonicalize(value)).toBe(
      '{"\\r":2,"1":4,"10":5,"9":6,"b":{"a":{},"z":[]},"\u0080":8,"\u20ac":1,"\ud83d\ude00":7,"\ufb33":3}',
    );
  });

  it('keeps a member named __proto__', () => {
    expect(canonicalize(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });

  it('is idempotent and loses nothing', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalize(value);
        expect(canonicalize(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is independent of the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), json), (record) => {
        fc.pre(Object.keys(record).every((name) => name.isWellFormed()));
        const reversed = Object.fromEntries(Object.entries(record).reverse());
        expect(canonicalize(reversed)).toBe(canonicalize(record));
      }),
    );
  });
});

describe('refused', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const refused: [string, unknown][] = [
    ['NaN', Number.NaN],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['an integer beyond 2^53-1', { a: 2 ** 53 }],
    ['a lone surrogate in a value', '\ud800'],
    ['a lone surrogate in a name', { '\udc00': 1 }],
    ['undefined', undefined],
    ['an undefined member', { a: undefined }],
    ['a hole in a list', new Array(2)],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['a value that contains itself', cyclic],
  ];
  it.each(refused)('%s has no canonical form', (_, value) => {
    expect(() => canonicalize(value)).toThrow(TypeError);
  });
});
