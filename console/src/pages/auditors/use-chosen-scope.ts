/** The scope that the address of an auditor's page names. */
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../api/session.ts';
import { scopesOf } from './scope.ts';

const route = getRouteApi('/auditors/$id');

export function useChosenScope() {
  const { workspace, agent } = route.useSearch();
  const navigate = route.useNavigate();
  const organization = useSession()?.organization?.id;
  const scopes = useMemo(() => scopesOf({ organization, workspace, agent }), [organization, workspace, agent]);
  const choose = (nextWorkspace: string | undefined, nextAgent: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, workspace: nextWorkspace, agent: nextAgent }), replace: true });
  return { scopes, workspace, agent, choose };
}
