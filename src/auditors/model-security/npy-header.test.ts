import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNpyHeader } from './npy-header.ts';

function header(descr: string, shape = '(2,)'): string {
  return `{'descr': ${descr}, 'fortran_order': False, 'shape': ${shape}, }   \n`;
}

describe('a header written by numpy', () => {
  it.each([
    ["'<f8'", '(2, 3)', 48],
    ["'|b1'", '()', 1],
    ["'<U5'", '(2,)', 40],
    ["'<M8[ns]'", '(1,)', 8],
    ["[('a', '<f4'), ('b', '<i8', (2, 2))]", '(3,)', 108],
    ["[('a', [('x', '|u1'), ('y', '|V3')])]", '(5,)', 20],
    ["'<f8'", '(2L,)', 16],
  ])('is read: %s %s', (descr, shape, dataBytes) => {
    expect(parseNpyHeader(header(descr, shape))).toEqual({ hasObjects: false, dataBytes });
  });

  it('has a pickle as its data if objects occur anywhere', () => {
    expect(parseNpyHeader(header("'|O'"))).toEqual({ hasObjects: true });
    expect(parseNpyHeader(header("[('a', [('x', '|O')])]"))).toEqual({ hasObjects: true });
  });
});

it.each([
  [''],
  ['{}'],
  [header("__import__('os').system('id')")],
  [header("'<f8' or 1")],
  [header("'<f8'", '[x for x in ()]')],
  [header("'<f8'", '(-1,)')],
  [header("'<f8'", '(True,)')],
  [header("'<f8'", "('2',)")],
  [header("'<f8'", '(99999999999, 99999999999)')],
  [header("'\\x4f'")],
  [header("'f'")],
  [header('[()]')],
  [`${header("'<f8'")}x`],
  ["{'descr': '<f8', 'descr': '|O', 'fortran_order': False, 'shape': ()}"],
  ["{'descr': '<f8', 'fortran_order': 0, 'shape': ()}"],
  ["{'descr': '<f8', 'fortran_order': False, 'shape': (), 'more': 1}"],
  [`{'descr': ${'['.repeat(5000)}`],
])('%j is refused', (text) => {
  expect(parseNpyHeader(text)).toBeUndefined();
});

it('no text makes it throw, and an accepted one has a size that fits', () => {
  const words = fc.constantFrom(
    "'descr'",
    "'<f8'",
    "'|O'",
    "'shape'",
    "'fortran_order'",
    'False',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '3',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
      const parsed = parseNpyHeader(parts.join(''));
      if (parsed?.dataBytes !== undefined) expect(Number.isSafeInteger(parsed.dataBytes)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
