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
export const maxAttempts: number = pausesMs.length + 1;
/** Random share of a pause, so that deliveries that failed together are not retried together. */
export const jitter = 0.2;
export const maxRetryAfterMs = hourMs;

/** Limit of one attempt, from name resolution to the response headers. */
export const attemptMs = 10 * secondMs;
/** Longer than any work under the lease. */
export const deliveryLeaseMs = 30 * secondMs;
/** Pause after a fault of the verifier prevented the attempt. */
export const ownFaultPauseMs = 30 * secondMs;
export const failingMs = 3 * dayMs;

export const maxOfEndpoint = 4;
/** Limit for an endpoint that fails at present, so that it does not use the slots of others. */
export const maxOfFailing = 1;
export const maxOfOrganisation = 16;
export const maxConcurrent = 64;
/** Limit for all endpoints together that fail at present. */
export const maxFailingAtOnce = 32;

export const maxPending = 100_000;
export const keptMs = 7 * dayMs;
/** Ended deliveries kept for one webhook. */
export const maxEnded = 100_000;
export const maxWebhooks = 100;
/** Attempts of one delivery that the API shows. */
export const maxShownAttempts = 16;
