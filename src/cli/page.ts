/** Reads a list of an API page by page, up to the requested number. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

const maxPage = 100;

/** Items of a list; `hasMore` if the service has others, after `nextCursor`. */
export interface Listed<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** What the call of one page takes. */
export interface PageInput {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Reads at most `limit` items, page by page. */
export async function readPages<T>(read: (page: PageInput) => Promise<Page<T>>, limit: number): Promise<Listed<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await read({ limit: Math.min(maxPage, limit - items.length), cursor });
    items.push(...page.items);
    // An empty page with a cursor would loop forever.
    const isEnd = !page.has_more || page.next_cursor === null || page.items.length === 0;
    if (isEnd || items.length >= limit) {
      return { items: items.slice(0, limit), nextCursor: page.next_cursor, hasMore: page.has_more };
    }
    cursor = page.next_cursor;
  }
}
