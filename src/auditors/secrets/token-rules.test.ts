import { describe, expect, it } from 'vitest';
import { createSecretDetector, tokenRows } from './detect.ts';
import { typesOf } from './detector.fixture.ts';
import { innerTypes } from './inner-tokens.ts';
import { cutShort, fill, fillWith, seeded } from './made.fixture.ts';
import { crcSuffix } from './token-checks.ts';
import { tokenExamples } from './token-examples.fixture.ts';

const detector = createSecretDetector({ fingerprintKey: new Uint8Array(32).fill(7) });
const seeds = Array.from({ length: 25 }, (_, index) => index + 1);

it('every token of the tables has at least two examples and two counter-examples', () => {
  expect(new Set(tokenExamples.map(({ type }) => type))).toEqual(
    new Set([...tokenRows.map(([id]) => id), ...innerTypes]),
  );
  for (const { type, found, ignored } of tokenExamples) {
    expect(`${type} ${found.length >= 2 && ignored.length >= 2}`).toBe(`${type} true`);
  }
});

describe.each(tokenExamples)('$type', ({ type, found, ignored }) => {
  it.each(found)('is found in %s, at any place', (template) => {
    for (const seed of seeds) {
      const token = fill(template, seeded(seed));
      expect([token, ...typesOf(token)]).toEqual([token, type]);
      expect(typesOf(`Please look at this:\n ${token} \nand tell me more.`)).toEqual([type]);
      expect(typesOf(`const value = ["${token}"];`)).toEqual([type]);
    }
  });

  it.each(ignored)('is not found in %s', (template) => {
    for (const seed of seeds) {
      const text = fill(template, seeded(seed));
      expect([text, ...typesOf(text)].includes(type)).toBe(false);
    }
  });

  it.each(found)('documentation text for %s is no leak', (template) => {
    for (const sign of ['x', 'X', '0', 'a', '*']) {
      const text = fillWith(template, sign);
      expect([text, ...typesOf(text)]).toEqual([text]);
    }
    const short = fill(cutShort(template), seeded(1));
    expect([short, ...typesOf(short)].includes(type)).toBe(false);
  });
});

it('a valid checksum makes a token more certain than an invalid one', () => {
  const body = fill('<a30>', seeded(3));
  const scoreOf = (token: string) => detector.detect(token, 0)[0]?.score ?? 0;
  for (const prefix of ['ghp_', 'npm_']) {
    expect(scoreOf(prefix + body + crcSuffix(body))).toBeGreaterThan(scoreOf(`${prefix}${body}AAAAAA`));
  }
});
