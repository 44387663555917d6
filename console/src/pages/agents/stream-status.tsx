/** Whether the stream runs, in a word, and a button where it does not. */
import { Badge, Button, Group, Text } from '@mantine/core';
import type { FollowedStream } from '../../api/use-event-stream.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { agentsTexts } from '../../texts/agents.ts';

const texts = agentsTexts.console;
const colours = { connecting: 'blue', live: 'green', waiting: 'orange', refused: 'red' } as const;

export function StreamStatus({ stream }: { readonly stream: FollowedStream<unknown> }) {
  const { phase, tries, lastWord, retry } = stream;
  return (
    <Group gap="xs">
      <Badge color={colours[phase]} role="status" tt="none">
        {texts.phases[phase]}
      </Badge>
      {phase === 'waiting' && (
        <>
          <Text size="xs" c="dimmed">
            {texts.behind(tries)}
            {lastWord !== undefined && (
              <>
                . <ForeignText text={lastWord} />
              </>
            )}
          </Text>
          <Button size="compact-xs" variant="default" onClick={retry}>
            {texts.now}
          </Button>
        </>
      )}
    </Group>
  );
}
