/** One run: the state of each step live on the canvas, with its value, its Evidence and what waits for people. */
import type { WorkflowRunStep, WorkflowRunWithSteps } from '@assay/client';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { AskReason } from '../../../parts/ask-reason.tsx';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { IdText } from '../../../parts/id-text.tsx';
import { JsonView } from '../../../parts/json-view.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { Canvas } from '../canvas/canvas.tsx';
import { StateBadge } from '../state-badge.tsx';
import { readRun } from './read-run.ts';
import { StepList } from './step-list.tsx';
import { hasEnded, pollMs, toNodeStates } from './step-states.ts';

const texts = workflowTexts.runs;

interface RunViewProps {
  readonly workflowId: string;
  readonly runId: string;
  readonly node: string | undefined;
  readonly onSelect: (node: string | undefined) => void;
  readonly onClose: () => void;
}

export function RunView({ workflowId, runId, node, onSelect, onClose }: RunViewProps) {
  const run = useQuery({
    queryKey: ['workflows.getRun', workflowId, runId],
    queryFn: ({ signal }) => readRun(workflowId, runId, signal),
    refetchInterval: ({ state: { data } }) => pollMs(data),
  });
  return (
    <Stack>
      <Group gap="sm">
        <Button size="xs" variant="default" leftSection={<ArrowLeftIcon />} onClick={onClose}>
          {texts.back}
        </Button>
        <IdText value={runId} />
        {run.data !== undefined && (
          <>
            <StateBadge of="run" status={run.data.status} />
            <TimeAgo value={run.data.created_at} />
            <CancelRun run={run.data} />
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/traffic" search={{ session: runId }} />}>
              {texts.allEvidence}
            </Anchor>
          </>
        )}
      </Group>
      <Loaded query={run} lines={8}>
        {(data) => <RunBody run={data} node={node} onSelect={onSelect} />}
      </Loaded>
    </Stack>
  );
}

interface RunBodyProps {
  readonly run: WorkflowRunWithSteps;
  readonly node: string | undefined;
  readonly onSelect: (node: string | undefined) => void;
}

function RunBody({ run, node, onSelect }: RunBodyProps) {
  const { workflow_id: workflowId, revision, steps, error } = run;
  const graph = useQuery({
    queryKey: ['workflows.getRevision', workflowId, revision],
    queryFn: ({ signal }) => api.workflows.getRevision({ id: workflowId, revision }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const states = useMemo(() => toNodeStates(steps), [steps]);
  const shown: readonly WorkflowRunStep[] = node === undefined ? steps : steps.filter(({ node_id: id }) => id === node);
  return (
    <>
      <Text size="sm" role="status">
        {texts.live(workflowTexts.runStatuses[run.status] ?? run.status)}
      </Text>
      {error !== null && (
        <Alert color="red" title={texts.failedAt(error.node_id)} role="alert">
          <Text size="sm" className="mono">
            <ForeignText text={error.code} />
          </Text>
          <ForeignText text={error.message} maxLength={1_000} />
        </Alert>
      )}
      <div className="wf-split">
        <Loaded query={graph} lines={8}>
          {(data) => (
            <Canvas
              graph={data.graph}
              states={states}
              selection={{ node }}
              onSelect={(chosen) => onSelect(chosen.node)}
            />
          )}
        </Loaded>
        <Stack>
          <Panel title={node ?? texts.steps} {...(node === undefined ? { about: texts.chooseStep } : {})}>
            <StepList
              run={run}
              steps={shown}
              graph={graph.data?.graph}
              isOpen={node !== undefined}
              onSelect={onSelect}
            />
          </Panel>
          <RunValues run={run} />
        </Stack>
      </div>
    </>
  );
}

function RunValues({
  run: { input, output, status, values_removed_at: removed },
}: {
  readonly run: WorkflowRunWithSteps;
}) {
  if (removed !== null) return <Text size="sm">{texts.removed}</Text>;
  return (
    <>
      <Panel title={texts.input}>
        <JsonView value={input} label={texts.input} />
      </Panel>
      {status === 'succeeded' && (
        <Panel title={texts.output}>
          <JsonView value={output} label={texts.output} />
        </Panel>
      )}
    </>
  );
}

function CancelRun({ run }: { readonly run: WorkflowRunWithSteps }) {
  const { id, workflow_id: workflowId, status } = run;
  const queries = useQueryClient();
  const mayCancel = useMay('workflows.cancelRun');
  const [isAsked, setIsAsked] = useState(false);
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      api.workflows.cancelRun({ id: workflowId, run_id: id, body: reason === '' ? {} : { reason } }),
    onSuccess: async () => {
      setIsAsked(false);
      await queries.invalidateQueries({ queryKey: ['workflows.getRun', workflowId, id] });
    },
  });
  if (!mayCancel || hasEnded(run) || status === 'cancelling') return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
        {texts.cancel}
      </Button>
      <AskReason
        isOpen={isAsked}
        title={texts.cancel}
        about={texts.cancelHelp}
        verb={texts.cancel}
        isRequired={false}
        isDangerous
        isPending={cancel.isPending}
        error={cancel.error}
        onClose={() => setIsAsked(false)}
        onConfirm={(reason) => cancel.mutate(reason)}
      />
    </>
  );
}
