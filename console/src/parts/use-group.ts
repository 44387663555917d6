/** Reads everything of one group of the API again, after a change. */
import { useQueryClient } from '@tanstack/react-query';
import { isKeyOfGroup } from './record-action.ts';

export function useReadAgain(...groups: readonly string[]): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => groups.some((group) => isKeyOfGroup(queryKey, group)) });
}
