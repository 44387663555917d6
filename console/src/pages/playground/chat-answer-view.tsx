/** The answer piece by piece, or why there is none, and what the Evidence says about it. */
import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { playgroundTexts } from '../../texts/playground.ts';
import { AnswerPieces } from './answer-pieces.tsx';
import { ExchangeOutcome } from './exchange-outcome.tsx';
import { RefusalView } from './refusal-view.tsx';
import type { ChatState } from './use-chat.ts';

const texts = playgroundTexts.chat;

export function ChatAnswerView({ state: { status, answer, error } }: { readonly state: ChatState }) {
  const { pieces, evidenceId, finish, refusal } = answer;
  if (status === 'idle') {
    return (
      <Text size="sm" c="dimmed">
        {texts.empty}
      </Text>
    );
  }
  const isOver = status !== 'running';
  return (
    <Stack gap="sm">
      {status === 'running' && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{pieces.length === 0 ? texts.waiting : texts.arriving}</Text>
        </Group>
      )}
      <AnswerPieces pieces={pieces} />
      {status === 'stopped' && <Alert color="gray">{texts.stopped}</Alert>}
      {status === 'done' && pieces.length === 0 && <Text size="sm">{texts.noText}</Text>}
      {refusal !== undefined && <RefusalView refusal={refusal} isLate={pieces.length > 0} />}
      {error !== undefined && (
        <>
          {pieces.length > 0 && <Text size="sm">{texts.broken}</Text>}
          <Problem error={error} />
        </>
      )}
      {isOver && pieces.length > 0 && (
        <Text size="xs" c="dimmed">
          {texts.pieces(pieces.length)}
          {finish !== undefined && (
            <>
              . <ForeignText text={texts.finish(finish)} />
            </>
          )}
        </Text>
      )}
      {isOver && evidenceId !== undefined && <ExchangeOutcome evidenceId={evidenceId} />}
    </Stack>
  );
}
