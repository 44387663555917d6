/** The steps of a run as a list; one node's steps are shown in full. */
import type { WorkflowRunStep, WorkflowRunWithSteps } from '@assay/client';
import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { commonTexts } from '../../../texts/common.ts';
import { workflowTexts } from '../../../texts/workflows.ts';
import type { Graph } from '../draft/graph.ts';
import { StateBadge } from '../state-badge.tsx';
import { StepDetail } from './step-detail.tsx';

const texts = workflowTexts.runs;
/** More would hold up the page; the picture has the state of all. */
const mostShown = 200;

interface StepListProps {
  readonly run: WorkflowRunWithSteps;
  readonly steps: readonly WorkflowRunStep[];
  readonly graph: Graph | undefined;
  readonly isOpen: boolean;
  readonly onSelect: (node: string | undefined) => void;
}

export function StepList({ run, steps, graph, isOpen, onSelect }: StepListProps) {
  const shown = steps.slice(0, mostShown);
  return (
    <Stack gap="sm">
      {steps.length === 0 && (
        <Text size="sm" c="dimmed">
          {commonTexts.none}
        </Text>
      )}
      {isOpen ? (
        shown.map((step) => (
          <StepDetail
            key={step.id}
            run={run}
            step={step}
            nested={graph?.nodes.find(({ id }) => id === step.node_id)?.ref?.id}
          />
        ))
      ) : (
        <List size="sm" listStyleType="none" spacing={6}>
          {shown.map(({ id, node_id: node, status, turn }) => (
            <List.Item key={id}>
              <Group gap="xs">
                <StateBadge of="step" status={status} />
                <Anchor component="button" type="button" size="sm" onClick={() => onSelect(node)}>
                  <ForeignText text={node} />
                </Anchor>
                {turn.length > 0 && (
                  <Text size="xs" c="dimmed">
                    {texts.iteration} {turn.map((number) => number + 1).join('.')}
                  </Text>
                )}
              </Group>
            </List.Item>
          ))}
        </List>
      )}
      {steps.length > mostShown && <Text size="xs">{texts.more(mostShown)}</Text>}
      {isOpen && (
        <Anchor component="button" type="button" size="sm" onClick={() => onSelect(undefined)}>
          {texts.steps}
        </Anchor>
      )}
    </Stack>
  );
}
