/** States of registered auditors and of their verifications. */

export const releaseStatuses = ['draft', 'verifying', 'verified', 'deprecated', 'revoked'] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

export const runStatuses = ['running', 'passed', 'failed', 'cancelled'] as const;
export const checkStatuses = ['passed', 'failed', 'skipped'] as const;

/** Sources of the labels that a verification checked. */
export const labelSources = ['image', 'submitted'] as const;
