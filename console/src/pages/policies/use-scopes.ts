/** What the tree of scopes is made of: workspaces, agents and all policies. */
import { paginate } from '@assay/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';

const pageSize = 100;
/** More are reached by their own page. */
export const mostAgents = 1_000;
const mostPolicies = 2_000;

async function readSome<T>(rows: AsyncIterable<T>, most: number): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) {
    found.push(row);
    if (found.length >= most) break;
  }
  return found;
}

export function usePolicies() {
  return useQuery({
    queryKey: ['policies.list', 'all'],
    queryFn: () => readSome(paginate(api.policies.list, { limit: pageSize }), mostPolicies),
  });
}

export function useAgents() {
  const may = useMay('agents.list');
  return useQuery({
    queryKey: ['agents.list', 'all'],
    queryFn: () => readSome(paginate(api.agents.list, { limit: pageSize }), mostAgents),
    enabled: may,
  });
}

export function useWorkspaces() {
  const may = useMay('workspaces.list');
  return useQuery({
    queryKey: ['workspaces.list', 'all'],
    queryFn: () => readSome(paginate(api.workspaces.list, { limit: pageSize }), mostAgents),
    enabled: may,
  });
}

export function useOrganisation(): { readonly id: string; readonly name: string } {
  const organisation = useSession()?.organization;
  return { id: organisation?.id ?? 'default', name: organisation?.name ?? '' };
}
