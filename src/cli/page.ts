/** Reads a list of an API page by page, up to the requested number. */
import type { Service } from './service.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

export interface ListCall<T> {
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly limit: number;
  readonly isPage: (value: unknown) => value is Page<T>;
}

const maxPage = 100;

/** Items of a list; `hasMore` if the service has others, after `nextCursor`. */
export interface Listed<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** At most `limit` items. */
export async function readList<T>(service: Service, call: ListCall<T>): Promise<Listed<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = String(Math.min(maxPage, call.limit - items.length));
    const query = { ...call.query, limit, cursor };
    const page = await service.json({ path: call.path, query }, call.isPage);
    items.push(...page.items);
    // An empty page with a cursor would loop forever.
    const isEnd = !page.has_more || page.next_cursor === null || page.items.length === 0;
    if (isEnd || items.length >= call.limit) {
      return { items: items.slice(0, call.limit), nextCursor: page.next_cursor, hasMore: page.has_more };
    }
    cursor = page.next_cursor;
  }
}
