/** The decision about a text, with the found places, the claims and the times. */
import { ApiError, type Claim, type ClaimsRequestInput, type DecisionResult } from '@assay/client';
import { Group, List, Loader, Stack, Text, Title } from '@mantine/core';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { ForeignBlock, ForeignText } from '../../parts/foreign-text.tsx';
import { Highlighted } from '../../parts/highlighted.tsx';
import { Problem } from '../../parts/problem.tsx';
import { playgroundTexts } from '../../texts/playground.ts';
import { readRefusal } from './chat-answer.ts';
import { ClaimTable } from './claim-table.tsx';
import { kindOf, toMarked } from './evaluation-view.ts';
import { ExchangeOutcome } from './exchange-outcome.tsx';
import { RefusalView } from './refusal-view.tsx';

const texts = playgroundTexts.evaluate;

interface EvaluationResultProps {
  /** The body that was sent. */
  readonly asked: ClaimsRequestInput | undefined;
  readonly result: DecisionResult | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** The claims of the other setting, to show what differs. */
  readonly others: readonly Claim[] | undefined;
}

export function EvaluationResult({ asked, result, error, isPending, others }: EvaluationResultProps) {
  if (isPending) {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{texts.judging}</Text>
      </Group>
    );
  }
  if (error !== null) {
    const refusal = error instanceof ApiError ? readRefusal(error.problem) : undefined;
    return refusal === undefined ? <Problem error={error} /> : <RefusalView refusal={refusal} isLate={false} />;
  }
  if (result === undefined || asked === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {texts.empty}
      </Text>
    );
  }
  return <Decision asked={asked} result={result} others={others} />;
}

interface DecisionProps extends Pick<EvaluationResultProps, 'others'> {
  readonly asked: ClaimsRequestInput;
  readonly result: DecisionResult;
}

function Decision({ asked, result, others }: DecisionProps) {
  const { claims, messages, obligations, warnings, redacted, evidence } = result;
  const marked = toMarked(asked, claims);
  return (
    <Stack gap="sm">
      <Group gap="sm" role="status">
        <DecisionBadge kind={kindOf(result)} />
      </Group>
      <Words title={texts.messages} words={messages} />
      <Words title={texts.obligations} words={obligations} />
      <Words title={texts.warnings} words={warnings} />
      <Title order={3}>{texts.places}</Title>
      {marked.length === 0 && <Text size="sm">{texts.noPlaces}</Text>}
      {marked.map(({ document, side, text, spans }) => (
        <div key={document ?? side}>
          <Text size="xs" c="dimmed">
            {document === undefined ? texts.in[side] : texts.document(document + 1)}
          </Text>
          <Highlighted text={text} spans={spans} />
        </div>
      ))}
      {redacted !== undefined && (
        <>
          <Title order={3}>{texts.redacted}</Title>
          <ForeignBlock text={redacted} />
        </>
      )}
      <Title order={3}>{texts.claims}</Title>
      <ClaimTable claims={claims} others={others} />
      <ExchangeOutcome evidenceId={evidence.evidence_id} hasBadge={false} />
    </Stack>
  );
}

function Words({ title, words }: { readonly title: string; readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <List size="sm">
        {words.map((word) => (
          <List.Item key={word}>
            <ForeignText text={word} maxLength={500} />
          </List.Item>
        ))}
      </List>
    </div>
  );
}
