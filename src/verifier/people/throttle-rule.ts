/** When the next guess may come: a few are free, and each one more within the window doubles the wait, up to a bound. */

export interface ThrottleRule {
  /** Failures in the window that cost nothing yet. */
  readonly free: number;
  /** Wait after the first one beyond. */
  readonly baseMs: number;
  /** No wait is longer, so that nobody shuts an account for ever. */
  readonly maxMs: number;
  readonly windowMs: number;
}

/** Failures that count, oldest first, and never more than the rule can tell apart. */
export function relevantFailures(rule: ThrottleRule, failures: readonly number[], now: number): number[] {
  // A clock that went back makes later failures than now: they count as of now.
  return failures
    .map((at) => Math.min(at, now))
    .filter((at) => now - at < rule.windowMs)
    .slice(-mostKept(rule));
}

/** When the next attempt is looked at again: `now` or earlier when it is at once. */
export function openAt(rule: ThrottleRule, failures: readonly number[], now: number): number {
  const relevant = relevantFailures(rule, failures, now);
  const last = relevant.at(-1);
  if (last === undefined || relevant.length < rule.free) return now;
  return last + waitMs(rule, relevant.length);
}

/** After that many failures within the window. */
export function waitMs({ free, baseMs, maxMs }: ThrottleRule, count: number): number {
  if (count < free) return 0;
  return Math.min(maxMs, baseMs * 2 ** Math.min(count - free, 40));
}

function mostKept({ free, baseMs, maxMs }: ThrottleRule): number {
  return free + Math.ceil(Math.log2(maxMs / baseMs)) + 1;
}
