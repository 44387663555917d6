import { describe, expect, it } from 'vitest';
import { categoryWord, readsWord, valueWord } from './words.ts';

describe('words for values of auditors', () => {
  it('shows an unknown name as it is, also one that every object has', () => {
    expect(categoryWord('security')).toBe('Security');
    expect(categoryWord('constructor')).toBe('constructor');
    expect(readsWord(['request', 'new'])).toBe('requests, new');
  });

  it('tells an empty list, an empty text and an absent value apart', () => {
    expect([valueWord([]), valueWord(''), valueWord(undefined)]).toEqual(['empty list', 'empty text', 'not set']);
    expect([valueWord(false), valueWord(0), valueWord(['a', 'b'])]).toEqual(['off', '0', 'a, b']);
  });
});
