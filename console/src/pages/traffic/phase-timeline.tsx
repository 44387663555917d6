/** Phases and their auditors as bars on one scale of time. Auditors of a phase run side by side. */
import type { EvidenceView } from '@assay/client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { toDuration } from '../../parts/time.ts';
import { trafficTexts } from '../../texts/traffic.ts';

const texts = trafficTexts.exchange;
type Run = EvidenceView['auditors'][number];

const colours: Readonly<Record<string, string>> = {
  ok: 'var(--mantine-color-teal-5)',
  failed: 'var(--mantine-color-red-6)',
  late: 'var(--mantine-color-orange-6)',
};

export function PhaseTimeline({ evidence }: { readonly evidence: Pick<EvidenceView, 'phases' | 'auditors'> }) {
  const longest = Math.max(
    1,
    ...evidence.phases.map(({ duration_ms: ms }) => ms),
    ...evidence.auditors.map((run) => run.duration_ms),
  );
  return (
    <Stack gap="md">
      {evidence.phases.map(({ phase, decision, duration_ms: ms }) => (
        <div key={phase}>
          <Group gap="sm" mb={6}>
            <Text fw={600} size="sm">
              {phase}
            </Text>
            <DecisionBadge kind={decision === 'deny' ? 'deny' : 'allow'} />
            <Text size="xs" c="dimmed">
              {toDuration(ms)}
            </Text>
          </Group>
          <Stack gap={4}>
            {evidence.auditors
              .filter((run) => run.phase === phase)
              .map((run) => (
                <AuditorBar key={`${run.name} ${run.auditor_id}`} run={run} longest={longest} />
              ))}
          </Stack>
        </div>
      ))}
    </Stack>
  );
}

function AuditorBar({ run, longest }: { readonly run: Run; readonly longest: number }) {
  const { name, version, status, duration_ms: ms, boundary, error } = run;
  const isSkipped = status === 'skipped';
  return (
    <div className="timeline-row">
      <Text size="sm" truncate title={version}>
        {name}
      </Text>
      <div className="timeline-track" aria-hidden>
        {!isSkipped && (
          <div
            className="timeline-bar"
            style={{ width: `${Math.max(1, (ms / longest) * 100)}%`, background: colours[status] ?? colours['failed'] }}
          />
        )}
      </div>
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed">
          {isSkipped ? texts.auditorSkipped : toDuration(ms)}
        </Text>
        {status !== 'ok' && !isSkipped && (
          <Badge size="xs" color="red" title={error?.message}>
            {status}
          </Badge>
        )}
        {boundary === 'remote' && (
          <Badge size="xs" color="gray">
            {texts.remote}
          </Badge>
        )}
      </Group>
    </div>
  );
}
