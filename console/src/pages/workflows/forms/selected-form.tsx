/** The form of what is selected: a node, a connection, or else the workflow itself. */
import type { Selection } from '../canvas/canvas.tsx';
import type { PlacedProblem } from '../draft/problems.ts';
import type { Draft } from '../draft/use-draft.ts';
import { EdgeForm } from './edge-form.tsx';
import { NodeForm } from './node-form.tsx';
import { WorkflowForm } from './workflow-form.tsx';

interface SelectedFormProps {
  readonly draft: Draft;
  readonly problems: readonly PlacedProblem[];
  readonly isReadOnly: boolean;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
}

export function SelectedForm({ draft, problems, isReadOnly, selection, onSelect }: SelectedFormProps) {
  const { definition } = draft;
  const { graph } = definition;
  const node = graph.nodes.find(({ id }) => id === selection.node);
  const edge = graph.edges.find(({ id }) => id === selection.edge);
  const part = { graph, problems, isReadOnly, onChange: draft.changeGraph, onSelect };
  if (node !== undefined) return <NodeForm key={node.id} node={node} {...part} />;
  if (edge !== undefined) return <EdgeForm key={edge.id} edge={edge} {...part} />;
  return <WorkflowForm definition={definition} isReadOnly={isReadOnly} onChange={draft.change} onSelect={onSelect} />;
}
