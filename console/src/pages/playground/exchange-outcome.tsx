/** What the Evidence says about a call: decision, rules, times, and the way to the whole exchange. */
import { Anchor, Button, Group, List, Loader, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { commonTexts } from '../../texts/common.ts';
import { playgroundTexts } from '../../texts/playground.ts';
import { decisionOfEvidence } from '../traffic/decision-of.ts';
import { FiredRules } from '../traffic/fired-rules.tsx';
import { PhaseTimeline } from '../traffic/phase-timeline.tsx';
import { type Exchange, useExchange } from './use-exchange.ts';

const texts = playgroundTexts.exchange;
const modes: Readonly<Record<string, string>> = playgroundTexts.chat.modes;

interface ExchangeOutcomeProps {
  readonly evidenceId: string;
  /** False where the decision is shown above. */
  readonly hasBadge?: boolean;
}

export function ExchangeOutcome({ evidenceId, hasBadge = true }: ExchangeOutcomeProps) {
  const exchange = useExchange(evidenceId);
  const { status, evidence, error, retry } = exchange;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {hasBadge && evidence !== undefined && <DecisionBadge kind={decisionOfEvidence(evidence)} />}
        <Text component="span" size="sm">
          <IdText value={evidenceId} short />
        </Text>
        <Anchor component={Link} to={`/traffic/${encodeURIComponent(evidenceId)}`} size="sm">
          {texts.open}
        </Anchor>
      </Group>
      {status === 'waiting' && error === null && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{texts.reading}</Text>
        </Group>
      )}
      {error !== null && <Problem error={error} onRetry={retry} />}
      {status === 'late' && error === null && (
        <Group gap="sm">
          <Text size="sm">{texts.late}</Text>
          <Button size="compact-sm" variant="default" onClick={retry}>
            {commonTexts.retry}
          </Button>
        </Group>
      )}
      {evidence !== undefined && <Details evidence={evidence} exchange={exchange} />}
    </Stack>
  );
}

interface DetailsProps {
  readonly evidence: NonNullable<Exchange['evidence']>;
  readonly exchange: Exchange;
}

function Details({ evidence, exchange: { explanation, isUnexplained } }: DetailsProps) {
  const { stream_mode: mode, response_hash: response, decision } = evidence;
  return (
    <>
      {response !== null && mode !== 'none' && <Text size="sm">{modes[mode] ?? mode}</Text>}
      <Title order={3}>{texts.why}</Title>
      {isUnexplained ? (
        <List size="sm">
          {[...decision.reasons, ...decision.messages].map((reason) => (
            <List.Item key={reason}>
              <ForeignText text={reason} maxLength={500} />
            </List.Item>
          ))}
        </List>
      ) : (
        <FiredRules evidence={evidence} explanation={explanation} />
      )}
      <Title order={3}>{texts.times}</Title>
      <PhaseTimeline evidence={evidence} />
    </>
  );
}
