/** Changes of a workflow's graph. Each gives a new graph; the old one stays as it is, for undo. */
import type { WorkflowGraphView } from '@assay/client';

export type Graph = WorkflowGraphView;
export type GraphNode = Graph['nodes'][number];
export type GraphEdge = Graph['edges'][number];
export type Place = GraphNode['position'];

/** What of a workflow is drawn and saved. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  /** The agent of nodes that name none. */
  readonly agent_id: string | null;
  readonly graph: Graph;
}

export interface Connection {
  readonly source: string;
  readonly source_port: string;
  readonly target: string;
  readonly target_port: string;
}

/** `base`, or `base-2`, `base-3`, … if others have it. */
export function freshId(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base;
  let number = 2;
  while (taken.includes(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

export function addNode(graph: Graph, node: GraphNode): Graph {
  return { ...graph, nodes: [...graph.nodes, node] };
}

/** Replaces one node. If its id changes, its edges follow. */
export function replaceNode({ nodes, edges }: Graph, id: string, node: GraphNode): Graph {
  const follow = (end: string) => (end === id ? node.id : end);
  return {
    nodes: nodes.map((old) => (old.id === id ? node : old)),
    edges:
      node.id === id
        ? edges
        : edges.map((edge) => ({ ...edge, source: follow(edge.source), target: follow(edge.target) })),
  };
}

/** Takes nodes and edges away, and the edges that lead to those nodes. */
export function removeParts({ nodes, edges }: Graph, nodeIds: readonly string[], edgeIds: readonly string[]): Graph {
  const gone = new Set(nodeIds);
  const cut = new Set(edgeIds);
  return {
    nodes: nodes.filter(({ id }) => !gone.has(id)),
    edges: edges.filter(({ id, source, target }) => !cut.has(id) && !gone.has(source) && !gone.has(target)),
  };
}

/** Gives the same graph if nothing moved. */
export function moveNodes(graph: Graph, places: ReadonlyMap<string, Place>): Graph {
  let hasMoved = false;
  const nodes = graph.nodes.map((node) => {
    const to = places.get(node.id);
    if (to === undefined) return node;
    const position = { x: Math.round(to.x), y: Math.round(to.y) };
    if (position.x === node.position.x && position.y === node.position.y) return node;
    hasMoved = true;
    return { ...node, position };
  });
  return hasMoved ? { ...graph, nodes } : graph;
}

/** True if a new edge would only repeat one, or join a node with itself. */
export function isUseless({ edges }: Graph, wanted: Connection): boolean {
  return (
    wanted.source === wanted.target ||
    edges.some(
      (edge) =>
        edge.source === wanted.source &&
        edge.source_port === wanted.source_port &&
        edge.target === wanted.target &&
        edge.target_port === wanted.target_port,
    )
  );
}

export function connect(graph: Graph, connection: Connection, kind: 'data' | 'control' = 'data'): Graph {
  if (isUseless(graph, connection)) return graph;
  const id = freshId(
    'edge-1',
    graph.edges.map((edge) => edge.id),
  );
  return { ...graph, edges: [...graph.edges, { id, ...connection, kind }] };
}

export function replaceEdge(graph: Graph, edge: GraphEdge): Graph {
  return { ...graph, edges: graph.edges.map((old) => (old.id === edge.id ? edge : old)) };
}

const columnWidth = 260;

/** A place for a node that nobody placed: to the right of all others. */
export function nextPlace({ nodes }: Graph): Place {
  const [first, ...others] = nodes;
  if (first === undefined) return { x: 0, y: 0 };
  const right = others.reduce((far, { position }) => (position.x > far.x ? position : far), first.position);
  return { x: right.x + columnWidth, y: right.y };
}

/** Copies of nodes with new ids beside the old ones, with the edges among them. */
export function duplicateNodes(graph: Graph, ids: readonly string[]): Graph {
  const renamed = new Map<string, string>();
  let next = graph;
  for (const node of graph.nodes.filter(({ id }) => ids.includes(id))) {
    const id = freshId(
      node.id,
      next.nodes.map((other) => other.id),
    );
    renamed.set(node.id, id);
    next = addNode(next, { ...node, id, position: { x: node.position.x + 40, y: node.position.y + 60 } });
  }
  for (const edge of graph.edges) {
    const source = renamed.get(edge.source);
    const target = renamed.get(edge.target);
    if (source === undefined || target === undefined) continue;
    const id = freshId(
      edge.id,
      next.edges.map((other) => other.id),
    );
    next = { ...next, edges: [...next.edges, { ...edge, id, source, target }] };
  }
  return next;
}
