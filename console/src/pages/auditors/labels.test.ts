import { describe, expect, it } from 'vitest';
import { categoryLabel, readsLabel, valueWord } from './labels.ts';

describe('words for values of auditors', () => {
  it('shows an unknown name as it is, also one that every object has', () => {
    expect(categoryLabel('security')).toBe('Security');
    expect(categoryLabel('constructor')).toBe('constructor');
    expect(readsLabel(['request', 'new'])).toBe('requests, new');
  });

  it('tells an empty list, an empty text and an absent value apart', () => {
    expect([valueWord([]), valueWord(''), valueWord(undefined)]).toEqual(['empty list', 'empty text', 'not set']);
    expect([valueWord(false), valueWord(0), valueWord(['a', 'b'])]).toEqual(['off', '0', 'a, b']);
  });
});
