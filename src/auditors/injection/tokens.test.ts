import { describe, expect, it } from 'vitest';
import { countTokens, createTokenCounter, fitsByBytes, loadTokenizer } from './tokens.ts';

describe('token count', () => {
  it('equals the published vocabulary’s count', async () => {
    const count = await loadTokenizer();
    expect(countTokens('hello world', count)).toEqual({ tokens: 2, exact: true });
    expect(countTokens('', count)).toEqual({ tokens: 0, exact: true });
  });

  it('counts control tokens inside a text as text instead of failing', async () => {
    const count = await loadTokenizer();
    expect(countTokens('<|endoftext|>', count).tokens).toBeGreaterThan(1);
  });

  it('an unbroken run of any length is cut, and the count is marked as a bound', () => {
    const longest: number[] = [];
    const count = (text: string): number => {
      longest.push(text.length);
      return 1;
    };
    expect(countTokens('a'.repeat(100_000), count).exact).toBe(false);
    expect(countTokens('😀'.repeat(50_000), count).exact).toBe(false);
    expect(Math.max(...longest)).toBeLessThanOrEqual(256);
  });

  it('long ordinary text is counted in pieces without loss', async () => {
    const count = await loadTokenizer();
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(1000);
    expect(countTokens(text, count)).toEqual({ tokens: count(text), exact: true });
  });

  it('stops counting once the limit is passed', () => {
    let calls = 0;
    const { tokens } = countTokens('word '.repeat(100_000), () => (calls += 1), 2);
    expect(tokens).toBeGreaterThan(2);
    expect(calls).toBeLessThan(5);
  });
});

it('a counter of texts of any length pauses between the pieces of a long text only', async () => {
  let pauses = 0;
  const count = createTokenCounter(async () => {
    pauses += 1;
  });
  expect(await count('hello world')).toBe(2);
  expect(pauses).toBe(0);
  const long = 'The quick brown fox jumps over the lazy dog. '.repeat(1000);
  expect(await count(long)).toBe((await loadTokenizer())(long));
  expect(pauses).toBeGreaterThan(1);
});

it('a text with no more bytes than the limit fits uncounted', () => {
  expect(fitsByBytes('abc', 3)).toBe(true);
  expect(fitsByBytes('äöü', 5)).toBe(false);
});
