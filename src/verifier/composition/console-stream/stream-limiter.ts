/** Limits the number of streams: each costs memory and a database read at every heartbeat. */
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';

export interface StreamLimits {
  readonly most: number;
  readonly maxPerCaller: number;
}

export interface StreamLimiter {
  /** Returns a function that frees the slot, once. @throws AppError `too_many_requests`, or `unavailable` when all are taken. */
  acquire(caller: Caller): () => void;
}

const retryAfterS = 15;

export function createStreamLimiter({ most, maxPerCaller }: StreamLimits): StreamLimiter {
  const byCaller = new Map<string, number>();
  let taken = 0;
  return {
    acquire({ organisation, kind, user }) {
      const key = JSON.stringify([organisation, kind, user]);
      const own = byCaller.get(key) ?? 0;
      if (own >= maxPerCaller) {
        const detail = `you have ${own} open streams, the maximum for one caller: close some`;
        throw new AppError('too_many_requests', detail, { detail, retryAfterS });
      }
      if (taken >= most) {
        const detail = `this process has ${taken} open streams, its maximum: try again later, or use another process`;
        throw new AppError('unavailable', detail, { detail, retryAfterS });
      }
      taken += 1;
      byCaller.set(key, own + 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        taken -= 1;
        const left = (byCaller.get(key) ?? 1) - 1;
        if (left === 0) byCaller.delete(key);
        else byCaller.set(key, left);
      };
    },
  };
}
