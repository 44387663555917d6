/** Checks that edges fit the ports at their ends, and conditions fit the values on them. */

import type { Graph, GraphEdge, GraphNode } from '../../../../contract/api/workflows/graph.ts';
import { addConditionMeaning } from './condition-rules.ts';
import { inPortsOf, outPortsOf, type PortType } from './node-ports.ts';
import { edgeAt, nodeAt, type Problems } from './problems.ts';

type ValueType = Exclude<PortType, 'same'>;

/** `order`: ids of reached nodes, sources before targets. */
export function addEdgeProblems(problems: Problems, graph: Graph, order: readonly string[]): void {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const types = readTypes(graph, nodes, order);
  const hasData = new Set<string>();
  for (const [index, edge] of graph.edges.entries()) {
    if (edge.kind === 'data' && edge.target_port !== 'next') hasData.add(edge.target);
    addPortProblems(problems, index, edge, nodes);
    const carried = types.get(portKey(edge)) ?? 'any';
    addTypeProblem(problems, index, edge, { carried, target: nodes.get(edge.target) });
    if (edge.condition !== undefined) {
      addConditionMeaning(problems, `${edgeAt(index)}/condition`, edge.condition, carried === 'text');
    }
  }
  for (const [index, { id, type }] of graph.nodes.entries()) {
    if (type !== 'input' && !hasData.has(id)) problems.add(nodeAt(index), 'the node has no input');
  }
}

const portKey = ({ source, source_port: port }: Pick<GraphEdge, 'source' | 'source_port'>): string =>
  `${source}\n${port}`;

/** Gives the type of each port. Nodes that pass their input on have the type of the input. */
function readTypes(
  graph: Graph,
  nodes: ReadonlyMap<string, GraphNode>,
  order: readonly string[],
): Map<string, ValueType> {
  const dataIn = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) {
    if (edge.kind !== 'data') continue;
    const known = dataIn.get(edge.target);
    if (known === undefined) dataIn.set(edge.target, [edge]);
    else known.push(edge);
  }
  const types = new Map<string, ValueType>();
  for (const id of order) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    const [only, ...others] = dataIn.get(id) ?? [];
    // With several edges, any number can be live; only a run knows.
    const comes = only === undefined || others.length > 0 ? 'any' : (types.get(portKey(only)) ?? 'any');
    for (const { name, type } of outPortsOf(node)) {
      types.set(portKey({ source: id, source_port: name }), type === 'same' ? comes : type);
    }
  }
  return types;
}

function addPortProblems(
  problems: Problems,
  index: number,
  edge: GraphEdge,
  nodes: ReadonlyMap<string, GraphNode>,
): void {
  const source = nodes.get(edge.source);
  const target = nodes.get(edge.target);
  if (source === undefined || target === undefined) return;
  const from = outPortsOf(source).map(({ name }) => name);
  if (!from.includes(edge.source_port)) problems.add(`${edgeAt(index)}/source_port`, sentence(source, from, 'out'));
  const to = inPortsOf(target).map(({ name }) => name);
  if (!to.includes(edge.target_port)) problems.add(`${edgeAt(index)}/target_port`, sentence(target, to, 'in'));
}

function sentence({ type }: GraphNode, names: readonly string[], way: 'in' | 'out'): string {
  if (names.length === 0) return `a node of type ${type} has no port ${way}`;
  return `the node has no port ${way}; it has: ${names.join(', ')}`;
}

function addTypeProblem(
  problems: Problems,
  index: number,
  { kind, target_port: port }: GraphEdge,
  { carried, target }: { readonly carried: ValueType; readonly target: GraphNode | undefined },
): void {
  if (kind === 'control' || target === undefined) return;
  const taken = inPortsOf(target).find(({ name }) => name === port)?.type;
  if (taken === 'json' && carried === 'text') {
    problems.add(
      edgeAt(index),
      'the tool needs JSON but gets text: give the tool arguments, or have its source answer JSON',
    );
  }
}
