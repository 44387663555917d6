/** A bound on calls that need no account: so many from one address in a minute, and no more addresses than fit in memory. */
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

export interface RateBound {
  /** @throws AppError `too_many_requests` with `retry-after`. */
  admit(address: string): void;
}

const windowMs = 60_000;
const maxAddresses = 10_000;

export function createRateBound({ clock, perMinute }: { clock: Clock; perMinute: number }): RateBound {
  let counts = new Map<string, number>();
  let startedAt = Number.NEGATIVE_INFINITY;
  return {
    admit(address) {
      const now = clock.now();
      // A clock that went back starts afresh, rather than refusing everybody until it has caught up.
      if (now - startedAt >= windowMs || now < startedAt) {
        counts = new Map();
        startedAt = now;
      }
      // With too many addresses the rest share one count: an attacker with many cannot grow the memory.
      const name = counts.has(address) || counts.size < maxAddresses ? address : 'others';
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count <= perMinute) return;
      const retryAfterS = Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000));
      throw new AppError('too_many_requests', 'too many public calls', { retryAfterS });
    },
  };
}
