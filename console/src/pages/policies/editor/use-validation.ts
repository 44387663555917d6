/** Checks a text at its scope while it is written. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import type { Scope } from '../scopes.ts';

const typingMs = 400;

export function useValidation(scope: Scope, text: string) {
  const may = useMay('policies.validateText');
  const [checked] = useDebouncedValue(text, typingMs);
  const query = useQuery({
    queryKey: ['policies.validateText', scope.level, scope.id, checked],
    queryFn: ({ signal }) => api.policies.validateText({ body: { scope: { ...scope }, text: checked } }, { signal }),
    enabled: may && checked.trim() !== '',
    // The problems of the text before stay in sight until the new ones are known.
    placeholderData: (before) => before,
    staleTime: 30_000,
    gcTime: 60_000,
  });
  const isCurrent = checked === text && !query.isPlaceholderData;
  return { may, query, checked, isCurrent };
}

export function useCompletions(scope: Scope) {
  return useQuery({
    queryKey: ['policies.completions', scope.level, scope.id],
    queryFn: ({ signal }) =>
      api.policies.completions(
        {
          ...(scope.level === 'workspace' ? { workspace_id: scope.id } : {}),
          ...(scope.level === 'agent' ? { agent_id: scope.id } : {}),
        },
        { signal },
      ),
    enabled: useMay('policies.completions'),
    staleTime: 60_000,
  });
}
