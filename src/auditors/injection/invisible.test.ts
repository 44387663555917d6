import { describe, expect, it } from 'vitest';
import { findInvisible } from './invisible.ts';

describe('hidden characters are counted', () => {
  it.each([
    ['zero-width space', 'a\u200bb', 1],
    ['joiner between Latin letters', 'a\u200db', 1],
    ['right-to-left override', 'file\u202egpj.exe', 1],
    ['left-to-right mark in Latin text', 'a\u200eb', 1],
    ['tag characters', 'hi\u{e0041}\u{e0042}\u{e0043}', 3],
    ['a run of variation selectors', 'a\ufe01\ufe02\u{e0105}', 3],
    ['byte order mark inside', 'a\ufeffb', 1],
    ['Hangul filler', 'a\u3164b', 1],
    ['invisible operators', 'a\u2062\u2063b', 2],
    ['tags behind a flag that is none', `\u{1f3f4}${'\u{e0061}'.repeat(12)}`, 12],
  ])('%s', (_, text, count) => {
    expect(findInvisible(text).count).toBe(count);
  });

  it('a run is one span with its place in UTF-16 units', () => {
    expect(findInvisible('😀a\u200b\u200cb').spans).toEqual([{ start: 3, end: 5, type: 'zero_width', score: 1 }]);
  });
});

describe('ordinary writing is not counted', () => {
  it.each([
    ['emoji family', '👨‍👩‍👧‍👦 👩🏽‍💻 ❤️‍🔥'],
    ['emoji style', '☺️ ❤️ ✔︎'],
    ['flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Hindi with a joiner', 'क\u094d\u200dष'],
    ['Hebrew with marks and isolates', 'שלום\u200f \u2066abc\u2069'],
    ['byte order mark at the start', '\ufeffhello'],
    ['accents and soft hyphens', 'naïve Silben\u00adtrennung'],
    ['Mongolian variant', '\u{1820}\u{1821}'],
  ])('%s', (_, text) => {
    expect(findInvisible(text).count).toBe(0);
  });
});
