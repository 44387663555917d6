/** Computes when a credential is refreshed, how long it may be used, and how long to pause after failures. Pure. */
import type { ScopedCredentialRow } from '../tables.ts';

/** Length of a refresh lease. The authorization server gets less than half of it to answer. */
export const refreshLeaseMs = 30_000;
/** Margin before the end of a token, for the duration of a call and for different clocks. */
export const slackMs = 30_000;
const dayMs = 86_400_000;
const usedShare = 0.8;
/** Pause after the first failure; it doubles with each further one. */
const firstPauseMs = 5_000;
const longestPauseMs = 30 * 60_000;

type Times = Pick<ScopedCredentialRow, 'expires_at' | 'last_refreshed_at' | 'created_at'>;

/**
 * Gives the later of 80 % of its life and a day before its end. So a life shorter than five days is due only in its last
 * fifth. Undefined without an end.
 */
export function dueAt({ expires_at: end, last_refreshed_at: obtained, created_at: made }: Times): number | undefined {
  if (end === null) return undefined;
  const from = Math.min(obtained ?? made, end);
  return Math.max(from + (end - from) * usedShare, end - dayMs);
}

/** True once a refresh is due. */
export function isDue(row: Times, now: number): boolean {
  const due = dueAt(row);
  return due !== undefined && due <= now;
}

/** False for a token that may expire during a call. */
export function isFresh(row: Times, now: number): boolean {
  const { expires_at: end, last_refreshed_at: obtained, created_at: made } = row;
  if (end === null) return true;
  // For a short life the margin is a share of it.
  const lifetimeMs = Math.max(0, end - (obtained ?? made));
  return end - Math.min(slackMs, lifetimeMs * (1 - usedShare)) > now;
}

/** Gives the pause after so many failures in a row. */
export function pauseMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 20), longestPauseMs);
}

/** True shortly after a failure: calls do not each wait for a server that is away. */
export function isPausing(row: Pick<ScopedCredentialRow, 'refresh_failures' | 'updated_at'>, now: number): boolean {
  // Without a failure there is no pause, even if the clock of the process that wrote the row is ahead.
  return row.refresh_failures > 0 && now < row.updated_at + pauseMs(row.refresh_failures);
}

/** Gives the time until which a new token is reused: 80 % of its life, or five minutes if its end is not known. */
export function keepUntil(now: number, expiresAt: number | undefined): number {
  return expiresAt === undefined ? now + 5 * 60_000 : now + Math.max(0, expiresAt - now) * usedShare;
}
