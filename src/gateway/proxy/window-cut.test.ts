import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readyLength } from './window-cut.ts';

const ready = (text: string): string => text.slice(0, readyLength(text, 80));

describe('window cut', () => {
  it.each([
    ['One. Two', 'One. '],
    ['One! "Two?" Three', 'One! "Two?" '],
    ['a line\nnext', 'a line\n'],
    ['一句话。下一句', '一句话。'],
  ])('cuts %j after its last whole sentence', (text, front) => {
    expect(ready(text)).toBe(front);
  });

  it.each([['no end yet'], ['version 3.5'], ['maybe more follows.'], ['maybe a quote.”'], ['']])(
    'waits for more of %j',
    (text) => {
      expect(ready(text)).toBe('');
    },
  );

  it('cuts a long sentence between two words', () => {
    const text = `${'word '.repeat(16)}wo`;
    expect(ready(text)).toBe('word '.repeat(16));
  });

  it('holds back a number in groups and an address that may go on', () => {
    const start = 'word '.repeat(15);
    expect(ready(`${start}card 4111 1111 11`)).toBe(`${start}card `);
    expect(ready(`${start}+49 (30) 1234-`)).toBe(start);
    expect(ready(`${start}mail alice@exam`)).toBe(`${start}mail `);
  });

  it('cuts text without spaces late, and never inside a surrogate pair', () => {
    expect(readyLength('x'.repeat(319), 80)).toBe(0);
    expect(readyLength('x'.repeat(320), 80)).toBe(160);
    expect(readyLength(`x${'😀'.repeat(200)}x`, 80)).toBe(241);
  });

  it('never waits for ever, and always leaves something or takes a whole sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '.', '1', '@', '\n', '😀'), maxLength: 700 }), (text) => {
        const length = readyLength(text, 80);
        expect(length).toBeLessThanOrEqual(text.length);
        if (text.length >= 400) expect(length).toBeGreaterThan(0);
        expect(text.slice(0, length).isWellFormed()).toBe(true);
      }),
    );
  });
});
