/** Recommendations: approve what was active within 30 days, deny what was not, and none if activity is not known. */

import type { recommendations } from '../../../contract/api/access-reviews/states.ts';
import { dayMs, isHeard } from '../../configuration/lifecycle/staleness.ts';

export type Recommendation = (typeof recommendations)[number];

export interface Usage {
  readonly lastActivityAt: number | null;
  /** The earliest time at which it could have been active. */
  readonly existsSince: number;
  /** The last time at which activity would have been seen; null: never. */
  readonly heardAt: number | null;
}

export const recommendationDays = 30;

/** Gives the recommendation at one moment. */
export function recommend({ lastActivityAt, existsSince, heardAt }: Usage, now: number): Recommendation {
  const spanMs = recommendationDays * dayMs;
  if (lastActivityAt !== null && now - lastActivityAt < spanMs) return 'approve';
  const isNew = now - existsSince < spanMs;
  return isNew || !isHeard(heardAt, spanMs, now) ? 'no_info' : 'deny';
}
