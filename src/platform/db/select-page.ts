/** Reads a page of a list, newest first. */
import { and, desc, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PageStart } from '../http/page.ts';

export interface PageSelection {
  /** Without the start of the page. */
  readonly where?: SQL | undefined;
  /** The column that orders the list and that its cursors name. */
  readonly seq: PgColumn;
  readonly page: PageStart;
}

/** The part of a query that is needed here: drizzle's types of all of it are too deep for inference. */
interface Select<Rows> {
  where(condition: SQL | undefined): { orderBy(order: SQL): { limit(limit: number): Rows } };
}

/** Selects the rows of a page and one more: the extra row shows that there is more, and `toPage` leaves it out. */
export function selectPage<Rows>(query: Select<Rows>, { where, seq, page }: PageSelection): Rows {
  const isBefore = page.before === undefined ? undefined : lt(seq, page.before);
  return query
    .where(and(where, isBefore))
    .orderBy(desc(seq))
    .limit(page.limit + 1);
}
