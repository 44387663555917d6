import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTooManyValues } from './body-values.ts';

const limits = { values: 10, numbers: 20 };
const find = (text: string) => findTooManyValues(Buffer.from(text), limits);

describe('a body with more values than a parser may turn into objects', () => {
  it.each([
    ['lists', '[]'],
    ['objects', '{}'],
    ['strings', '"x"'],
    ['members', '{"a":"b"}'],
  ])('is recognised by its %s', (_what, item) => {
    expect(find(`[${Array.from({ length: 3 }, () => item).join(' , ')}]`)).toBe(undefined);
    expect(find(`[${Array.from({ length: 12 }, () => item).join(' , ')}]`)).toBe('contains more than 10 values');
  });

  it('is recognised by lists that are never closed', () => {
    expect(find('['.repeat(1_000))).toBe('contains more than 10 values');
  });

  it('may have more numbers in lists, which cost little', () => {
    expect(find(`[${'1, '.repeat(20)}1]`)).toBe(undefined);
    expect(find(`[${'1\n,'.repeat(21)}1]`)).toBe('contains more than 20 numbers');
  });

  it('is not counted inside strings, with any escapes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(',', '[', '{', '\\', '"', 'x', '1') }), (text) => {
        expect(find(JSON.stringify([text, text]))).toBe(undefined);
      }),
    );
    expect(find(`"${'[,'.repeat(100)}`)).toBe(undefined);
  });
});
