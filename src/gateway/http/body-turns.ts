/** Reads large bodies one after the other, and leaves two thirds of the thread to small ones. */
import { createTurns, restTwiceAsLong, type Turns } from '../../platform/turns.ts';

/** A smaller body takes about a millisecond. */
const largeBytes = 128 * 1024;

export function createBodyTurns(monotonicMs: () => number): Turns {
  return createTurns({ monotonicMs, rest: restTwiceAsLong, largeSize: largeBytes });
}
