/** Remembers used nonces until they expire, so that each is accepted once. It is kept in the memory of one process. */
import type { Clock } from '../../platform/clock.ts';

export interface ReplayGuard {
  /** `full` when the memory is full: what cannot be remembered must not be used. */
  use(nonce: string, expiresAtMs: number): 'first' | 'again' | 'full';
  /** Forgets a nonce that was not used after all. */
  giveBack(nonce: string): void;
}

export function createReplayGuard({ clock, most = 100_000 }: { clock: Clock; most?: number }): ReplayGuard {
  const used = new Map<string, number>();
  return {
    use(nonce, expiresAtMs) {
      if (used.has(nonce)) return 'again';
      if (used.size >= most) forgetExpired(used, clock.now());
      if (used.size >= most) return 'full';
      used.set(nonce, expiresAtMs);
      return 'first';
    },
    giveBack(nonce) {
      used.delete(nonce);
    },
  };
}

function forgetExpired(used: Map<string, number>, now: number): void {
  for (const [nonce, expiresAtMs] of used) if (expiresAtMs <= now) used.delete(nonce);
}
