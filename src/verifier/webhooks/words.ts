/** Words and bounds of webhooks. */

export const webhookStatuses = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** `gone`: the receiver answered 410; `failing`: nothing arrived for three days. */
export const disabledReasons = ['gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** `attempts`: none of them arrived; `overflow`: too many waited; `expired`: it waited for a week; `test`: one attempt only. */
export const deadReasons = ['attempts', 'gone', 'disabled', 'overflow', 'expired', 'test'] as const;
export type DeadReason = (typeof deadReasons)[number];

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** After each attempt that failed, the time until the next one; after the last of them there is one more, and no other. */
export const pausesMs: readonly number[] = [
  ...[5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs],
  ...[2 * hourMs, 5 * hourMs, 10 * hourMs],
];
export const mostAttempts: number = pausesMs.length + 1;
/** So much of a pause is drawn by lot, so that many that failed together do not come back together. */
export const jitter = 0.2;
export const mostRetryAfterMs = hourMs;

/** Over one attempt, from the name to the head of the answer. */
export const attemptMs = 10 * secondMs;
/** Longer than anything that is done under it. */
export const leaseMs = 30 * secondMs;
/** Where something of ours was missing: no attempt was made. */
export const ownFaultPauseMs = 30 * secondMs;
export const failingMs = 3 * dayMs;

export const mostOfEndpoint = 4;
/** Of one that fails at present: it shall not hold places that others need. */
export const mostOfFailing = 1;
export const mostOfOrganisation = 16;
export const mostAtOnce = 64;
/** All that fail at present together. */
export const mostFailingAtOnce = 32;

export const mostPending = 100_000;
export const keptMs = 7 * dayMs;
/** Of those that ended, for one webhook. */
export const mostEnded = 100_000;
export const mostReplayed = 10_000;
export const mostWebhooks = 100;
/** Attempts that are shown of one delivery. */
export const mostShownAttempts = 16;

export const maxOverlapS = 86_400;
export const defaultOverlapS = 3_600;
