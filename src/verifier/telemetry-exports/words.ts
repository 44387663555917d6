/** Words and bounds of telemetry exports. */

export const exportStatuses = ['active', 'paused'] as const;

export const mostExports = 10;
export const mostHeaders = 16;

/** Of one request. */
export const mostSpans = 512;
export const mostRequestBytes: number = 1024 * 1024;
/** Claims of one Evidence that are told; of those beyond only the number. */
export const mostEvaluations = 128;

export const callMs = 10_000;
/** Longer than anything that is done under it. */
export const leaseMs = 120_000;
/** Batches under one lease: then others have their turn. */
export const mostBatches = 10;
export const mostAtOnce = 16;

export const firstPauseMs = 5_000;
export const mostPauseMs = 300_000;
export const mostRetryAfterMs = 3_600_000;
/** One that did not run for so long looks whether something is gone that it had not read. */
export const lookForLostAfterMs = 60_000;
export const tellEveryMs = 3_600_000;
