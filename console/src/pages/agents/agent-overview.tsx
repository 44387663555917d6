/** What the agent is, who is responsible for it, and which rules hold for it. */
import type { Agent } from '@assay/client';
import { Stack } from '@mantine/core';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignBlock, ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { AgentIdentity } from './agent-identity.tsx';
import type { AgentPartProps } from './agent-page.tsx';
import { AgentPassports } from './agent-passports.tsx';
import { AgentRules } from './agent-rules.tsx';
import { AgentStatus } from './agent-status.tsx';
import { useAgentAccess } from './use-agent-rights.ts';

const texts = agentsTexts.facts;

export function AgentOverview({ agent }: AgentPartProps) {
  return (
    <Stack>
      <div className="columns">
        <Panel title={agentsTexts.tabs.overview}>
          <Facts facts={factsOf(agent)} />
        </Panel>
        <Stack>
          <AgentIdentity agent={agent} />
          <People agent={agent} />
          <AgentPassports agent={agent} />
        </Stack>
      </div>
      <AgentRules agent={agent} />
    </Stack>
  );
}

function People({ agent: { id, sponsor_ids: sponsors } }: AgentPartProps) {
  const query = useAgentAccess(id);
  const names = (ids: readonly string[]) =>
    ids.length === 0 ? agentsTexts.noPeople : <ForeignText text={ids.join(', ')} maxLength={400} />;
  return (
    <Panel title={agentsTexts.people}>
      <Loaded query={query}>
        {({ owners, editors, viewers }) => (
          <Facts
            facts={[
              [texts.owners, names(owners)],
              [texts.editors, names(editors)],
              [texts.viewers, names(viewers)],
              [texts.sponsors, names(sponsors)],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function factsOf(agent: Agent): Fact[] {
  const given = (name: string, value: string | null): Fact[] =>
    value === null || value === '' ? [] : [[name, <ForeignText key={name} text={value} />]];
  const block = (name: string, value: string): Fact[] =>
    value === '' ? [] : [[name, <ForeignBlock key={name} text={value} />]];
  const { audit_mode: mode, audit_mode_until: until, labels } = agent;
  return [
    [texts.status, <AgentStatus key="status" status={agent.status} />],
    ...given(texts.reason, agent.status_reason),
    ...(agent.status_changed_at === null
      ? []
      : [[texts.changed, <TimeAgo key="at" value={agent.status_changed_at} />] as const]),
    ...given(texts.by, agent.status_changed_by),
    ...block(texts.description, agent.description),
    ...block(texts.purpose, agent.purpose),
    ...given(texts.workspace, agent.workspace_id),
    ...given(texts.kind, agent.kind),
    ...given(texts.model, agent.model_id),
    ...given(texts.framework, agent.framework),
    [texts.mode, mode === 'observe' ? texts.modes.observe : texts.modes.enforce],
    ...(until === null ? [] : [[texts.until, <TimeAgo key="until" value={until} />] as const]),
    ...given(
      texts.labels,
      Object.entries(labels)
        .map(([name, value]) => `${name}=${value}`)
        .join(', '),
    ),
    [texts.activity, <TimeAgo key="activity" value={agent.last_activity_at} />],
    [texts.heartbeat, <TimeAgo key="heartbeat" value={agent.heartbeat_at} />],
    [texts.created, <TimeAgo key="created" value={agent.created_at} />],
  ];
}
