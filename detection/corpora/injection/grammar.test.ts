import { describe, expect, it } from 'vitest';
import { createRandom } from '../../training/random.ts';
import { expand, sample } from './grammar.ts';

const random = createRandom(1);

describe('a line of the grammar', () => {
  it('gives each choice, including nested ones', () => {
    expect(new Set(sample(['[a|b [c|d]]'], {}, random, 60))).toEqual(new Set(['a', 'b c', 'b d']));
  });

  it('inserts lines of lists and reads its syntax', () => {
    expect(expand('$who says: ⟦hi⟧ ~ now , please .', { who: ['Eve'] }, random)).toBe('Eve says: [hi]\nnow, please.');
  });

  it('keeps a sum of money unchanged', () => {
    expect(expand('pay $200', {}, random)).toBe('pay $200');
  });

  it.each([
    ['an unknown list', '$nobody', {}],
    ['an open bracket', '[a|b', {}],
    ['lists that call each other', '$a', { a: ['$b'], b: ['$a'] }],
  ])('is refused with %s', (_, line, lists) => {
    expect(() => expand(line, lists, random)).toThrow();
  });
});
