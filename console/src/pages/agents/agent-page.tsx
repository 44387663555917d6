/** One agent: what it is, what it may do, and what it does now. */
import type { Agent } from '@assay/client';
import { Alert, Group, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { agentsTexts as texts } from '../../texts/agents.ts';
import { AgentActions } from './agent-actions.tsx';
import { AgentConsole } from './agent-console.tsx';
import { AgentCredentials } from './agent-credentials.tsx';
import { AgentDelegations } from './agent-delegations.tsx';
import { AgentLifecycle } from './agent-lifecycle.tsx';
import { AgentOverview } from './agent-overview.tsx';
import { AgentStatus } from './agent-status.tsx';
import { AgentTools } from './agent-tools.tsx';

const route = getRouteApi('/agents/$id');

export interface AgentPartProps {
  readonly agent: Agent;
}

const parts: Readonly<Record<keyof typeof texts.tabs, (props: AgentPartProps) => ReactNode>> = {
  overview: AgentOverview,
  console: AgentConsole,
  tools: AgentTools,
  credentials: AgentCredentials,
  delegations: AgentDelegations,
  lifecycle: AgentLifecycle,
};
const names = Object.keys(parts) as (keyof typeof parts)[];
const longestTitle = 80;
const refetchMs = 10_000;

export function AgentPage() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: ['agents.get', id],
    queryFn: ({ signal }) => api.agents.get({ id }, { signal }),
    refetchInterval: refetchMs,
  });
  const shown = names.find((name) => name === tab) ?? 'overview';
  const Part = parts[shown];
  const { data } = query;
  return (
    <Page
      title={toShown(data?.name ?? id, longestTitle)}
      about={
        <Group component="span" gap="xs">
          {data !== undefined && <AgentStatus status={data.status} />}
          <IdText value={id} />
        </Group>
      }
      actions={data !== undefined && <AgentActions agent={data} />}
    >
      <Loaded query={query} lines={10}>
        {(agent) => (
          <Stack>
            <NotRunning agent={agent} />
            <Tabs
              value={shown}
              onChange={(value) => void navigate({ search: { tab: value ?? undefined }, replace: true })}
              keepMounted={false}
            >
              <Tabs.List mb="md">
                {names.map((name) => (
                  <Tabs.Tab key={name} value={name}>
                    {texts.tabs[name]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value={shown}>
                <Part key={agent.id} agent={agent} />
              </Tabs.Panel>
            </Tabs>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function NotRunning({ agent: { status, status_reason: reason } }: AgentPartProps) {
  const sentence = Object.hasOwn(texts.stopped, status)
    ? texts.stopped[status as keyof typeof texts.stopped]
    : undefined;
  if (sentence === undefined) return null;
  return (
    <Alert color={status === 'suspended' || status === 'orphaned' ? 'red' : 'gray'} title={sentence}>
      {reason !== null && (
        <>
          {texts.facts.reason}: <ForeignText text={reason} maxLength={500} />
        </>
      )}
    </Alert>
  );
}
