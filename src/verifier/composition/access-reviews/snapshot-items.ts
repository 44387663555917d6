/** Reads the items of an instance in pages, each with the content of its decision. */
import type { Db } from '../../../platform/db/db.ts';
import type { NewDecision } from './store.ts';
import type { AccessReviewRow } from './tables.ts';

/** The part of a decision that the snapshot gives. */
export type Item = Pick<NewDecision, 'principal' | 'resource' | 'facts' | 'owners' | 'recommendation'>;

export interface ItemPage {
  readonly items: readonly Item[];
  /** Cursor after the last item; undefined if the page is empty. */
  readonly last: string | undefined;
}

/** `after` is empty for the first page. */
export type ReadItems = (tx: Db, review: AccessReviewRow, after: string, now: number) => Promise<ItemPage>;

/** Items of a page. */
export const atOnce = 500;
