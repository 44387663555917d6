import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anEntry } from './chain.fixture.ts';
import { shapeOf } from './claim-shape.ts';
import { toCedarValue } from './convert.ts';

const convert = (type: Parameters<typeof anEntry>[1], value: unknown, schema: Record<string, unknown> = {}) =>
  toCedarValue(shapeOf(anEntry('x', type, { value_schema: schema })), value);

const scores = {
  type: 'object',
  properties: {
    risk: { type: 'number', minimum: 0, maximum: 1 },
    hits: { type: 'integer' },
    ratio: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
    inner: { type: 'object', properties: { on: { type: 'boolean' } } },
    __extn: { type: 'object', properties: { fn: { type: 'string' } } },
  },
};

describe('a claim value is converted by its declared type', () => {
  it.each([
    ['score_normalized', 1, '1.0000'],
    ['score_normalized', 0.25, '0.2500'],
    ['boolean', true, true],
    ['string', '1', '1'],
    ['count', 9_007_199_254_740_991, 9_007_199_254_740_991],
    ['duration_ms', 2.5, 3],
    ['duration_ms', 0, 0],
    ['duration_ms', -2.6, -3],
    ['duration_ms', -0.2, 0],
    ['count', -7, -7],
    ['count', -0, 0],
    ['string_list', ['b', 'a', 'b'], ['a', 'b']],
    ['string_list', [], []],
  ] as const)('%s %j is %j', (type, value, expected) => {
    expect(convert(type, value)).toEqual(expected);
  });

  it.each([
    ['score_normalized', '0.9'],
    ['score_normalized', true],
    ['score_normalized', null],
    ['score_normalized', Number.NaN],
    ['boolean', 1],
    ['boolean', 'true'],
    ['string', 5],
    ['string', 'a\u0000b'],
    ['string', '\ud800'],
    ['count', 1.5],
    ['count', 2 ** 53],
    ['count', '7'],
    ['duration_ms', Number.MAX_VALUE],
    ['duration_ms', Number.NaN],
    ['string_list', ['a', 1]],
    ['string_list', 'a'],
    ['string_list', [['a']]],
    ['object', null],
    ['object', []],
    ['object', 'x'],
  ] as const)('%s refuses %j', (type, value) => {
    expect(() => convert(type, value)).toThrow(TypeError);
  });
});

describe('an object claim', () => {
  it('shows policies the members typed by its value_schema, with scores as decimals', () => {
    const value = { risk: 0.5, hits: 3, tags: ['b', 'a'], inner: { on: true, off: 1 }, unknown: { deep: null } };
    expect(convert('object', value, scores)).toEqual({
      risk: '0.5000',
      hits: 3,
      tags: ['a', 'b'],
      inner: { on: true },
    });
  });

  it.each([{ risk: null }, { hits: 0.5 }, { risk: 1.5 }, { inner: null }, { tags: [null] }])(
    'is refused for a null or a fraction in a typed member: %j',
    (value) => {
      expect(() => convert('object', value, scores)).toThrow(/^member \w+ /);
    },
  );

  it('cannot smuggle an engine call or an entity reference past its declared type', () => {
    const call = { fn: 'decimal', arg: '0.0' };
    expect(convert('object', { __extn: call, hits: 1 }, scores)).toEqual({ hits: 1 });
    expect(() => convert('object', { hits: { __extn: call } }, scores)).toThrow(TypeError);
    expect(() => convert('score_normalized', { __extn: call })).toThrow(TypeError);
    expect(() => convert('boolean', { __entity: { type: 'Assay::User', id: 'root' } })).toThrow(TypeError);
  });

  it('ignores inherited members', () => {
    const inherited = Object.create({ hits: 7 });
    expect(convert('object', inherited, scores)).toEqual({});
  });
});

describe('any value', () => {
  it('either converts to something without null and fractions or is refused with a TypeError', () => {
    const types = ['score_normalized', 'boolean', 'string', 'string_list', 'count', 'duration_ms', 'object'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.anything(), (type, value) => {
        let converted: unknown;
        try {
          converted = convert(type, value, scores);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          return;
        }
        JSON.stringify(converted, (_, part) => {
          expect(part).not.toBeNull();
          if (typeof part === 'number') expect(Number.isSafeInteger(part)).toBe(true);
          return part;
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('gives equal sets equal text in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme-ascii' })), (list) => {
        expect(convert('string_list', list)).toEqual(convert('string_list', [...list, ...list].reverse()));
      }),
    );
  });
});
