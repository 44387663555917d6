/**
 * The time of the next allowed attempt: a few are free, and each further failure within the window doubles the wait, up to a
 * maximum.
 */

export interface ThrottleRule {
  /** Free failures in the window. */
  readonly free: number;
  /** Wait after the first further failure. */
  readonly baseMs: number;
  /** Longest wait, so that nobody can lock an account for ever. */
  readonly maxMs: number;
  readonly windowMs: number;
}

/** Gives the failures that count, oldest first, no more than the rule distinguishes. */
export function relevantFailures(rule: ThrottleRule, failures: readonly number[], now: number): number[] {
  // After a clock went back, later failures count as of now.
  return failures
    .map((at) => Math.min(at, now))
    .filter((at) => now - at < rule.windowMs)
    .slice(-maxKept(rule));
}

/** Gives the time of the next allowed attempt; `now` or earlier means at once. */
export function openAt(rule: ThrottleRule, failures: readonly number[], now: number): number {
  const relevant = relevantFailures(rule, failures, now);
  const last = relevant.at(-1);
  if (last === undefined || relevant.length < rule.free) return now;
  return last + waitMs(rule, relevant.length);
}

/** Gives the wait after that many failures within the window. */
export function waitMs({ free, baseMs, maxMs }: ThrottleRule, count: number): number {
  if (count < free) return 0;
  return Math.min(maxMs, baseMs * 2 ** Math.min(count - free, 40));
}

function maxKept({ free, baseMs, maxMs }: ThrottleRule): number {
  return free + Math.ceil(Math.log2(maxMs / baseMs)) + 1;
}
