/** Who owns an agent, and what the caller may do to it. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { mayOn } from './rights.ts';

/** Who owns, edits and views the agent. */
export function useAgentAccess(id: string) {
  const may = useMay('agents.getAccess');
  return useQuery({
    queryKey: ['agents.getAccess', id],
    queryFn: ({ signal }) => api.agents.getAccess({ id }, { signal }),
    enabled: may,
  });
}

export function useAgentRights(id: string): (operation: string) => boolean {
  const session = useSession();
  const { data } = useAgentAccess(id);
  return (operation) => mayOn(session, data, operation);
}
