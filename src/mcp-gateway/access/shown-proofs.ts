/**
 * Which DPoP proofs were shown to this process: each is good once, until it is over by itself (about a minute). Two
 * processes of one gateway do not know of each other's.
 */
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { ShownProofs } from '../../platform/http/bound-tokens/binding.ts';

const usualMost = 100_000;

/** @throws AppError `unavailable` from `isFirst` when more are alive than it remembers: none is forgotten before its time. */
export function createShownProofs({ clock, most = usualMost }: { clock: Clock; most?: number }): ShownProofs {
  const shown = new Map<string, number>();

  /** Proofs come about in the order in which they end, so that the look stops at the first that is alive. */
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
        const detail = 'Too many proofs of possession were shown within a minute. Try again shortly.';
        throw new AppError('unavailable', 'the book of shown proofs is full', { detail, retryAfterS: 5 });
      }
      shown.set(name, expiresAtMs);
      return true;
    },
  };
}
