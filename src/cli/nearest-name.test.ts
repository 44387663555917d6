import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['evidence', 'passport', 'verify', 'auditor', 'demo'];

describe('the nearest name', () => {
  it.each([
    ['evidnece', 'evidence'],
    ['pasport', 'passport'],
    ['VERIFY', 'verify'],
    ['auditors', 'auditor'],
    ['dmeo', 'demo'],
  ])('of %s is %s', (word, name) => {
    expect(nearestName(word, names)).toBe(name);
  });

  it.each(['', 'x', 'completely-else', 'list'])('is not guessed for %j', (word) => {
    expect(nearestName(word, names)).toBeUndefined();
  });

  it('is the word itself when it is known', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        expect(nearestName(name, names)).toBe(name);
      }),
    );
  });

  it('is found for any text, and quickly for a long one', () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        expect([undefined, ...names]).toContain(nearestName(word, names));
      }),
    );
    expect(nearestName('x'.repeat(100_000), names)).toBeUndefined();
  });
});
