/** Limits calls per minute of each agent with a token bucket; a burst of one minute's calls is allowed. */
import type { Clock } from '../../platform/clock.ts';

export interface Rate {
  /** Takes one call. A number is the seconds until the next one is free, at least 1. */
  take(agentId: string): 'taken' | number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** @param most agents that are remembered; beyond it the agent that called longest ago is forgotten. */
export function createRate(options: { perMinute: number; clock: Clock; most?: number }): Rate {
  const { perMinute, clock, most = 20_000 } = options;
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  return {
    take(agentId) {
      const now = clock.now();
      const known = buckets.get(agentId) ?? { tokens: perMinute, atMs: now };
      const passedMs = Math.max(0, now - known.atMs);
      const tokens = Math.min(perMinute, known.tokens + passedMs * perMs);
      const isGiven = tokens >= 1;
      // Re-inserting moves the agent to the end of the map, as the latest caller.
      buckets.delete(agentId);
      buckets.set(agentId, { tokens: isGiven ? tokens - 1 : tokens, atMs: now });
      if (buckets.size > most) forgetFirst(buckets);
      return isGiven ? 'taken' : Math.max(1, Math.ceil((1 - tokens) / perMs / 1_000));
    },
  };
}

function forgetFirst(buckets: Map<string, Bucket>): void {
  const first = buckets.keys().next();
  if (first.done !== true) buckets.delete(first.value);
}
