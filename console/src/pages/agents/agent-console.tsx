/** The live console: what the agent does, as it happens. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { PauseIcon, PlayIcon } from '@radix-ui/react-icons';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { useEventStream } from '../../api/use-event-stream.ts';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { AgentPartProps } from './agent-page.tsx';
import { ConsoleDetail } from './console-detail.tsx';
import { ConsoleFilters } from './console-filters.tsx';
import { type ConsoleLine, linesThatFit, newerThan, placeOf, toLine, toLineFilter } from './console-line.ts';
import { ConsoleLines } from './console-lines.tsx';
import { FirstRequest } from './first-request.tsx';
import { StreamStatus } from './stream-status.tsx';
import { useAgentRights } from './use-agent-rights.ts';

const texts = agentsTexts.console;
const route = getRouteApi('/agents/$id');
const mostLines = 10_000;
/** The verifier counts from here: everything that it has stored, then what comes. */
const fromTheOldest = '0';

export function AgentConsole({ agent }: AgentPartProps) {
  const may = useAgentRights(agent.id);
  if (!may('agents.watchConsole')) return <Empty title={commonTexts.failed.forbidden} />;
  return <Watched agent={agent} />;
}

function Watched({ agent: { id } }: AgentPartProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [held, setHeld] = useState<readonly ConsoleLine[]>();
  const stream = useEventStream<ConsoleLine>({
    open: (after, { signal, onComment }) =>
      api.agents.watchConsole(
        { agent_id: id },
        { signal, onComment, headers: after === undefined ? {} : { 'last-event-id': after } },
      ),
    toItem: toLine,
    placeOf,
    after: fromTheOldest,
    limit: mostLines,
  });
  const { types, level, find, line } = search;
  const filter = useMemo(() => toLineFilter({ types, level, find }), [types, level, find]);
  const all = held ?? stream.items;
  const shown = useMemo(() => linesThatFit(all, filter), [all, filter]);
  const isPaused = held !== undefined;
  const open = (value: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, line: value }), replace: true, resetScroll: false });
  const opened = line === undefined ? undefined : all.find(({ id: own }) => own === line);
  return (
    <Stack gap="sm">
      <ConsoleFilters
        filter={filter}
        onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      />
      <Group gap="sm">
        <StreamStatus stream={stream} />
        <Button
          size="xs"
          variant="default"
          leftSection={isPaused ? <PlayIcon /> : <PauseIcon />}
          onClick={() => setHeld(isPaused ? undefined : stream.items)}
        >
          {isPaused ? texts.goOn : texts.pause}
        </Button>
        <Text size="xs" c="dimmed">
          {texts.shown(shown.length, all.length)}
        </Text>
        {isPaused && <Text size="xs">{texts.paused(newerThan(stream.items, held.at(-1)?.id))}</Text>}
      </Group>
      {stream.dropped > 0 && (
        <Text size="xs" c="dimmed">
          {texts.dropped(stream.dropped, mostLines)}
        </Text>
      )}
      {stream.phase === 'refused' && stream.error !== undefined && (
        <Problem error={stream.error} onRetry={stream.retry} />
      )}
      {shown.length > 0 ? (
        <ConsoleLines lines={shown} isPaused={isPaused} openId={line} onPause={() => setHeld(all)} onOpen={open} />
      ) : all.length > 0 ? (
        <Alert color="gray">{texts.noneFit}</Alert>
      ) : (
        stream.phase === 'live' && <FirstRequest id={id} />
      )}
      <ConsoleDetail id={line} line={opened} onClose={() => open(undefined)} />
    </Stack>
  );
}
