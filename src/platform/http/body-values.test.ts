import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTooManyValues } from './body-values.ts';

const limits = { values: 10, numbers: 20 };
const find = (text: string) => findTooManyValues(Buffer.from(text), limits);

describe('a body with more values than a parser may make objects of', () => {
  it.each([
    ['lists', '[]'],
    ['objects', '{}'],
    ['strings', '"x"'],
    ['members', '{"a":"b"}'],
  ])('is found by its %s', (_what, item) => {
    expect(find(`[${Array.from({ length: 3 }, () => item).join(' , ')}]`)).toBe(undefined);
    expect(find(`[${Array.from({ length: 12 }, () => item).join(' , ')}]`)).toBe('contains more than 10 values');
  });

  it('is found by lists that are opened and never closed', () => {
    expect(find('['.repeat(1_000))).toBe('contains more than 10 values');
  });

  it('may hold more numbers in lists, which cost little', () => {
    expect(find(`[${'1, '.repeat(20)}1]`)).toBe(undefined);
    expect(find(`[${'1\n,'.repeat(21)}1]`)).toBe('contains more than 20 numbers');
  });

  it('does not count what stands in strings, whatever escapes are in them', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(',', '[', '{', '\\', '"', 'x', '1') }), (text) => {
        expect(find(JSON.stringify([text, text]))).toBe(undefined);
      }),
    );
    expect(find(`"${'[,'.repeat(100)}`)).toBe(undefined);
  });
});
