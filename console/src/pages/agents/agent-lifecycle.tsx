/** The state of the agent, what happens next by itself, and what happened. */
import { Alert, List, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import { AgentChanges } from './agent-changes.tsx';
import type { AgentPartProps } from './agent-page.tsx';
import { AgentStatus } from './agent-status.tsx';

const texts = agentsTexts.lifecycle;

export function AgentLifecycle({ agent }: AgentPartProps) {
  const may = useMay('agents.getLifecycle');
  const query = useQuery({
    queryKey: ['agents.getLifecycle', agent.id],
    queryFn: ({ signal }) => api.agents.getLifecycle({ id: agent.id }, { signal }),
    enabled: may,
  });
  if (!may) return <Empty title={commonTexts.failed.forbidden} />;
  return (
    <Loaded query={query} lines={8}>
      {({ status, staleness, open_issues: issues, events }) => (
        <Stack>
          <div className="columns">
            <Panel title={texts.state}>
              <Facts
                facts={[
                  [agentsTexts.facts.status, <AgentStatus key="status" status={status} />],
                  [agentsTexts.facts.changed, <TimeAgo key="changed" value={agent.status_changed_at} />],
                  [agentsTexts.facts.by, <ForeignText key="by" text={agent.status_changed_by ?? commonTexts.none} />],
                  [texts.epoch, agent.agent_epoch],
                  [texts.attested, <TimeAgo key="attested" value={agent.last_attested_at} />],
                  [texts.due, <TimeAgo key="due" value={agent.attestation_due_at} />],
                  [
                    texts.staleness,
                    `${staleness.stale === true ? texts.stale : staleness.stale === false ? texts.alive : texts.unknown} (${texts.threshold(staleness.threshold_days)})`,
                  ],
                  [texts.basis, <Signs key="basis" basis={staleness.basis} />],
                ]}
              />
            </Panel>
            <Panel title={texts.issues}>
              {issues.length === 0 && <Text size="sm">{texts.noIssues}</Text>}
              {issues.map((issue) => (
                <Alert key={`${issue.rule} ${issue.since}`} color="yellow" mb="xs">
                  <ForeignText text={issue.reason} maxLength={400} />
                  {issue.suspend_at !== null && (
                    <div>
                      {texts.suspendAt} <TimeAgo value={issue.suspend_at} />
                    </div>
                  )}
                  {issue.decommission_at !== null && (
                    <div>
                      {texts.decommissionAt} <TimeAgo value={issue.decommission_at} />
                    </div>
                  )}
                </Alert>
              ))}
            </Panel>
          </div>
          <Panel title={texts.history} about={texts.historyAbout}>
            {events.length === 0 ? <Text size="sm">{texts.noHistory}</Text> : <History events={events} />}
          </Panel>
          <AgentChanges id={agent.id} />
        </Stack>
      )}
    </Loaded>
  );
}

/** Each sign is a kind and its time, or `never`. */
function Signs({ basis }: { readonly basis: readonly string[] }) {
  return (
    <List size="sm" listStyleType="none">
      {basis.map((sign) => {
        const [kind = '', time = ''] = sign.split(' ');
        return (
          <List.Item key={sign}>
            {kind} {Number.isNaN(Date.parse(time)) ? time : <TimeAgo value={time} />}
          </List.Item>
        );
      })}
    </List>
  );
}

interface HistoryProps {
  readonly events: readonly {
    readonly time: string;
    readonly action: string;
    readonly actor: { readonly id: string };
    readonly details: Readonly<Record<string, unknown>>;
  }[];
}

function History({ events }: HistoryProps) {
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table>
        <Table.Tbody>
          {events.map(({ time, action, actor, details }) => (
            <Table.Tr key={`${time} ${action} ${actor.id}`}>
              <Table.Td>
                <TimeAgo value={time} />
              </Table.Td>
              <Table.Td>
                <ForeignText text={action} />
              </Table.Td>
              <Table.Td>
                <ForeignText text={actor.id} />
              </Table.Td>
              <Table.Td>
                <ForeignText text={typeof details['reason'] === 'string' ? details['reason'] : ''} maxLength={300} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
