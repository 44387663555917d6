/** What a reviewer is advised: approve what was active within 30 days, deny what was not, and nothing where nobody can tell. */

import type { recommendations } from '../../contract/api/access-reviews/states.ts';
import { dayMs, isHeard } from '../lifecycle/staleness.ts';

export type Recommendation = (typeof recommendations)[number];

export interface Usage {
  readonly lastActivityAt: number | null;
  /** Since when it could have been active at all. */
  readonly existsSince: number;
  /** When anything was last heard that would tell of activity; null: never. */
  readonly heardAt: number | null;
}

export const recommendationDays = 30;

/** The recommendation at one moment. */
export function recommend({ lastActivityAt, existsSince, heardAt }: Usage, now: number): Recommendation {
  const spanMs = recommendationDays * dayMs;
  if (lastActivityAt !== null && now - lastActivityAt < spanMs) return 'approve';
  const isNew = now - existsSince < spanMs;
  return isNew || !isHeard(heardAt, spanMs, now) ? 'no_info' : 'deny';
}
