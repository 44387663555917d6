/** A rate limit for calls without an account: a number of calls per address and time window (a minute), with bounded memory. */
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';

export interface RateBound {
  /** `weight`: the number of calls to count, one if absent. @throws AppError `too_many_requests` with `retry-after`. */
  admit(address: string, weight?: number): void;
}

const minuteMs = 60_000;
const maxAddresses = 10_000;

export type RateBoundOptions = { readonly clock: Clock } & (
  | { readonly perMinute: number }
  | { readonly perSecond: number }
);

export function createRateBound({ clock, ...bound }: RateBoundOptions): RateBound {
  const [most, windowMs] = 'perSecond' in bound ? [bound.perSecond, 1_000] : [bound.perMinute, minuteMs];
  let counts = new Map<string, number>();
  let startedAt = Number.NEGATIVE_INFINITY;
  return {
    admit(address, weight = 1) {
      const now = clock.now();
      // A clock that went back starts a new window, so that callers are not refused until it has caught up.
      if (now - startedAt >= windowMs || now < startedAt) {
        counts = new Map();
        startedAt = now;
      }
      // With too many addresses the rest share one count: an attacker with many cannot grow the memory.
      const name = counts.has(address) || counts.size < maxAddresses ? address : 'others';
      const count = (counts.get(name) ?? 0) + weight;
      counts.set(name, count);
      if (count <= most) return;
      const retryAfterS = Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000));
      throw new AppError('too_many_requests', 'too many calls in this time', { retryAfterS });
    },
  };
}
