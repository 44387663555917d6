/** Limits and times of telemetry exports. */

export const maxExports = 10;

/** Limit of one request. */
export const maxSpans = 512;
export const maxRequestBytes: number = 1024 * 1024;
/** Most claims of one Evidence in a span. For the others, the span has their number. */
export const maxEvaluations = 128;

export const callMs = 10_000;
/** Longer than any work under the lease. */
export const exportLeaseMs = 120_000;
/** Batches under one lease; other exports follow. */
export const maxBatches = 10;
export const maxConcurrent = 16;

export const firstPauseMs = 5_000;
export const maxPauseMs = 300_000;
export const maxRetryAfterMs = 3_600_000;
/** An export that did not run for this long checks whether unread decisions were removed meanwhile. */
export const lookForLostAfterMs = 60_000;
export const reportEveryMs = 3_600_000;
