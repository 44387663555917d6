/** Each gateway: whether it runs the newest configuration, and what it complains of. */
import type { Overview } from '@assay/client';
import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { overviewTexts } from '../../texts/overview.ts';

const texts = overviewTexts.gateways;
type Gateways = Overview['gateways'];

const colours: Readonly<Record<string, string>> = { current: 'green', behind: 'yellow', refusing: 'red', away: 'gray' };

export function GatewayHealth({ gateways }: { readonly gateways: Gateways }) {
  const { items, total, newest, withheld } = gateways;
  return (
    <Panel
      title={texts.title}
      about={texts.about(newest.revision)}
      actions={
        <Link to="/settings" search={{ tab: 'gateways' }} className="quiet-link">
          {commonTexts.pages.settings}
        </Link>
      }
    >
      {withheld !== null && (
        <Alert color="red" title={texts.withheld} mb="sm">
          <ForeignText text={withheld} maxLength={400} />
        </Alert>
      )}
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      <Stack gap="sm">
        {items.map((gateway) => (
          <Gateway key={gateway.id} gateway={gateway} />
        ))}
      </Stack>
      {total > items.length && (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.more(total - items.length)}
        </Text>
      )}
    </Panel>
  );
}

function Gateway({ gateway }: { readonly gateway: Gateways['items'][number] }) {
  const { id, state, running, behind, problems, last_seen_at: seen, ready } = gateway;
  return (
    <div>
      <Group gap="xs">
        <Text fw={600} size="sm">
          <ForeignText text={id} maxLength={80} />
        </Text>
        <Badge size="sm" color={colours[state] ?? 'gray'}>
          {toWord(state)}
        </Badge>
        <Badge size="sm" color={ready ? 'green' : 'red'}>
          {ready ? texts.ready : texts.notReady}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed">
        {running === null ? texts.runsNothing : texts.runs(running.revision)}
        {behind !== null && behind > 0 && `, ${texts.behind(behind)}`}, {texts.seen} <TimeAgo value={seen} />
      </Text>
      {problems.map(({ reason, message, agent_id: agent }) => (
        <Text key={`${reason} ${agent ?? ''} ${message}`} size="sm" mt={2}>
          <code>{reason}</code> <ForeignText text={message} maxLength={300} />
        </Text>
      ))}
    </div>
  );
}

function toWord(state: string): string {
  return Object.entries(texts.states).find(([name]) => name === state)?.[1] ?? state;
}
