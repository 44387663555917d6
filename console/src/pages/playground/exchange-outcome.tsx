/** What the Evidence says about a call: decision, rules, times, and the way to the whole exchange. */
import { ApiError } from '@assay/client';
import { Anchor, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { playgroundTexts } from '../../texts/playground.ts';
import { decisionOfEvidence } from '../traffic/decision-of.ts';
import { FiredRules } from '../traffic/fired-rules.tsx';
import { PhaseTimeline } from '../traffic/phase-timeline.tsx';

const texts = playgroundTexts.exchange;
const modes: Readonly<Record<string, string>> = playgroundTexts.chat.modes;
/** A gateway sends its Evidence a moment after the answer. */
const triesForLate = 12;
const pauseMs = 500;

export function ExchangeOutcome({ evidenceId }: { readonly evidenceId: string }) {
  const late = {
    retry: (failures: number, error: Error) =>
      error instanceof ApiError && error.status === 404 && failures < triesForLate,
    retryDelay: pauseMs,
  };
  const evidence = useQuery({
    queryKey: ['evidence.get', evidenceId],
    queryFn: ({ signal }) => api.evidence.get({ id: evidenceId }, { signal }),
    ...late,
  });
  const explanation = useQuery({
    queryKey: ['evidence.explain', evidenceId],
    queryFn: ({ signal }) => api.evidence.explain({ id: evidenceId }, { signal }),
    enabled: evidence.data !== undefined,
    ...late,
  });
  const { data, error } = evidence;
  const isLate = error instanceof ApiError && error.status === 404;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {data !== undefined && <DecisionBadge kind={decisionOfEvidence(data)} />}
        <IdText value={evidenceId} short />
        <Anchor component={Link} to={`/traffic/${encodeURIComponent(evidenceId)}`} size="sm">
          {texts.open}
        </Anchor>
      </Group>
      {evidence.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{texts.reading}</Text>
        </Group>
      )}
      {error !== null && !isLate && <Problem error={error} onRetry={() => void evidence.refetch()} />}
      {isLate && <Text size="sm">{texts.late}</Text>}
      {data !== undefined && (
        <>
          {data.stream_mode !== 'none' && <Text size="sm">{modes[data.stream_mode] ?? data.stream_mode}</Text>}
          <Title order={3}>{texts.why}</Title>
          <FiredRules evidence={data} explanation={explanation.data} />
          <Title order={3}>{texts.times}</Title>
          <PhaseTimeline evidence={data} />
        </>
      )}
    </Stack>
  );
}
