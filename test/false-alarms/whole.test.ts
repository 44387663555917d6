import { expect, it } from 'vitest';
import { openAiKinds } from './openai-examples.ts';
import { countFalseAlarms } from './rate.ts';

it.each([1, 2])(
  "at most 0.1 % of 10,000 ids, names, numbers and definitions in providers' formats are a finding (seed %i)",
  async (seed) => {
    const { examples, alarms } = await countFalseAlarms(10_000, seed);
    expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(examples / 1_000);
  },
  120_000,
);

it('at most 0.1 % of 10,000 of responses and plain completions are a finding', async () => {
  const { examples, alarms } = await countFalseAlarms(10_000, 1, openAiKinds);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(examples / 1_000);
}, 120_000);
