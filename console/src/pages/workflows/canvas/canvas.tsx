/** The picture of a graph. Without `edit` it only shows. */
import '@xyflow/react/dist/style.css';
import '../workflows.css';
import { useComputedColorScheme } from '@mantine/core';
import {
  Background,
  Controls,
  type EdgeChange,
  type Connection as FlowConnection,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useEdgesState,
  useNodesInitialized,
  useNodesState,
  useReactFlow,
} from '@xyflow/react';
import { type DragEvent, useEffect, useMemo } from 'react';
import { workflowTexts } from '../../../texts/workflows.ts';
import { connect, type Graph, isUseless, moveNodes, type Place, removeParts } from '../draft/graph.ts';
import { grid } from '../draft/layout.ts';
import type { PlacedProblem } from '../draft/problems.ts';
import type { NodeState } from '../runs/step-states.ts';
import { type FlowEdge, type FlowNode, toFlowEdges, toFlowNodes } from './flow.ts';
import { StepNode } from './step-node.tsx';

export interface Selection {
  readonly node?: string | undefined;
  readonly edge?: string | undefined;
}

interface CanvasProps {
  readonly graph: Graph;
  readonly problems?: readonly PlacedProblem[];
  readonly states?: ReadonlyMap<string, NodeState>;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Absent: nothing can be changed. */
  readonly edit?: {
    readonly onChange: (graph: Graph, mergeName?: string) => void;
    readonly onAdd: (type: string, at: Place) => void;
  };
}

/** What the palette puts into a drag. */
export const dragType = 'application/x-assay-step';
const steps: [number, number] = [grid, grid];
const nodeTypes = { step: StepNode };
const fit = { maxZoom: 1, padding: 0.1 };
/** Smaller graphs are seen at a glance. */
const mapFrom = 12;

export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ graph, problems, states, selection, onSelect, edit }: CanvasProps) {
  const scheme = useComputedColorScheme('light');
  const flow = useReactFlow();
  const canChange = edit !== undefined;
  const input = useMemo(() => ({ graph, problems, states, canChange }), [graph, problems, states, canChange]);
  const [nodes, setNodes, applyNodes] = useNodesState<FlowNode>(toFlowNodes(input));
  const [edges, setEdges, applyEdges] = useEdgesState<FlowEdge>(toFlowEdges(input));
  const { node: nodeId, edge: edgeId } = selection;
  useEffect(() => {
    setNodes((old) => keepOwn(toFlowNodes(input), old));
    setEdges((old) => keepOwn(toFlowEdges(input), old));
  }, [input, setNodes, setEdges]);
  // The address decides what is selected; more than one part is selected on the canvas only.
  useEffect(() => {
    setNodes((old) => selectOnly(old, nodeId));
    setEdges((old) => selectOnly(old, edgeId));
  }, [nodeId, edgeId, setNodes, setEdges]);

  // Once all nodes have their sizes, and not again: the view belongs to the person then.
  const isMeasured = useNodesInitialized();
  useEffect(() => {
    if (isMeasured) void flow.fitView(fit);
  }, [isMeasured, flow]);

  const onNodes = (changes: NodeChange<FlowNode>[]) => {
    applyNodes(changes.filter(({ type }) => type !== 'remove'));
    const places = new Map<string, Place>();
    for (const change of changes) {
      if (change.type === 'position' && change.dragging !== true && change.position !== undefined) {
        places.set(change.id, change.position);
      }
    }
    if (places.size > 0) edit?.onChange(moveNodes(graph, places), `move ${[...places.keys()].join(' ')}`);
  };
  const onEdges = (changes: EdgeChange<FlowEdge>[]) => applyEdges(changes.filter(({ type }) => type !== 'remove'));
  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(dragType);
    if (type === '') return;
    event.preventDefault();
    edit?.onAdd(type, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };
  return (
    <div className="wf-canvas">
      <ReactFlow
        aria-label={workflowTexts.draw.canvas}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={scheme}
        onNodesChange={onNodes}
        onEdgesChange={onEdges}
        onSelectionChange={({ nodes: chosen, edges: lines }) => {
          const [one] = chosen;
          const [line] = lines;
          if (chosen.length === 1 && lines.length === 0) onSelect({ node: one?.id });
          else if (lines.length === 1 && chosen.length === 0) onSelect({ edge: line?.id });
        }}
        onPaneClick={() => onSelect({})}
        onConnect={(wanted) => edit?.onChange(connect(graph, toConnection(wanted)))}
        isValidConnection={(wanted) => !isUseless(graph, toConnection(wanted))}
        onDelete={({ nodes: gone, edges: cut }) => {
          edit?.onChange(
            removeParts(
              graph,
              gone.map(({ id }) => id),
              cut.map(({ id }) => id),
            ),
          );
          onSelect({});
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        deleteKeyCode={canChange ? ['Delete', 'Backspace'] : null}
        nodesConnectable={canChange}
        minZoom={0.15}
        snapToGrid
        snapGrid={steps}
      >
        <Background gap={20} />
        <Controls showInteractive={false} fitViewOptions={fit} />
        {graph.nodes.length >= mapFrom && <MiniMap pannable zoomable />}
      </ReactFlow>
    </div>
  );
}

/** What the canvas itself keeps of a part: whether it is selected and how large it is. */
function keepOwn<T extends { id: string; selected?: boolean | undefined; measured?: unknown }>(
  next: T[],
  old: readonly T[],
): T[] {
  const known = new Map(old.map((part) => [part.id, part]));
  return next.map((part) => {
    const { selected, measured } = known.get(part.id) ?? {};
    return { ...part, ...(selected === true ? { selected } : {}), ...(measured === undefined ? {} : { measured }) };
  });
}

function selectOnly<T extends { id: string; selected?: boolean | undefined }>(parts: T[], id: string | undefined): T[] {
  const chosen = parts.filter(({ selected }) => selected === true);
  const isAlready = id === undefined ? chosen.length === 0 : chosen.length === 1 && chosen[0]?.id === id;
  return isAlready ? parts : parts.map((part) => ({ ...part, selected: part.id === id }));
}

function toConnection(wanted: FlowConnection | FlowEdge) {
  return {
    source: wanted.source,
    source_port: wanted.sourceHandle ?? 'out',
    target: wanted.target,
    target_port: wanted.targetHandle ?? 'in',
  };
}
