/** Limits and times of telemetry exports. */

export const mostExports = 10;

/** Limit of one request. */
export const mostSpans = 512;
export const mostRequestBytes: number = 1024 * 1024;
/** Most claims of one Evidence in a span. For the others, the span has their number. */
export const mostEvaluations = 128;

export const callMs = 10_000;
/** Longer than any work under the lease. */
export const leaseMs = 120_000;
/** Batches under one lease; other exports follow. */
export const mostBatches = 10;
export const mostAtOnce = 16;

export const firstPauseMs = 5_000;
export const mostPauseMs = 300_000;
export const mostRetryAfterMs = 3_600_000;
/** An export that did not run for this long checks whether unread decisions were removed meanwhile. */
export const lookForLostAfterMs = 60_000;
export const tellEveryMs = 3_600_000;
