import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBrowserText, toRoleName, toTimeText } from './texts.ts';

describe('the name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 CriOS/140.0 Safari/604.1',
      'Chrome on iOS',
    ],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5.0', 'curl'],
    ['something else', 'Unknown browser'],
    [null, 'Unknown browser'],
  ])('of %s is %s', (userAgent, words) => {
    expect(toBrowserText(userAgent)).toBe(words);
  });

  it('is our own text, for any header', () => {
    fc.assert(
      fc.property(fc.string(), (userAgent) => {
        expect(toBrowserText(userAgent)).toMatch(/^[A-Za-z]+(?: browser)?(?: on [A-Za-z]+)?$/);
      }),
    );
  });
});

describe('other words', () => {
  it("name the time zone, since no script knows the reader's", () => {
    expect(toTimeText('2026-11-22T03:08:18.123Z')).toBe('22 November 2026, 03:08 UTC');
  });

  it('treat no object member name as a role', () => {
    expect(toRoleName('viewer')).toBe('Viewer');
    expect(toRoleName('gateway')).toBe('gateway');
  });
});
