/**
 * Observe mode of one agent (break-glass): it needs an admin, a reason, and an end at most a week away. Only an explicit `null`
 * means no end, so that leaving the member out never leaves it open.
 */
import { toTimestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Author, assertAdmin } from '../../base/control/author.ts';

export interface AuditModeState {
  readonly audit_mode: 'enforce' | 'observe';
  /** Milliseconds since the epoch; from then on `enforce` again. */
  readonly audit_mode_until: number | null;
  readonly audit_mode_reason: string | null;
  readonly audit_mode_by: string | null;
}

export interface AuditModeChange {
  readonly audit_mode?: 'enforce' | 'observe';
  /** RFC 3339; null: no end. */
  readonly audit_mode_until?: string | null;
  readonly audit_mode_reason?: string | null;
}

/** Longest break-glass that has an end. */
export const maxObserveMs = 7 * 24 * 60 * 60 * 1000;

export const enforced: AuditModeState = {
  audit_mode: 'enforce',
  audit_mode_until: null,
  audit_mode_reason: null,
  audit_mode_by: null,
};

/** Gives the audit mode after a change; the same object if nothing changes. @throws AppError `unprocessable`, `forbidden`. */
export function toAuditMode(
  current: AuditModeState,
  change: AuditModeChange,
  { author, now }: { author: Author; now: number },
): AuditModeState {
  const { audit_mode: mode = current.audit_mode, audit_mode_until: end, audit_mode_reason: why } = change;
  if (mode === 'enforce') {
    if (typeof end === 'string') throw refuse('audit_mode_until', 'enforce mode has no end');
    if (typeof why === 'string') throw refuse('audit_mode_reason', 'enforce mode needs no reason');
    return current.audit_mode === 'enforce' ? current : enforced;
  }
  const isNew = current.audit_mode !== 'observe';
  const reason = why === undefined && !isNew ? current.audit_mode_reason : why;
  if (typeof reason !== 'string') throw refuse('audit_mode_reason', 'observe mode needs a reason');
  const until = end === undefined && !isNew ? current.audit_mode_until : toEnd(end);
  if (!isNew && until === current.audit_mode_until && reason === current.audit_mode_reason) return current;
  assertAdmin(author, 'observe mode');
  if (until !== null && (until <= now || until > now + maxObserveMs)) {
    const latest = toTimestamp(now + maxObserveMs);
    throw refuse('audit_mode_until', `observe mode ends in the future and not after ${latest}; null is without an end`);
  }
  return { audit_mode: 'observe', audit_mode_until: until, audit_mode_reason: reason, audit_mode_by: author.user };
}

function toEnd(end: string | null | undefined): number | null {
  if (end === null) return null;
  const time = end === undefined ? Number.NaN : Date.parse(end);
  if (Number.isFinite(time)) return time;
  throw refuse('audit_mode_until', 'observe mode needs the time of its end, or null for none');
}

function refuse(member: keyof AuditModeChange, message: string): AppError {
  return new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer: `/${member}`, message }],
    extensions: { reason: 'audit_mode' },
  });
}
