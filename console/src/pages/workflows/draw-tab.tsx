/** The workflow drawn: canvas, forms, YAML and problems. */
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { workflowTexts } from '../../texts/workflows.ts';
import { Canvas, type Selection } from './canvas/canvas.tsx';
import { StepPalette } from './canvas/palette.tsx';
import { addNode, freshId, nextPlace, type Place } from './draft/graph.ts';
import type { Draft } from './draft/use-draft.ts';
import type { Validation } from './draft/use-validation.ts';
import { DrawToolbar } from './draw-toolbar.tsx';
import { SelectedForm } from './forms/selected-form.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import { newNode } from './start-graphs.ts';
import { YamlPanel } from './yaml-panel.tsx';

const texts = workflowTexts.draw;
const panels = Object.keys(texts.panels) as readonly (keyof typeof texts.panels)[];

export interface DrawTabProps {
  readonly draft: Draft;
  readonly validation: Validation;
  readonly canChange: boolean;
  readonly selection: Selection;
  readonly panel: string | undefined;
  readonly onSelect: (selection: Selection) => void;
  readonly onPanel: (panel: string) => void;
}

export function DrawTab({ draft, validation, canChange, selection, panel, onSelect, onPanel }: DrawTabProps) {
  const { definition, newer, save } = draft;
  const { graph } = definition;
  const shown = panels.find((name) => name === panel) ?? 'form';
  // The text in the editor stays while another panel is looked at.
  const [hasYaml, setHasYaml] = useState(false);
  if (shown === 'yaml' && !hasYaml) setHasYaml(true);
  useHotkeys(
    canChange
      ? [
          ['mod+Z', draft.undo],
          ['mod+shift+Z', draft.redo],
          ['mod+Y', draft.redo],
          ['mod+S', () => draft.isDirty && save.mutate()],
        ]
      : [],
  );
  const add = (type: string, at?: Place) => {
    const id = freshId(
      type,
      graph.nodes.map((node) => node.id),
    );
    draft.changeGraph(addNode(graph, { ...newNode(type, id), position: at ?? nextPlace(graph) }));
    onSelect({ node: id });
  };
  const count = validation.problems?.length ?? 0;
  return (
    <Stack gap="sm">
      {newer !== undefined && (
        <Alert color="yellow" title={texts.conflict} role="alert">
          <Text size="sm">{texts.conflictHelp(newer.revision)}</Text>
          <Group gap="xs" mt="xs">
            <Button size="xs" onClick={draft.takeSaved}>
              {texts.takeTheirs}
            </Button>
            <Button size="xs" variant="default" onClick={draft.keepMine}>
              {texts.keepMine}
            </Button>
          </Group>
        </Alert>
      )}
      {save.error !== null && newer === undefined && <Problem error={save.error} />}
      {canChange ? (
        <>
          <DrawToolbar draft={draft} />
          <StepPalette onAdd={add} />
        </>
      ) : (
        <Text size="sm">{texts.readOnly}</Text>
      )}
      <div className="wf-split">
        <div>
          <Canvas
            graph={graph}
            problems={validation.problems}
            selection={selection}
            onSelect={onSelect}
            edit={canChange ? { onChange: draft.changeGraph, onAdd: add } : undefined}
          />
          <Text size="xs" c="dimmed" mt={6}>
            {texts.help}
          </Text>
        </div>
        <Panel
          title={
            shown === 'form' ? titleOf(draft, selection) : shown === 'yaml' ? texts.yamlTitle : texts.panels.problems
          }
          actions={
            <SegmentedControl
              size="xs"
              aria-label={texts.panel}
              data={panels.map((value) => ({
                value,
                label: value === 'problems' && count > 0 ? texts.problems(count) : texts.panels[value],
              }))}
              value={shown}
              onChange={onPanel}
            />
          }
        >
          {shown === 'form' && (
            <SelectedForm
              draft={draft}
              problems={validation.problems ?? []}
              isReadOnly={!canChange}
              selection={selection}
              onSelect={onSelect}
            />
          )}
          {hasYaml && (
            <div hidden={shown !== 'yaml'}>
              <YamlPanel definition={definition} onChange={canChange ? draft.change : undefined} />
            </div>
          )}
          {shown === 'problems' && <ProblemPanel validation={validation} onSelect={onSelect} />}
        </Panel>
      </div>
    </Stack>
  );
}

function titleOf({ definition: { graph } }: Draft, { node, edge }: Selection): string {
  if (graph.nodes.some(({ id }) => id === node)) return toShown(node ?? '');
  return graph.edges.some(({ id }) => id === edge) ? workflowTexts.edge.title : texts.workflow;
}
