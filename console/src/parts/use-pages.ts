/** Reads a list of the API page by page. */
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

interface ApiPage<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

interface UsePagesOptions<T> {
  readonly key: readonly unknown[];
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<ApiPage<T>>;
  readonly refetchMs?: number;
  readonly enabled?: boolean;
}

export interface Pages<T> {
  readonly items: readonly T[];
  readonly query: UseInfiniteQueryResult<unknown>;
}

/** All rows that have been read so far, and the query that reads on with `fetchNextPage`. */
export function usePages<T>({ key, read, refetchMs, enabled = true }: UsePagesOptions<T>): Pages<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: refetchMs ?? false,
    enabled,
  });
  const { data } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  return { items, query };
}
