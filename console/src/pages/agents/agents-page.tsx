/** The list of agents, and the form that registers one. */
import { Button } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { agentsTexts as texts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import { AgentFilters } from './agent-filters.tsx';
import { AgentList } from './agent-list.tsx';
import { RegisterAgent } from './register-agent.tsx';

const route = getRouteApi('/agents');

export function AgentsPage() {
  const { new: isNew, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const mayRegister = useMay('agents.create');
  const setNew = (value: string | undefined) => void navigate({ search: (old) => ({ ...old, new: value }) });
  return (
    <Page
      title={commonTexts.pages.agents}
      about={texts.about}
      actions={
        mayRegister && (
          <Button leftSection={<PlusIcon />} onClick={() => setNew('1')}>
            {texts.register}
          </Button>
        )
      }
    >
      <AgentFilters
        filter={filter}
        onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
        onClear={() => void navigate({ search: {} })}
      />
      <AgentList filter={filter} />
      {mayRegister && <RegisterAgent isOpen={isNew !== undefined} onClose={() => setNew(undefined)} />}
    </Page>
  );
}
