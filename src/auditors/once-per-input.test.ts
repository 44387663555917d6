import { expect, it } from 'vitest';
import { oncePerInput } from './once-per-input.ts';

const input = (text: string) => ({
  text,
  input: text,
  output: '',
  phase: 'request' as const,
  metadata: {},
  documents: [],
  system: '',
});

it('examines an input once per set of options, and again for another input', () => {
  const looked: string[] = [];
  const judge = oncePerInput(({ text }, options: { limit: number }) => {
    looked.push(`${text}:${options.limit}`);
    return text.length >= options.limit;
  });
  const first = input('abc');
  expect([judge(first, { limit: 3 }), judge(first, { limit: 3 }), judge(first, { limit: 4 })]).toEqual([
    true,
    true,
    false,
  ]);
  expect(judge(input('abc'), { limit: 3 })).toBe(true);
  expect(looked).toEqual(['abc:3', 'abc:4', 'abc:3']);
});
