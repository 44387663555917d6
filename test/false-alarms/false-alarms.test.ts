import { expect, it } from 'vitest';
import { openAiKinds } from './openai-examples.ts';
import { countFalseAlarms } from './rate.ts';

/** One of a thousand; `whole.test.ts` judges all ten thousand. */
it("at most 0.1 % of ids, names, numbers and definitions in providers' formats are a finding, in a sample", async () => {
  const { examples, alarms } = await countFalseAlarms(2_000, 20261122);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(examples / 1_000);
});

it('at most 0.1 % of those of responses and plain completions, whole and streamed, are a finding', async () => {
  const { examples, alarms } = await countFalseAlarms(1_000, 20261124, openAiKinds);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(examples / 1_000);
});
