import { describe, expect, it } from 'vitest';
import { diffLines, toLines } from './diff-lines.ts';

describe('diffLines', () => {
  it('gives each line of both sides once, in order', () => {
    const [left, right] = [
      ['a', 'b', 'c', 'd'],
      ['a', 'x', 'c', 'd', 'e'],
    ];
    expect(diffLines(left, right)).toEqual([
      { kind: 'same', left: 'a', right: 'a' },
      { kind: 'changed', left: 'b', right: 'x' },
      { kind: 'same', left: 'c', right: 'c' },
      { kind: 'same', left: 'd', right: 'd' },
      { kind: 'added', left: undefined, right: 'e' },
    ]);
  });

  it('shows a tool that is new or gone on one side only', () => {
    expect(diffLines([], ['a'])).toEqual([{ kind: 'added', left: undefined, right: 'a' }]);
    expect(diffLines(['a'], [])).toEqual([{ kind: 'removed', left: 'a', right: undefined }]);
    expect(diffLines([], [])).toEqual([]);
  });

  it('refuses definitions that would hold up the page', () => {
    const long = Array.from({ length: 1_501 }, (_, index) => String(index));
    expect(diffLines(long, ['a'])).toBeUndefined();
  });
});

describe('toLines', () => {
  it('ignores the order of members and keeps the order of lists', () => {
    expect(toLines({ b: 1, a: { d: 2, c: 3 } })).toEqual(toLines({ a: { c: 3, d: 2 }, b: 1 }));
    expect(toLines({ a: [1, 2] })).not.toEqual(toLines({ a: [2, 1] }));
  });

  it('gives no line for a definition that is not there', () => {
    expect(toLines(null)).toEqual([]);
  });
});
