import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTally } from '../tally.ts';
import { canariesOf, drawCase, toAnswer, toRequest } from './case.ts';
import { runCases, shrink } from './differential.ts';
import { openWorld, type World } from './world.ts';

const seed = 20_261_122;
const aTask = () => ({ shard: 0, shards: 1, depth: 'quick', seed, tally: createTally() }) as const;

describe('everything that reaches the other side', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('was read by an auditor: 300 calls and answers of this seed', async () => {
    const task = aTask();
    await runCases(world, task, 300);
    const { inputs, throws, problems, notes } = task.tally.counts();
    expect({ inputs, throws, problems }).toEqual({ inputs: 300, throws: 0, problems: [] });
    // A gateway that refused everything would prove nothing.
    expect(Number(/in (\d+) cases/.exec(notes.join())?.[1])).toBeGreaterThan(100);
  }, 60_000);
});

describe('the fuzzer', () => {
  it('finds what an auditor does not see, and shows the one necessary change', async () => {
    // Without the document of short texts nobody reads ids, names and numbers.
    const world = await openWorld({ listensTo: (text) => text.includes(' ') });
    try {
      const unseen: number[] = [];
      for (let index = 0; index < 60 && unseen.length === 0; index += 1) {
        const one = drawCase(seed, index);
        if ((await world.run(one, canariesOf(index))).unseen.length === 0) continue;
        unseen.push(index);
        const smallest = await shrink(world, one, index);
        expect(smallest.changes.length + Object.keys(smallest.coat.headers).length).toBe(1);
      }
      expect(unseen).toHaveLength(1);
    } finally {
      await world.close();
    }
  }, 60_000);

  it('makes the same case for the same numbers', () => {
    const print = (number: number, index: number) => {
      const one = drawCase(number, index);
      return JSON.stringify([toRequest(one), toAnswer(one)]);
    };
    expect(print(1, 7)).toBe(print(1, 7));
    expect(print(1, 7)).not.toBe(print(2, 7));
  });
});
