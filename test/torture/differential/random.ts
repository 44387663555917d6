/** Draws from seeded random numbers. */
import { createRandom } from '../../../detection/training/random.ts';

export interface Draw {
  /** A whole number below the bound. */
  below(bound: number): number;
  /** True once in this many times on average. */
  once(inTimes: number): boolean;
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item;
}

export function createDraw(seed: number): Draw {
  const random = createRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  return {
    below,
    once: (inTimes) => below(inTimes) === 0,
    oneOf: (items) => items[below(items.length)] ?? items[0],
  };
}
