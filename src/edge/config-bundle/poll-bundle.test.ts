import { expect, it } from 'vitest';
import type { BundleAnswer } from '../../clients/verifier/client.ts';
import { pollBundles } from './poll-bundle.ts';

const changed: BundleAnswer = { status: 'changed', etag: '"cfg.1"', jws: 'x' };
const unchanged: BundleAnswer = { status: 'unchanged' };

/** Plays these answers, one per question, on a clock that only waits move; gives the waits. */
async function play(
  answers: readonly { readonly answer: BundleAnswer | Error; readonly afterMs?: number; readonly taken?: boolean }[],
  random = 1,
) {
  let now = 0;
  let asked = 0;
  const stop = new AbortController();
  const pauses: number[] = [];
  const told: string[] = [];
  const waits: number[] = [];
  await pollBundles(
    {
      async ask(waitS) {
        if (asked < answers.length) waits.push(waitS);
        const { answer = unchanged, afterMs = 0 } = answers[asked] ?? {};
        asked += 1;
        now += afterMs;
        if (asked > answers.length) stop.abort();
        if (answer instanceof Error) throw answer;
        return answer;
      },
      take: async () => answers[asked - 1]?.taken ?? true,
      onContact: () => told.push('contact'),
      onAway: () => told.push('away'),
      clock: { now: () => now },
      random: () => random,
      async sleep(ms) {
        pauses.push(ms);
        now += ms;
      },
    },
    stop.signal,
  );
  return { pauses, told, waits };
}

it('a poll that waited is followed by the next at once', async () => {
  const { pauses, told } = await play([1, 2, 3].map(() => ({ answer: unchanged, afterMs: 30_000 })));
  expect(pauses).toEqual([50, 50, 50]);
  expect(told).toEqual(['contact', 'contact', 'contact']);
});

it('an accepted bundle is followed by the next question almost at once', async () => {
  expect((await play([{ answer: changed }, { answer: changed }])).pauses).toEqual([50, 50]);
});

it.each([
  ['is away', { answer: new Error('away') }],
  ['does not wait', { answer: unchanged }],
  ['gives again and again what is kept out', { answer: changed, taken: false }],
])('a verifier that %s is asked at growing intervals, up to a bound', async (_name, one) => {
  const { pauses } = await play(Array.from({ length: 8 }, () => one));
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
});

it('pauses are randomised, so that many gateways do not return at once', async () => {
  const away = [{ answer: new Error('away') }];
  expect((await play(away, 0)).pauses).toEqual([125]);
  expect((await play(away, 0.5)).pauses).toEqual([187.5]);
});

it('a good answer resets the pauses', async () => {
  const away = { answer: new Error('away') };
  const { pauses } = await play([away, away, { answer: changed }, away]);
  expect(pauses).toEqual([250, 500, 50, 250]);
});

it('the first question after a failure does not wait, so that a returned verifier is noticed at once', async () => {
  const away = { answer: new Error('away') };
  const { waits, pauses } = await play([away, away, { answer: unchanged }, { answer: unchanged, afterMs: 30_000 }]);
  expect(waits).toEqual([30, 0, 0, 30]);
  expect(pauses).toEqual([250, 500, 50, 50]);
});
