/** Limits and times of webhooks. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Pause after each failed attempt. The attempt after the last pause is the last. */
export const pausesMs: readonly number[] = [
  ...[5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs],
  ...[2 * hourMs, 5 * hourMs, 10 * hourMs],
];
export const mostAttempts: number = pausesMs.length + 1;
/** Random share of a pause, so that deliveries that failed together are not retried together. */
export const jitter = 0.2;
export const mostRetryAfterMs = hourMs;

/** Limit of one attempt, from name resolution to the response headers. */
export const attemptMs = 10 * secondMs;
/** Longer than any work under the lease. */
export const leaseMs = 30 * secondMs;
/** Pause after a fault of the verifier prevented the attempt. */
export const ownFaultPauseMs = 30 * secondMs;
export const failingMs = 3 * dayMs;

export const mostOfEndpoint = 4;
/** Limit for an endpoint that fails at present, so that it does not use the slots of others. */
export const mostOfFailing = 1;
export const mostOfOrganisation = 16;
export const mostAtOnce = 64;
/** Limit for all endpoints together that fail at present. */
export const mostFailingAtOnce = 32;

export const mostPending = 100_000;
export const keptMs = 7 * dayMs;
/** Ended deliveries kept for one webhook. */
export const mostEnded = 100_000;
export const mostWebhooks = 100;
/** Attempts of one delivery that the API shows. */
export const mostShownAttempts = 16;
