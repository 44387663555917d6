/** The states of a release and the transitions between them. Pure. */

import type { ReleaseStatus } from '../../../contract/api/auditor-registry/states.ts';
import { AppError } from '../../../platform/errors.ts';

/** `passed` and `failed` come from a verification, the others from people. */
export const releaseEvents = ['verify', 'passed', 'failed', 'deprecate', 'revoke', 'remove'] as const;
export type ReleaseEvent = (typeof releaseEvents)[number];

type Transitions = Readonly<Partial<Record<ReleaseEvent, ReleaseStatus | 'gone'>>>;

const releaseTransitions: Readonly<Record<ReleaseStatus, Transitions>> = {
  draft: { verify: 'verifying', revoke: 'revoked', remove: 'gone' },
  verifying: { passed: 'verified', failed: 'draft', revoke: 'revoked' },
  verified: { deprecate: 'deprecated', revoke: 'revoked' },
  deprecated: { revoke: 'revoked' },
  revoked: {},
};

/** Lists the events that people may cause in this state. */
export function allowedEvents(status: ReleaseStatus): ReleaseEvent[] {
  return releaseEvents.filter(
    (event) => event !== 'passed' && event !== 'failed' && releaseTransitions[status][event] !== undefined,
  );
}

/** Gives the state after an event. @throws AppError `conflict` (reason `release_status`) with the allowed events. */
export function nextStatus(status: ReleaseStatus, event: ReleaseEvent): ReleaseStatus | 'gone' {
  const next = releaseTransitions[status][event];
  if (next !== undefined) return next;
  const allowed = allowedEvents(status);
  const instead = allowed.length === 0 ? 'register a new version' : `it takes ${allowed.join(', ')}`;
  const detail = `a release with status ${status} does not allow ${event}: ${instead}`;
  throw new AppError('conflict', detail, { detail, extensions: { reason: 'release_status', status, allowed } });
}
