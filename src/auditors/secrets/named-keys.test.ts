import { describe, expect, it } from 'vitest';
import { isWholeSuite } from '../../../test/support/runs.ts';
import { createSecretDetector } from './detect.ts';
import { fill, fillWith, seeded } from './made.fixture.ts';
import { namedExamples, notations } from './named-examples.fixture.ts';
import { namedKeys } from './named-key-table.ts';

const detector = createSecretDetector({ fingerprintKey: new Uint8Array(32).fill(7) });
const seeds = [1, 2, 3];

/** Puts name and value into a notation. */
function write(notation: string, name: string, value: string): string {
  return notation.replaceAll('{n}', () => name).replaceAll('{v}', () => value);
}

it.each([
  'Heroku request id: <u>',
  'datadog trace id: <h32>',
  'sentry_release: <h40>',
  'azure tenant id = <u>',
  'sourcegraph commit: <h40>',
  'https://twitter.com/user/status/<d19>',
  'TWILIO_ACCOUNT_SID=AC<h32>',
  'looker: https://looker.com/looks/<d6>',
  'linear-gradient(90deg, #<h6> 0%, #<h6> 100%)',
])('an identifier is no key: %s', (template) => {
  expect(detector.detect(fill(template, seeded(7)), 0.5)).toEqual([]);
});

it('every key of the table has its examples', () => {
  expect(namedExamples.map(({ type }) => type)).toEqual([...new Set(namedKeys.map(({ id }) => id))]);
});

/** Every notation in the whole suite; in the quick one each type has a tenth of them, in turn. */
const tried = namedExamples.map((example, at) => ({
  ...example,
  notations: isWholeSuite ? notations : notations.filter((_, index) => (index + at) % 10 === 0),
}));

describe.each(tried)('$type', ({ type, provider, templates, notations: ofType }) => {
  it.each(ofType)('is found in %s', (notation) => {
    for (const template of templates) {
      for (const seed of seeds) {
        const value = fill(template, seeded(seed));
        const text = write(notation, provider, value);
        const found = detector.detect(text, 0.5);
        expect([text, ...found.map((one) => one.type)]).toEqual([text, type]);
        expect(text.slice(found[0]?.start, found[0]?.end)).toBe(value);
      }
    }
  });

  it('is not found in stand-ins, words, references and other lengths', () => {
    // A session token has any length from 100 on.
    const isOpenEnded = type === 'aws_session_token';
    const values = [
      ...['x', '0', 'a'].map((sign) => fillWith(templates[0] ?? '', sign)),
      ...[
        'your-api-key-goes-here',
        'enabled_by_default',
        'process.env.THE_TOKEN',
        '$THE_TOKEN',
        '<token>',
        'https://api.test/v1',
      ],
      ...[fill('<d4>', seeded(1)), fill('<h6>', seeded(1)), ...(isOpenEnded ? [] : [fill('<h700>', seeded(2))])],
    ];
    for (const notation of notations) {
      for (const value of values) {
        const text = write(notation, provider, value);
        const found = detector.detect(text, 0.5).map((one) => one.type);
        expect([text, found.includes(type)]).toEqual([text, false]);
      }
    }
  });
});
