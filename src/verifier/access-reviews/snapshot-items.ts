/** How the things that an instance reviews are read: some at a time, each with what its decision is to say. */
import type { Db } from '../../platform/db/db.ts';
import type { NewDecision } from './store.ts';
import type { AccessReviewRow } from './tables.ts';

/** What of a decision the snapshot gives. */
export type Item = Pick<NewDecision, 'principal' | 'resource' | 'facts' | 'owners' | 'recommendation'>;

export interface ItemPage {
  readonly items: readonly Item[];
  /** Where the next page begins after; undefined when there was none. */
  readonly last: string | undefined;
}

/** `after` is empty for the first page. */
export type ReadItems = (tx: Db, review: AccessReviewRow, after: string, now: number) => Promise<ItemPage>;

/** Items of a page. */
export const atOnce = 500;
