import { expect, it } from 'vitest';
import { createCoalescer } from './coalescer.ts';

interface Lot {
  readonly items: number[];
  readonly finish: () => void;
}

function aStage(maxItems = 10) {
  const lots: Lot[] = [];
  const stage = createCoalescer<number>({
    maxItems,
    process: (items) =>
      new Promise((resolve) => {
        lots.push({ items, finish: resolve });
      }),
    yieldTurn: async () => undefined,
  });
  return { stage, lots };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('batches items of one turn, and items that arrive during the work on a batch', async () => {
  const { stage, lots } = aStage();
  for (const item of [1, 2, 3]) stage.push(item);
  await settle();
  for (const item of [4, 5]) stage.push(item);
  await settle();
  expect(lots.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  lots[0]?.finish();
  await settle();
  expect(lots.map(({ items }) => items)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

it('keeps the order and the size of a batch', async () => {
  const { stage, lots } = aStage(2);
  for (const item of [1, 2, 3, 4, 5]) stage.push(item);
  for (let lot = 0; lot < 3; lot++) {
    await settle();
    lots[lot]?.finish();
  }
  await stage.idle();
  expect(lots.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
});

it('starts nothing while held, and gives back items not started', async () => {
  const { stage, lots } = aStage();
  stage.hold();
  stage.push(1);
  await stage.idle();
  expect(lots).toEqual([]);
  stage.release();
  await settle();
  stage.push(2);
  expect(stage.drop()).toEqual([2]);
  lots[0]?.finish();
  await stage.idle();
  expect(lots.map(({ items }) => items)).toEqual([[1]]);
});
