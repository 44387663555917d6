/** One step: what it gave, its Evidence, what it waits for. */
import type { WorkflowRunStep, WorkflowRunWithSteps } from '@assay/client';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { IdText } from '../../../parts/id-text.tsx';
import { JsonView } from '../../../parts/json-view.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { ApprovalCard } from '../approval-card.tsx';
import { StateBadge } from '../state-badge.tsx';
import { ResolveStep } from './resolve-step.tsx';

const texts = workflowTexts.runs;

export interface StepProps {
  readonly run: WorkflowRunWithSteps;
  readonly step: WorkflowRunStep;
  /** The workflow that a step of type workflow runs; undefined until the graph has been read. */
  readonly nested?: string | undefined;
}

export function StepDetail({ run, step, nested }: StepProps) {
  const queries = useQueryClient();
  const { node_type: type, status, turn, waiting, error, output, evidence_ids: evidence, port } = step;
  const facts: readonly Fact[] = [
    [workflowTexts.list.columns.status, <StateBadge key="status" of="step" status={status} />],
    ...(turn.length > 0 ? [[texts.iteration, turn.map((number) => number + 1).join('.')] as const] : []),
    ...(port === null ? [] : [[texts.port, <ForeignText key="port" text={port} />] as const]),
    ...(step.attempt > 0 ? [[texts.attempt, step.attempt] as const] : []),
    [texts.began, <TimeAgo key="began" value={step.started_at} />],
    [texts.ended, <TimeAgo key="ended" value={step.ended_at} />],
    ...(step.resolved_by === null
      ? []
      : [[texts.resolvedBy, <ForeignText key="by" text={step.resolved_by} />] as const]),
  ];
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {workflowTexts.kinds[type]?.label ?? type} <IdText value={step.id} short />
      </Text>
      <Facts facts={facts} />
      {error !== null && (
        <Alert color="red" title={<ForeignText text={error.code} />} p="xs">
          <ForeignText text={error.message} maxLength={1_000} />
        </Alert>
      )}
      {waiting !== null && (
        <Alert color="grape" variant="outline" title={texts.waitsFor[waiting.for] ?? waiting.for} p="sm">
          <Text size="xs">
            {texts.until} <TimeAgo value={waiting.until} />
          </Text>
          {waiting.for === 'approval' && waiting.id !== null && (
            <ApprovalCard
              id={waiting.id}
              onDecided={() =>
                void queries.invalidateQueries({ queryKey: ['workflows.getRun', run.workflow_id, run.id] })
              }
            />
          )}
          {waiting.for === 'workflow' && waiting.id !== null && (
            <Text size="xs" component="div">
              <NestedRun workflow={nested} run={waiting.id} />
            </Text>
          )}
        </Alert>
      )}
      {status === 'unknown' && <ResolveStep run={run} step={step} />}
      {evidence.length > 0 && (
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {texts.evidence}
          </Text>
          {evidence.map((id) => (
            <Anchor key={id} component={Link} to={`/traffic/${encodeURIComponent(id)}`} size="xs" className="mono">
              …{id.slice(-10)}
            </Anchor>
          ))}
        </Group>
      )}
      {output !== null && output !== undefined && <JsonView value={output} label={texts.output} />}
    </Stack>
  );
}

function NestedRun({ workflow, run }: { readonly workflow: string | undefined; readonly run: string }) {
  if (workflow === undefined) return <IdText value={run} />;
  return (
    <Anchor
      size="xs"
      renderRoot={(props) => (
        <Link {...props} to="/workflows/$id" params={{ id: workflow }} search={{ tab: 'runs', run }} />
      )}
    >
      {texts.nestedRun}
    </Anchor>
  );
}
