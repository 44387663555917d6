import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWholeSuite } from '../../../test/support/runs.ts';
import { benignSentences } from '../benign.fixture.ts';
import { createSecretDetector, keywords } from './detect.ts';
import { fill, seeded } from './made.fixture.ts';
import { structureExamples } from './structure-examples.fixture.ts';
import { tokenExamples } from './token-examples.fixture.ts';

const detector = createSecretDetector({ fingerprintKey: new Uint8Array(32).fill(7) });
const samples = [...tokenExamples, ...structureExamples].flatMap(({ found }) =>
  found.map((template, index) => fill(template, seeded(index))),
);

it.each(benignSentences)('ordinary text holds no secret: %s', (text) => {
  expect(detector.detect(text, 0.5)).toEqual([]);
});

describe('a finding', () => {
  const password = fill('<a12>', seeded(4));
  const text = `line one\nline two\npassword = "${password}"\n`;

  it('has line and exact place, and never the value', () => {
    const [finding] = detector.detect(text, 0.5);
    expect(finding).toMatchObject({ type: 'password_assignment', line: 3 });
    expect(text.slice(finding?.start, finding?.end)).toBe(password);
    expect(JSON.stringify(finding)).not.toContain(password);
  });

  it('has a fingerprint that equal secrets share under one key and that another key changes', () => {
    const [first, second] = detector.detect(`${text}${text}`, 0.5);
    expect(first?.fingerprint).toBe(second?.fingerprint);
    expect(first?.fingerprint).toMatch(/^[0-9a-f]{12}$/);
    const other = createSecretDetector({ fingerprintKey: new Uint8Array(32).fill(8) });
    expect(other.detect(text, 0.5)[0]?.fingerprint).not.toBe(first?.fingerprint);
  });
});

/** Checks that places are in order and in bounds, lines are right, and findings contain nothing of the text. */
function checkFindings(text: string): void {
  let last = 0;
  for (const finding of detector.detect(text, 0)) {
    const { start, end, line, score } = finding;
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(line).toBe(text.slice(0, start).split('\n').length);
    expect(score > 0 && score <= 1).toBe(true);
    const secret = text.slice(start, end);
    if (secret.length > 6) expect(JSON.stringify(finding)).not.toContain(secret);
    last = end;
  }
}

describe('any text', () => {
  const noise = fc.string({ unit: 'binary', maxLength: 40 });

  it('has exact places among any characters', () => {
    const part = fc.oneof(fc.constantFrom(...samples), noise, fc.constantFrom(...keywords));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('', '\n', ' ', '"'), (parts, joint) =>
        checkFindings(parts.join(joint)),
      ),
    );
  });

  it('has a secret found between any characters that cannot be part of it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tokenExamples),
        fc.nat(1000),
        noise,
        noise,
        ({ type, found }, seed, before, after) => {
          const token = fill(found[0] ?? '', seeded(seed));
          const types = detector.detect(`${before}\n${token}\n${after}`, 0.5).map((one) => one.type);
          expect(types).toContain(type);
        },
      ),
    );
  });

  it('may be cut anywhere', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(200), (sample, at) =>
        checkFindings(sample.slice(at) + sample.slice(0, at)),
      ),
    );
  });
});

/**
 * Non-linear work would take minutes here: 100 kB (5 in the quick suite) of each keyword, alone and with text that makes rules read on. The runner's
 * time limit fails it.
 */
const kilobytes = isWholeSuite ? 100 : 5;

describe(`${kilobytes} kB of one keyword`, () => {
  const tails = ['=', ': ', '="', '-', 'A0_-.', ' a b c ', '\n', '-----\n', '://a:'];
  const distinct = [...new Set(keywords.map((keyword) => keyword.toLowerCase()))];
  it.each(distinct.map((keyword, index) => [keyword, tails[index % tails.length] ?? '']))(
    'are read in linear time: %s, and with %j',
    (keyword, tail) => {
      for (const unit of [keyword, keyword + tail]) {
        checkBounds(unit.repeat(Math.ceil((kilobytes * 1000) / unit.length)));
      }
    },
  );
});

it.each([
  'kind: Secret\ndata:\n',
  'kind: Secret\ndata:\n  a: |\n    AAAA\n',
  `kind: Secret\n${'data:\n'.repeat(4000)}---\n`,
  '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n',
  '-----BEGIN PRIVATE KEY----- -----END',
  'eyJhbGciOiJIUzI1NiJ9.eyJhbGciOiJIUzI1NiJ9.',
  'Server=a;User Id=b;Password=c;',
  'curl -H "X-Token: a" -u a:b ',
  'password token secret api key is ',
  'https://a:b@c:d@e:',
  '\\"password\\":\\"',
])('100 kB of %j are read in linear time too', (unit) => {
  checkBounds(unit.repeat(Math.ceil(100_000 / unit.length)));
});

function checkBounds(text: string): void {
  for (const { start, end } of detector.detect(text, 0.5)) expect(start < end && end <= text.length).toBe(true);
}
