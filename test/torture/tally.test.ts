import { expect, it } from 'vitest';
import type { Check, Counts } from './check.ts';
import { findMiss, renderRemarks, renderRows } from './table.ts';
import { addCounts, createTally, noCounts } from './tally.ts';

const label = () => 'piece, byte 7';
const row = (counts: Partial<Counts>, check: Pick<Check, 'name'> = { name: 'some' }) => ({
  check,
  counts: { ...noCounts, inputs: 1, ...counts },
});

it('wrong, thrown and exempt inputs are counted, and the first failures keep their place', async () => {
  const tally = createTally();
  await tally.try(label, () => Promise.resolve('wrong'));
  tally.tryNow(label, () => 'held');
  tally.tryNow(label, () => ({ exempt: 'a rule' }));
  await tally.try(label, async () => {
    throw new TypeError('oh');
  });
  tally.tryNow(label, () => {
    throw new RangeError('no');
  });
  expect(tally.counts()).toMatchObject({ inputs: 5, wrong: 1, throws: 2, slow: 0, exempt: { 'a rule': 1 } });
  expect(tally.counts().problems).toEqual([
    'piece, byte 7: accepted',
    'piece, byte 7: threw TypeError: oh',
    'piece, byte 7: threw RangeError: no',
  ]);
});

it.each([
  [[60, 60, 60, 60, 60, 60], 1, 60],
  [[60, 60, 3], 0, 3],
  [[40], 0, 40],
])('an input that took %j ms of 50 is slow %i times, and its slowest time is %i', async (tookMs, slow, slowestMs) => {
  for (const isAsync of [true, false]) {
    let nowMs = 0;
    const left = [...tookMs];
    const tally = createTally({ limitMs: 50, clockMs: () => nowMs });
    const judge = () => {
      nowMs += left.shift() ?? 0;
      return 'held' as const;
    };
    if (isAsync) await tally.try(label, judge);
    else tally.tryNow(label, judge);
    expect(tally.counts()).toMatchObject({ slow, slowestMs, inputs: 1 });
  }
});

it('counts of tasks add up, and memory is their maximum', () => {
  const left = { ...noCounts, inputs: 2, wrong: 1, peakBytes: 5, exempt: { a: 1 }, problems: ['x'], notes: ['n'] };
  const right = { ...noCounts, inputs: 3, throws: 1, peakBytes: 9, exempt: { a: 2, b: 1 }, notes: ['n'] };
  const sum = { inputs: 5, wrong: 1, throws: 1, peakBytes: 9, exempt: { a: 3, b: 1 }, problems: ['x'], notes: ['n'] };
  expect(addCounts(left, right)).toMatchObject(sum);
});

it.each([
  [{ wrong: 1 }, '1 accepted'],
  [{ throws: 2 }, '2 thrown'],
  [{ slow: 3 }, '3 slow'],
  [{ peakBytes: 2 ** 31 }, 'memory'],
  [{ inputs: 0 }, 'nothing tried'],
  [{}, undefined],
])('a row with %j misses its figure: %s', (counts, miss) => {
  expect(findMiss(row(counts))).toBe(miss);
  expect(renderRows([row(counts)])).toContain(miss ?? 'ok');
});

it('a skipped check has its reason, and misses nothing', () => {
  const skipped = { ...row({ inputs: 0 }), skipped: 'no samples' };
  expect(findMiss(skipped)).toBeUndefined();
  expect(renderRows([skipped])).toContain('skipped: no samples');
});

it('the text below the table has failures, rules with their counts, and notes', () => {
  const text = renderRemarks([row({ problems: ['byte 3: accepted'], exempt: { 'a rule': 4 }, notes: ['a note'] })]);
  expect(text.split('\n')).toEqual(['FAILED some: byte 3: accepted', 'some: 4 by rule: a rule', 'some: a note']);
});
