/** Ctrl-K: pages, agents and policies by name, and everything that has an id. */
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { ArrowRightIcon, MagnifyingGlassIcon, PersonIcon, ReaderIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useMay } from '../api/session.ts';
import { commonTexts as texts } from '../texts/common.ts';
import { navigation } from './navigation.ts';
import { pathOfId } from './path-of-id.ts';

const mostListed = 100;

export function openPalette(): void {
  spotlight.open();
}

export function Palette() {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [wasOpened, setWasOpened] = useState(false);
  const { agents, policies } = useNamed(wasOpened);
  const target = pathOfId(query.trim());
  const go = (to: string) => () => void navigate({ to });
  const actions: SpotlightActionData[] = [
    ...(target === undefined
      ? []
      : [{ id: 'id', label: query.trim(), description: target, leftSection: <ArrowRightIcon />, onClick: go(target) }]),
    ...navigation.map(({ to, label, Icon }) => ({ id: to, label, leftSection: <Icon />, onClick: go(to) })),
    ...agents.map(({ id, name }) => ({
      id: `agent ${id}`,
      label: name,
      description: id,
      leftSection: <PersonIcon />,
      onClick: go(`/agents/${encodeURIComponent(id)}`),
    })),
    ...policies.map(({ id, name }) => ({
      id: `policy ${id}`,
      label: name,
      description: id,
      leftSection: <ReaderIcon />,
      onClick: go(`/policies/${encodeURIComponent(id)}`),
    })),
  ];
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      limit={12}
      highlightQuery={false}
      nothingFound={texts.searchNothing}
      onSpotlightOpen={() => setWasOpened(true)}
      searchProps={{
        placeholder: texts.searchHint,
        'aria-label': texts.searchHint,
        leftSection: <MagnifyingGlassIcon />,
      }}
    />
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function useNamed(isWanted: boolean): { agents: readonly Named[]; policies: readonly Named[] } {
  const mayAgents = useMay('agents.list');
  const mayPolicies = useMay('policies.list');
  const agents = useQuery({
    queryKey: ['agents.list', 'palette'],
    queryFn: ({ signal }) => api.agents.list({ limit: mostListed }, { signal }),
    enabled: isWanted && mayAgents,
  });
  const policies = useQuery({
    queryKey: ['policies.list', 'palette'],
    queryFn: ({ signal }) => api.policies.list({ limit: mostListed }, { signal }),
    enabled: isWanted && mayPolicies,
  });
  return {
    agents: agents.data?.items.map(({ id, name }) => ({ id, name })) ?? [],
    policies: policies.data?.items.map(({ id, name }) => ({ id, name })) ?? [],
  };
}
