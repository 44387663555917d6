/** The cache of answers of the verifier, and the time for which they are fresh. */
import { ApiError } from '@assay/client';
import { QueryClient } from '@tanstack/react-query';

/** Most pages poll or follow a stream; what they share is read again after this time. */
const freshMs = 5_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      refetchOnWindowFocus: true,
      // The client itself tries again where that is safe.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 1,
    },
    mutations: { retry: false },
  },
});
