/** States of runs and steps, and the bounds on both. */

export const runStatuses = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelling',
  'cancelled',
  'interrupted',
] as const;
export type RunStatus = (typeof runStatuses)[number];

const endedStatuses = ['succeeded', 'failed', 'cancelled'] as const;

export const stepStatuses = ['started', 'waiting', 'succeeded', 'failed', 'skipped', 'unknown'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** True for a run that never changes again. */
export function isEnded(status: RunStatus): boolean {
  return endedStatuses.some((one) => one === status);
}

/** One value: the input of a run, the output of a step. */
export const valueBounds = { bytes: 256 * 1024, depth: 32 } as const;
/** What comes to one step from several others, and what several outputs give together. */
export const joinedBounds = { bytes: 1024 * 1024, depth: 64 } as const;
/** All values of a run together. */
export const mostValueBytes = 4 * 1024 * 1024;
/** Time that processes work on it; waiting is not counted. */
export const mostWorkMs = 24 * 60 * 60 * 1_000;
/** Steps of one run that are under way at the same time. */
export const mostStepsAtOnce = 8;
/** Waits before the same step is begun again after a failure that may pass. */
export const retryDelaysMs = [1_000, 5_000, 25_000] as const;
/** Times that a step may be found in the middle, left there by a process that died. */
export const mostCrashes = 5;
/** Times that a run is taken without anybody giving it back in order. */
export const mostAttempts = 20;
export const mostDepth = 5;
/** Of one organisation. */
export const mostOpenRuns = 10_000;
