/** Shows what a query gave: the skeleton while it loads, the error in words, or the data. */
import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { commonTexts as texts } from '../texts/common.ts';
import { Problem } from './problem.tsx';

interface LoadedProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Lines of the skeleton; 4 if absent. */
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

export function Loaded<T>({ query: { data, error, refetch }, lines = 4, children }: LoadedProps<T>) {
  if (data !== undefined) {
    return (
      <>
        {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
        {children(data)}
      </>
    );
  }
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="xs" role="status" aria-label={texts.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} height={18} width={`${92 - line * 9}%`} />
      ))}
    </Stack>
  );
}
