/** Reads large bodies one after the other, and leaves two thirds of the thread to small ones. */
import { createStepQueue, pauseTwiceAsLong, type StepQueue } from '../../platform/step-queue.ts';

/** A smaller body takes about a millisecond. */
const largeBytes = 128 * 1024;

export function createBodyQueue(monotonicMs: () => number): StepQueue {
  return createStepQueue({ monotonicMs, rest: pauseTwiceAsLong, largeSize: largeBytes });
}
