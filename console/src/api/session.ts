/** The session of this browser, and the rights that it has. */
import type { ConsoleSession } from '@assay/client';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, setCsrfToken } from './client.ts';

export const sessionQuery = queryOptions({
  queryKey: ['console.session'],
  queryFn: async ({ signal }) => {
    const session = await api.console.getSession({}, { signal });
    setCsrfToken(session.csrf_token ?? undefined);
    return session;
  },
  staleTime: 60_000,
});

/**
 * Goes on with a new session. Its token counts from the first call on: a call with the token before would be refused, because the
 * browser already sends the new cookie.
 */
export async function takeSession(queries: QueryClient, session: ConsoleSession): Promise<void> {
  setCsrfToken(session.csrf_token ?? undefined);
  queries.setQueryData(sessionQuery.queryKey, session);
  await queries.invalidateQueries();
}

/** The session; undefined until it has been read. */
export function useSession(): ConsoleSession | undefined {
  return useQuery(sessionQuery).data;
}

/**
 * True if the caller's role may call the operation, named by its id such as `agents.suspend`. The console leaves out the rest; the
 * verifier decides all the same.
 */
export function useMay(operation: string): boolean {
  const session = useSession();
  return session?.operations.includes(operation) ?? false;
}
