/**
 * Remembers the DPoP proofs that this process has seen: each is accepted once, until it expires (about a minute). Two
 * processes of one gateway do not share them.
 */
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { ShownProofs } from '../../platform/http/bound-tokens/binding.ts';

const usualMost = 100_000;

/** @throws AppError `unavailable` from `isFirst` when the memory is full: no proof is forgotten before it expires. */
export function createSeenProofs({ clock, most = usualMost }: { clock: Clock; most?: number }): ShownProofs {
  const shown = new Map<string, number>();

  /** Proofs are stored in the order of their expiry, so the scan stops at the first live one. */
  const forgetOver = (nowMs: number, looksAtAll: boolean): void => {
    for (const [name, untilMs] of shown) {
      if (untilMs <= nowMs) shown.delete(name);
      else if (!looksAtAll) return;
    }
  };

  return {
    isFirst(issuer, jti, expiresAtMs) {
      const nowMs = clock.now();
      forgetOver(nowMs, false);
      const name = JSON.stringify([issuer, jti]);
      if (shown.has(name)) return false;
      if (shown.size >= most) forgetOver(nowMs, true);
      if (shown.size >= most) {
        const detail = 'Too many proofs of possession arrived within a minute. Try again shortly.';
        throw new AppError('unavailable', 'the list of used proofs is full', { detail, retryAfterS: 5 });
      }
      shown.set(name, expiresAtMs);
      return true;
    },
  };
}
