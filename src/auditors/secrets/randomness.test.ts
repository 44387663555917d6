import { describe, expect, it } from 'vitest';
import { fill, seeded } from './made.fixture.ts';
import { isPlaceholder, isStandIn } from './placeholders.ts';
import { isSequence, isWordy, shannonEntropy } from './randomness.ts';

const seeds = Array.from({ length: 300 }, (_, index) => index);

describe('random text', () => {
  it.each(['<h32>', '<h40>', '<a24>', '<a32>', '<w43>', '<b64>', '<z40>', '<l34>'])(
    'of the shape %s is no stand-in',
    (template) => {
      for (const seed of seeds) {
        const value = fill(template, seeded(seed));
        expect([value, isStandIn(value), isSequence(value), isPlaceholder(value)]).toEqual([
          value,
          false,
          false,
          false,
        ]);
      }
    },
  );

  it('hardly ever reads like words', () => {
    const wordy = seeds.filter((seed) => isWordy(fill('<a24>', seeded(seed))));
    expect(wordy.length).toBeLessThanOrEqual(3);
  });
});

it.each([
  'createAccessToken2',
  'my-very-long-service-account-name',
  'SomeThing123',
  'ultraPictureBox1',
  'kubernetes-dashboard',
])('%s reads like words', (text) => {
  expect(isWordy(text)).toBe(true);
});

it.each(['aaaaaaaa', '12345678', 'abcdefgh', '87654321', 'abcabcabcabc', '0101010101'])('%s is a sequence', (text) => {
  expect(isSequence(text)).toBe(true);
});

it.each([
  ...[
    'changeme',
    '<your-key>',
    'YOUR_API_KEY',
    '$TOKEN',
    '%TOKEN%',
    '{{ token }}',
    'process.env.X',
    'xxxxxxxx',
    '********',
  ],
  ...['null', 'undefined', 'example-token', 'vault:secret/x', '[redacted]', 'not-a-real-key', 'foo...bar'],
])('%s is a stand-in', (text) => {
  expect(isPlaceholder(text)).toBe(true);
});

it("entropy is Shannon's, in bits per character", () => {
  expect(shannonEntropy('aaaa')).toBe(0);
  expect(shannonEntropy('abab')).toBe(1);
  expect(shannonEntropy('abcd')).toBe(2);
});
