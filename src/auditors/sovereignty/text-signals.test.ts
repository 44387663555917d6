import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectRegions } from './text-signals.ts';

describe('a country is detected', () => {
  it.each([
    ['Ring me on +49 30 901820 or +33 1 42 76 40 40.', ['DE', 'FR']],
    ['Call 0041 44 412 11 11 today', ['CH']],
    ['Ms Miller, 10115 Berlin, Germany', ['DE']],
    ['Adresse: D-80331 München', ['DE']],
    ['A-1010 Wien and CH-8001 Zürich', ['AT', 'CH']],
    ['10 Example Street, London SW1A 2AA', ['GB']],
    ['24 Sussex Drive, Ottawa, ON K1M 1M4', ['CA']],
    ['1 Main Street, Springfield, IL 62701', ['US']],
    ['〒100-0001 東京都千代田区', ['JP']],
    ['1012 AB Amsterdam, Nederland', ['NL']],
    ['ul. Prosta 1, 00-850 Warszawa, Polska', ['PL']],
    ['560001 Bengaluru, India', ['IN']],
  ])('in %s', (text, countries) => {
    expect(detectRegions([text])).toEqual(countries);
  });
});

it.each([
  'Where is the nearest bakery?',
  'Germany won in 1954, 1974, 1990 and 2014.',
  'Wo ist die nächste Bäckerei? Die Sprache sagt nichts über das Land.',
  'Austria hosted it in 2008, Norway in 1994.',
  'Order 10115 was sent, part D-1234, invoice A-2024.',
  'The sum is +49 and 3.14159 + 2.71828',
  'call 5551234',
])('no country is made up from %s', (text) => {
  expect(detectRegions([text])).toEqual([]);
});

it('countries of several texts are listed once, sorted', () => {
  expect(detectRegions(['+33 1 42 76 40 40', '+49 30 901820 +33 1 42 76 40 40'])).toEqual(['DE', 'FR']);
});

it('any text is answered with codes of two letters', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Germany', '+49', ' 12345 ', '+1 2', 'SW1A ', '〒'),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      for (const code of detectRegions([words.join('')])) expect(code).toMatch(/^[A-Z]{2}$/);
    }),
    { numRuns: 500 },
  );
});

it.each(['+4', '+1 2 3 ', 'germany ', 'SW1A', 'A-', ', CA ', '〒 ', '1234 ', '+49 30 901820 ', 'england '.repeat(3)])(
  'a megabyte of %j is answered',
  (part) => {
    expect(detectRegions([part.repeat(Math.ceil(1_000_000 / part.length))]).length).toBeLessThan(4);
  },
);
