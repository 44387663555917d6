/** The graph in the form that the canvas draws. */
import { type Edge, MarkerType, type Node } from '@xyflow/react';
import { workflowTexts } from '../../../texts/workflows.ts';
import type { Graph, GraphEdge, GraphNode } from '../draft/graph.ts';
import { inPortsOf, outPortsOf } from '../draft/ports.ts';
import type { PlacedProblem } from '../draft/problems.ts';
import type { NodeState } from '../runs/step-states.ts';

export interface NodeData extends Record<string, unknown> {
  readonly id: string;
  readonly type: string;
  readonly ref: string | undefined;
  readonly inPorts: readonly string[];
  readonly outPorts: readonly string[];
  readonly problems: readonly string[];
  readonly state: NodeState | undefined;
}

export type FlowNode = Node<NodeData>;
export type FlowEdge = Edge;

export interface FlowInput {
  readonly graph: Graph;
  readonly problems?: readonly PlacedProblem[];
  readonly states?: ReadonlyMap<string, NodeState>;
  readonly canChange: boolean;
}

const nothing = new Map<string, NodeState>();

export function toFlowNodes({ graph, problems = [], states = nothing, canChange }: FlowInput): FlowNode[] {
  return graph.nodes.map((node) => {
    const kind = workflowTexts.kinds[node.type]?.label ?? node.type;
    return {
      id: node.id,
      type: 'step',
      position: node.position,
      draggable: canChange,
      connectable: canChange,
      deletable: canChange,
      ariaLabel: workflowTexts.node.spoken(kind, node.id),
      data: toData(node, problems, states),
    };
  });
}

function toData(node: GraphNode, problems: readonly PlacedProblem[], states: ReadonlyMap<string, NodeState>): NodeData {
  return {
    id: node.id,
    type: node.type,
    ref: node.ref?.id,
    inPorts: inPortsOf(node),
    outPorts: outPortsOf(node),
    problems: problems.filter(({ nodeId }) => nodeId === node.id).map(({ message }) => message),
    state: states.get(node.id),
  };
}

export function toFlowEdges({ graph, problems = [], states = nothing, canChange }: FlowInput): FlowEdge[] {
  const known = new Set(graph.nodes.map(({ id }) => id));
  const wrong = new Set(problems.map(({ edgeId }) => edgeId));
  return graph.edges
    .filter(({ source, target }) => known.has(source) && known.has(target))
    .map((edge) => ({
      id: edge.id,
      source: edge.source,
      sourceHandle: edge.source_port,
      target: edge.target,
      targetHandle: edge.target_port,
      markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
      deletable: canChange,
      ariaLabel: workflowTexts.edge.spoken(edge.source, edge.target),
      className: classOf(edge, wrong.has(edge.id), states),
      ...labelOf(edge),
    }));
}

function labelOf({ kind, condition }: GraphEdge): { readonly label?: string } {
  const words = [
    ...(kind === 'control' ? [workflowTexts.edge.control] : []),
    ...(condition === undefined ? [] : [workflowTexts.edge.conditional]),
  ];
  return words.length === 0 ? {} : { label: words.join(', ') };
}

function classOf(
  { source, source_port: port, kind }: GraphEdge,
  isWrong: boolean,
  states: FlowInput['states'],
): string {
  const step = states?.get(source)?.step;
  // The engine reports the port of steps that have several; the others end by `out`.
  const wasTaken = step?.status === 'succeeded' && (step.port ?? 'out') === port;
  const names = ['wf-edge', ...(kind === 'control' ? ['wf-control'] : []), ...(isWrong ? ['wf-wrong'] : [])];
  return [...names, ...(wasTaken ? ['wf-taken'] : [])].join(' ');
}
