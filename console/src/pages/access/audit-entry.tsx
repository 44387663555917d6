/** One entry of the audit log in full. */
import type { AuditEntry } from '@assay/client';
import { Stack } from '@mantine/core';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { accessTexts } from '../../texts/access.ts';

const texts = accessTexts.audit;

export function AuditEntryView({ entry }: { readonly entry: AuditEntry }) {
  const facts: (Fact | undefined)[] = [
    [texts.time, <TimeAgo key="time" value={entry.timestamp} />],
    [texts.actor, <ForeignText key="actor" text={`${entry.actor.type} ${entry.actor.id}`} />],
    entry.acting_agent === undefined
      ? undefined
      : [texts.agent, <ForeignText key="agent" text={`${entry.acting_agent.id} (${entry.acting_agent.grant_id})`} />],
    [texts.resource, <ForeignText key="resource" text={`${entry.resource_type}/${entry.resource_id}`} />],
    [
      texts.result,
      entry.success ? texts.done : <ForeignText key="result" text={entry.error_message ?? texts.refused} />,
    ],
    optional(texts.credential, entry.credential_id),
    optional(texts.address, entry.ip_address),
    optional(texts.client, entry.user_agent),
    optional(texts.request, entry.request_id),
    [texts.hash, <IdText key="hash" value={entry.hash} />],
    [texts.before, <IdText key="before" value={entry.prev_hash} />],
  ];
  return (
    <Panel title={`${texts.entry} ${entry.seq}`} about={<ForeignText text={entry.action} />}>
      <Stack gap="sm">
        <Facts facts={facts.filter((fact) => fact !== undefined)} />
        <JsonView value={entry.details} label={texts.details} />
      </Stack>
    </Panel>
  );
}

function optional(name: string, value: string | null): Fact | undefined {
  return value === null ? undefined : [name, <ForeignText key={name} text={value} />];
}
