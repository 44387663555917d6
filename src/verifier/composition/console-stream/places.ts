/** Limits the number of streams: each costs memory and a database read at every heartbeat. */
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';

export interface PlacesOptions {
  readonly most: number;
  readonly mostPerCaller: number;
}

export interface Places {
  /** Returns a function that frees the slot, once. @throws AppError `too_many_requests`, or `unavailable` when all are taken. */
  take(caller: Caller): () => void;
}

const retryAfterS = 15;

export function createPlaces({ most, mostPerCaller }: PlacesOptions): Places {
  const byCaller = new Map<string, number>();
  let taken = 0;
  return {
    take({ organisation, kind, user }) {
      const key = JSON.stringify([organisation, kind, user]);
      const own = byCaller.get(key) ?? 0;
      if (own >= mostPerCaller) {
        const detail = `you have ${own} streams open here, which is the most for one caller: close some`;
        throw new AppError('too_many_requests', detail, { detail, retryAfterS });
      }
      if (taken >= most) {
        const detail = `this process has ${taken} streams open, which is its most: try again later, or another process`;
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
