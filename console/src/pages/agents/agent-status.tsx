/** The status of an agent, by word and by colour. */
import { Badge } from '@mantine/core';
import { agentsTexts as texts } from '../../texts/agents.ts';

const colours: Readonly<Record<keyof typeof texts.statuses, string>> = {
  pending_approval: 'yellow',
  staged: 'blue',
  active: 'green',
  stopped: 'gray',
  suspended: 'red',
  orphaned: 'orange',
  decommissioned: 'dark',
};

function isKnown(status: string): status is keyof typeof colours {
  return Object.hasOwn(colours, status);
}

export function AgentStatus({ status }: { readonly status: string }) {
  if (!isKnown(status)) return <Badge color="gray">{status}</Badge>;
  return (
    <Badge color={colours[status]} size="sm">
      {texts.statuses[status]}
    </Badge>
  );
}
