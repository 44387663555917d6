/** Limits the files received at once: they fill the disk, and scans use the processor. */
import { AppError } from '../../../../platform/errors.ts';

export interface FileLimiter {
  /** Runs when a slot is free. @throws AppError `too_many_requests`. */
  take<T>(orgId: string, run: () => Promise<T>): Promise<T>;
}

export function createFileLimiter({
  most,
  maxOfOne,
}: {
  readonly most: number;
  readonly maxOfOne: number;
}): FileLimiter {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    async take(orgId, run) {
      const own = taken.get(orgId) ?? 0;
      if (all >= most || own >= maxOfOne) {
        const detail = 'other files are being scanned: send this one again later';
        throw new AppError('too_many_requests', detail, { detail, retryAfterS: 10 });
      }
      taken.set(orgId, own + 1);
      all += 1;
      try {
        return await run();
      } finally {
        all -= 1;
        const left = (taken.get(orgId) ?? 1) - 1;
        if (left === 0) taken.delete(orgId);
        else taken.set(orgId, left);
      }
    },
  };
}
