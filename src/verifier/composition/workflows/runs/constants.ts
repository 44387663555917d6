/** Limits and times of runs and steps. */
import type { RunStatus } from '../../../../contract/api/workflows/states.ts';

const endedStatuses = ['succeeded', 'failed', 'cancelled'] as const;

/** True for a run that never changes again. */
export function isEnded(status: RunStatus): boolean {
  return endedStatuses.some((one) => one === status);
}

/** Bounds of one value: the input of a run, the output of a step. */
export const valueBounds = { bytes: 256 * 1024, depth: 32 } as const;
/** Bounds of joined values: the input of a step from several others, or several outputs together. */
export const joinedBounds = { bytes: 1024 * 1024, depth: 64 } as const;
/** Bytes of all values of a run together. */
export const maxValueBytes = 4 * 1024 * 1024;
/** Time that processes work on a run; waiting does not count. */
export const maxWorkMs = 24 * 60 * 60 * 1_000;
/** Steps of one run that run at the same time. */
export const maxStepsAtOnce = 8;
/** Pauses before a step is retried after a temporary failure. */
export const retryDelaysMs = [1_000, 5_000, 25_000] as const;
/** Number of times that a process may die during the same step. */
export const maxCrashes = 5;
/** Number of times that a run is taken and not released in order. */
export const maxAttempts = 20;
export const maxDepth = 5;
/** Most open runs of one organisation. */
export const maxOpenRuns = 10_000;
