import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benignSentences } from '../benign.fixture.ts';
import { createSecretDetector, secretTypes } from './detect.ts';
import { negatives, positives } from './examples.fixture.ts';

const detector = createSecretDetector({ fingerprintKey: new Uint8Array(32).fill(7) });
const typesOf = (text: string): string[] => detector.detect(text, 0.5).map(({ type }) => type);

describe('ordinary text', () => {
  it.each(benignSentences)('holds no secret: %s', (text) => {
    expect(detector.detect(text, 0.5)).toEqual([]);
  });

  it.each(negatives)('%s', (_, text) => {
    expect(detector.detect(text, 0.5)).toEqual([]);
  });
});

describe('every rule', () => {
  it('has examples', () => {
    expect(Object.keys(positives).toSorted()).toEqual(secretTypes.toSorted());
  });

  it.each(Object.entries(positives))('%s finds its examples within prose', (type, examples) => {
    for (const example of examples) {
      expect(typesOf(example)).toContain(type);
      expect(typesOf(`Please look at this:\n ${example} \nand tell me more.`)).toContain(type);
    }
  });
});

describe('a finding', () => {
  const password = 'k8Qv!z91xW';
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

  it('a right checksum makes a token surer than a wrong one', () => {
    const [right = '', wrong = ''] = positives['github_token'] ?? [];
    const scoreOf = (token: string) => detector.detect(token, 0)[0]?.score ?? 0;
    expect(scoreOf(right)).toBeGreaterThan(scoreOf(wrong));
  });

  it('the place is exact for every rule', () => {
    const all = Object.values(positives).flat();
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.string({ maxLength: 30 }), (example, noise) => {
        const sample = `${noise}\n${example}\n${noise}`;
        let last = 0;
        for (const { start, end, line } of detector.detect(sample, 0.5)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeLessThanOrEqual(sample.length);
          expect(line).toBe(sample.slice(0, start).split('\n').length);
          last = end;
        }
      }),
    );
  });
});
