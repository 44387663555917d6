/** Policies by the scope that they belong to. */
import { Button } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMay } from '../../api/session.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { commonTexts } from '../../texts/common.ts';
import { policiesTexts as texts } from '../../texts/policies.ts';
import { EffectivePolicies } from './effective-policies.tsx';
import { PolicyList } from './policy-list.tsx';
import { ScopeTree } from './scope-tree.tsx';
import { keyOf, scopeOf, toTree } from './scopes.ts';
import { useAgents, useOrganisation, usePolicies, useWorkspaces } from './use-scopes.ts';

const route = getRouteApi('/policies');

export function PoliciesPage() {
  const { scope: key, open, find } = route.useSearch();
  const navigate = route.useNavigate();
  const policies = usePolicies();
  const { data: workspaces } = useWorkspaces();
  const { data: agents } = useAgents();
  const org = useOrganisation();
  const mayCreate = useMay('policies.create');
  const tree = useMemo(
    () => toTree({ org, workspaces: workspaces ?? [], agents: agents ?? [], policies: policies.data ?? [] }),
    [org, workspaces, agents, policies.data],
  );
  const scope = scopeOf(key) ?? tree.scope;
  return (
    <Page
      title={commonTexts.pages.policies}
      about={texts.about}
      actions={
        mayCreate && (
          <Button
            component={Link}
            to={`/policies/new?scope=${encodeURIComponent(keyOf(scope))}`}
            leftSection={<PlusIcon />}
          >
            {texts.new}
          </Button>
        )
      }
    >
      <div className="policies">
        <Panel title={texts.scopes.title}>
          <ScopeTree
            tree={tree}
            selected={keyOf(scope)}
            open={open}
            find={find ?? ''}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          />
        </Panel>
        <div>
          <Loaded query={policies}>{(all) => <PolicyList scope={scope} policies={all} mayCreate={mayCreate} />}</Loaded>
          {scope.level === 'agent' && <EffectivePolicies agent={scope.id} />}
        </div>
      </div>
    </Page>
  );
}
