/** When a credential is refreshed, how long it may be used, and how long nobody tries again. Pure. */
import type { ScopedCredentialRow } from '../tables.ts';

/** How long whoever refreshes is believed to be at it. The other side is given less than half of that to answer. */
export const leaseMs = 30_000;
/** What is left of a token is not enough for a call, or clocks disagree about it. */
export const slackMs = 30_000;
const dayMs = 86_400_000;
const usedShare = 0.8;
/** After a failure, before the next try; twice as long each time. */
const firstPauseMs = 5_000;
const longestPauseMs = 30 * 60_000;

type Times = Pick<ScopedCredentialRow, 'expires_at' | 'last_refreshed_at' | 'created_at'>;

/**
 * At 80 % of its life or a day before its end, whichever comes later; in its last fifth only, then, for what lives
 * shorter than five days. Undefined where it has no end.
 */
export function dueAt({ expires_at: end, last_refreshed_at: obtained, created_at: made }: Times): number | undefined {
  if (end === null) return undefined;
  const from = Math.min(obtained ?? made, end);
  return Math.max(from + (end - from) * usedShare, end - dayMs);
}

/** True once the time to refresh has come. */
export function isDue(row: Times, now: number): boolean {
  const due = dueAt(row);
  return due !== undefined && due <= now;
}

/** False for one that may end before a call with it does. */
export function isFresh(row: Times, now: number): boolean {
  const { expires_at: end, last_refreshed_at: obtained, created_at: made } = row;
  if (end === null) return true;
  // Of a short life, a part of it is enough.
  const lifeMs = Math.max(0, end - (obtained ?? made));
  return end - Math.min(slackMs, lifeMs * (1 - usedShare)) > now;
}

/** How long nobody tries again after so many failures in a row. */
export function pauseMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 20), longestPauseMs);
}

/** True while the other side was away a moment ago: calls do not wait for it one after another. */
export function isPausing(row: Pick<ScopedCredentialRow, 'refresh_failures' | 'updated_at'>, now: number): boolean {
  // Without a failure there is none, however far the clock of whoever wrote the row is ahead of ours.
  return row.refresh_failures > 0 && now < row.updated_at + pauseMs(row.refresh_failures);
}

/** Until when a token that was just given is used again: 80 % of its life, or five minutes where its end is not known. */
export function keepUntil(now: number, expiresAt: number | undefined): number {
  return expiresAt === undefined ? now + 5 * 60_000 : now + Math.max(0, expiresAt - now) * usedShare;
}
