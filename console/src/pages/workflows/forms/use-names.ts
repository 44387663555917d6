/** The ids that a field may name, as the verifier lists them. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Named } from './kinds.ts';

const limit = 100;

const readers: Readonly<Record<Named, (signal: AbortSignal) => Promise<readonly string[]>>> = {
  agent: async (signal) => (await api.agents.list({ limit, status: 'active' }, { signal })).items.map(({ id }) => id),
  auditor: async (signal) => (await api.auditors.list({ limit }, { signal })).items.map(({ id }) => id),
  workflow: async (signal) => (await api.workflows.list({ limit }, { signal })).items.map(({ id }) => id),
  installation: async (signal) =>
    (await api.installations.list({ limit, status: 'installed' }, { signal })).items.map(({ id }) => id),
  model: async (signal) => [
    ...new Set((await api.models.list({ limit }, { signal })).items.flatMap(({ served_as: ids }) => ids)),
  ],
};

/** Empty until they are read, and where the caller may not read them: the id can be typed all the same. */
export function useNames(of: Named): readonly string[] {
  const { data } = useQuery({
    queryKey: [`${of}s.list`, 'names'],
    queryFn: ({ signal }) => readers[of](signal),
    staleTime: 30_000,
  });
  return data ?? [];
}
