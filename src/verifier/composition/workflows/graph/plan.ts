/** The plan of the engine: a validated graph, in an order in which its nodes can run. */
import type { Graph, GraphEdge, GraphNode } from '../../../../contract/api/workflows/graph.ts';
import { type EnclosingLoop, readStructure } from './structure.ts';

export interface PlanNode {
  readonly node: GraphNode;
  /** Ids of the loops around it, outermost first; `[]` outside of loops. */
  readonly loops: readonly string[];
  /** Incoming data edges in graph order, except those back to a loop's port `next`. At least one, except for the input. */
  readonly dataIn: readonly GraphEdge[];
  readonly controlIn: readonly GraphEdge[];
  /** For a loop: data edges from its body to its port `next`; at least one. */
  readonly backIn: readonly GraphEdge[];
  /** Outgoing edges by port in graph order, including those back to a loop. */
  readonly out: ReadonlyMap<string, readonly GraphEdge[]>;
}

export interface Plan {
  /** Ids of all nodes in topological order, ignoring edges back to a loop. Deterministic for a graph. */
  readonly order: readonly string[];
  readonly nodes: ReadonlyMap<string, PlanNode>;
  readonly inputId: string;
  /** In graph order; all outside of loops. */
  readonly outputIds: readonly string[];
  /** Nodes in the body of each loop, including inner bodies, in `order`. */
  readonly bodies: ReadonlyMap<string, readonly string[]>;
}

/** Gives the plan, or undefined for a graph with a broken structure. `validate.ts` has the other rules. */
export function toPlan(graph: Graph): Plan | undefined {
  const { problems, places, order } = readStructure(graph);
  const inputId = graph.nodes.find(({ type }) => type === 'input')?.id;
  if (problems.length > 0 || inputId === undefined) return undefined;
  const nodes = new Map<string, Building>();
  for (const node of graph.nodes) nodes.set(node.id, toBuilding(node, places.get(node.id)));
  for (const edge of graph.edges) place(nodes, edge);
  const bodies = new Map<string, string[]>();
  for (const { id, type } of graph.nodes) if (type === 'loop') bodies.set(id, []);
  for (const id of order) for (const loop of nodes.get(id)?.loops ?? []) bodies.get(loop)?.push(id);
  const outputIds = graph.nodes.flatMap(({ id, type }) => (type === 'output' ? [id] : []));
  return { order, nodes, inputId, outputIds, bodies };
}

/** Gives the plan of a deployed graph. @throws Error for a graph that was never validated. */
export function planOf(graph: Graph): Plan {
  const plan = toPlan(graph);
  if (plan === undefined) throw new Error('a deployed graph has a plan');
  return plan;
}

interface Building {
  readonly node: GraphNode;
  readonly loops: readonly string[];
  readonly dataIn: GraphEdge[];
  readonly controlIn: GraphEdge[];
  readonly backIn: GraphEdge[];
  readonly out: Map<string, GraphEdge[]>;
}

function toBuilding(node: GraphNode, at: EnclosingLoop | undefined): Building {
  const loops: string[] = [];
  for (let around = at; around !== undefined; around = around.around) loops.unshift(around.loop);
  return { node, loops, dataIn: [], controlIn: [], backIn: [], out: new Map() };
}

function place(nodes: ReadonlyMap<string, Building>, edge: GraphEdge): void {
  const target = nodes.get(edge.target);
  const source = nodes.get(edge.source);
  if (target === undefined || source === undefined) return;
  if (target.node.type === 'loop' && edge.target_port === 'next') target.backIn.push(edge);
  else (edge.kind === 'data' ? target.dataIn : target.controlIn).push(edge);
  const known = source.out.get(edge.source_port);
  if (known === undefined) source.out.set(edge.source_port, [edge]);
  else known.push(edge);
}
