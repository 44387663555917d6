import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../crypto/index.ts';
import { findBoundViolation, isWellFormedText } from './bounds.ts';

const roomy = { bytes: 1_000_000, depth: 32 };
const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);

describe('values that JSON or UTF-8 cannot carry are refused', () => {
  it.each([
    ['U+0000', 'a\u0000', 'contains U+0000 or a lone surrogate'],
    ['a lone surrogate', { a: ['\ud800'] }, 'contains U+0000 or a lone surrogate'],
    ['a member name with U+0000', { '\u0000': 1 }, 'contains a member name with U+0000 or a lone surrogate'],
    ['NaN', [Number.NaN], 'contains a number that is not finite'],
    ['infinity', Number.POSITIVE_INFINITY, 'contains a number that is not finite'],
    ['an integer beyond 2^53-1', { a: 2 ** 53 }, 'contains an integer beyond 2^53-1'],
    ['undefined in an object', { a: undefined }, 'contains undefined, which JSON cannot represent'],
    ['a hole in a list', new Array(1), 'contains undefined, which JSON cannot represent'],
    ['a bigint', 1n, 'contains bigint, which JSON cannot represent'],
    ['a function', { toJSON: () => 1 }, 'contains function, which JSON cannot represent'],
    ['a date', new Date(0), 'contains an object that is neither plain nor a list'],
    ['a map', { a: new Map() }, 'contains an object that is neither plain nor a list'],
    ['bytes', Uint8Array.of(1), 'contains an object that is neither plain nor a list'],
  ])('%s', (_what, value, problem) => {
    expect(findBoundViolation(value, roomy)).toBe(problem);
  });

  it('a value that contains itself, by its depth', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(findBoundViolation(loop, roomy)).toBe('is nested deeper than 32 levels');
  });
});

describe('size and depth', () => {
  it('depth counts objects and lists, and the limit itself fits', () => {
    expect(findBoundViolation(nest(10), { bytes: 1000, depth: 10 })).toBeUndefined();
    expect(findBoundViolation(nest(11), { bytes: 1000, depth: 10 })).toBe('is nested deeper than 10 levels');
    expect(findBoundViolation(1, { bytes: 1000, depth: 0 })).toBeUndefined();
  });

  it('bytes are those of the JSON in UTF-8, and the limit itself fits', () => {
    const bytes = Buffer.byteLength(JSON.stringify(['é', '\u0001', '😀']));
    expect(findBoundViolation(['é', '\u0001', '😀'], { bytes, depth: 2 })).toBeUndefined();
    expect(findBoundViolation(['é', '\u0001', '😀'], { bytes: bytes - 1, depth: 2 })).toBe(
      `is larger than ${bytes - 1} bytes`,
    );
  });

  it('the size is that of JSON.stringify for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 400 }), (value, bytes) => {
        const isLarger = Buffer.byteLength(JSON.stringify(value)) > bytes;
        const problem = findBoundViolation(value, { bytes, depth: 32 });
        if (problem === undefined || problem.startsWith('is larger')) expect(problem !== undefined).toBe(isLarger);
      }),
    );
  });
});

describe('an accepted value can be signed', () => {
  it('every accepted value has canonical JSON, and reads back unchanged', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSparseArray: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue()), (value) => {
        if (findBoundViolation(value, roomy) === undefined) {
          expect(JSON.parse(canonicalize(value))).toEqual(JSON.parse(JSON.stringify(value)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('no message quotes the value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: 'binary' }), (text) => {
        expect(findBoundViolation({ [text]: [text, Number.NaN] }, roomy)).not.toContain(text);
      }),
    );
  });
});

it('text with U+0000 or half a surrogate pair is not well-formed', () => {
  expect(['', 'é😀', '\u0001'].every(isWellFormedText)).toBe(true);
  expect(['\u0000', '\ud83d', 'a\ude00'].some(isWellFormedText)).toBe(false);
});
