/** Ids to choose from: agents and workspaces that the caller sees. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { toolsTexts as texts } from '../../texts/tools.ts';

const mostListed = 100;

/** The first hundred; others can be typed. */
export function useAgentIds(): readonly string[] {
  const may = useMay('agents.list');
  const { data } = useQuery({
    queryKey: ['agents.list', 'ids'],
    queryFn: ({ signal }) => api.agents.list({ limit: mostListed }, { signal }),
    enabled: may,
  });
  return data?.items.map(({ id }) => id) ?? [];
}

export interface ScopeChoice {
  /** `org` or `workspace`, a space and the id. */
  readonly value: string;
  readonly label: string;
}

/** The organisation first, then its workspaces. */
export function useScopeChoices(): readonly ScopeChoice[] {
  const organisation = useSession()?.organization?.id;
  const may = useMay('workspaces.list');
  const { data } = useQuery({
    queryKey: ['workspaces.list', 'ids'],
    queryFn: ({ signal }) => api.workspaces.list({ limit: mostListed }, { signal }),
    enabled: may,
  });
  const workspaces =
    data?.items.map(({ id }) => ({ value: `workspace ${id}`, label: texts.rules.workspace(id) })) ?? [];
  if (organisation === undefined) return workspaces;
  return [{ value: `org ${organisation}`, label: texts.rules.organisation }, ...workspaces];
}
