/**
 * The structure of a graph, found in one walk: the loops around each node, the reached nodes, and cycles. Enters each node once
 * and looks at each edge a fixed number of times, whatever the graph.
 *
 * The body of a loop is everything reached from its port `body`. Only the loop itself leads in and out of its body. So every node
 * has one place, which is the loops around it. An edge keeps the place, enters a body (port `body`), or returns to the loop (port
 * `next`).
 */

import type { Graph, GraphEdge, GraphNode } from '../../../../contract/api/workflows/graph.ts';
import { createProblems, edgeAt, nodeAt, type Problem, type Problems } from './problems.ts';

/** The loops around a node: the innermost one, linked to the outer ones. */
export interface EnclosingLoop {
  readonly loop: string;
  readonly around: EnclosingLoop | undefined;
  readonly depth: number;
}

export interface Structure {
  readonly problems: readonly Problem[];
  /** Reached nodes with the loops around them; undefined outside of loops. */
  readonly places: ReadonlyMap<string, EnclosingLoop | undefined>;
  /** Ids of reached nodes in topological order, ignoring edges back to a loop. */
  readonly order: readonly string[];
  /** Number of entered nodes and visited edges: the measure of the work. */
  readonly visits: number;
}

const maxLoopDepth = 3;

/** An edge with its index in the graph. */
export interface NumberedEdge {
  readonly edge: GraphEdge;
  readonly index: number;
}

interface Walk {
  readonly nodes: ReadonlyMap<string, { readonly node: GraphNode; readonly index: number }>;
  readonly out: ReadonlyMap<string, readonly NumberedEdge[]>;
  readonly places: Map<string, EnclosingLoop | undefined>;
  /** One object for each loop, so that places are compared by identity. */
  readonly bodies: Map<string, EnclosingLoop>;
  readonly problems: Problems;
  visits: number;
}

/** Reads a graph whose ids are unique and whose edges lead to existing nodes. */
export function readStructure(graph: Graph): Structure {
  const walk = prepare(graph);
  const { problems } = walk;
  const inputs = graph.nodes.flatMap((node, index) => (node.type === 'input' ? [{ node, index }] : []));
  const [first, ...others] = inputs;
  if (first === undefined) problems.add('/graph/nodes', 'the graph has no input: exactly one is needed');
  for (const { index } of others)
    problems.add(`${nodeAt(index)}/type`, 'the graph has more than one input: exactly one is needed');
  const order = first === undefined ? [] : enter(walk, first.node.id);
  addUnreached(walk, graph, first?.node.id);
  addLoopProblems(walk, graph);
  return { problems: problems.list, places: walk.places, order, visits: walk.visits };
}

function prepare(graph: Graph): Walk {
  const out = new Map<string, NumberedEdge[]>();
  for (const [index, edge] of graph.edges.entries()) {
    const known = out.get(edge.source);
    if (known === undefined) out.set(edge.source, [{ edge, index }]);
    else known.push({ edge, index });
  }
  return {
    nodes: new Map(graph.nodes.map((node, index) => [node.id, { node, index }])),
    out,
    places: new Map(),
    bodies: new Map(),
    problems: createProblems(),
    visits: 0,
  };
}

interface Frame {
  readonly id: string;
  readonly edges: readonly NumberedEdge[];
  next: number;
}

/** Walks everything that is reached, depth first without recursion. Returns the reversed post-order. */
function enter(walk: Walk, inputId: string): string[] {
  const { out, places, problems } = walk;
  const left: string[] = [];
  const open = new Set<string>();
  const stack: Frame[] = [];
  const push = (id: string, place: EnclosingLoop | undefined): void => {
    walk.visits += 1;
    places.set(id, place);
    open.add(id);
    stack.push({ id, edges: out.get(id) ?? [], next: 0 });
  };
  push(inputId, undefined);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const numbered = top.edges[top.next];
    top.next += 1;
    if (numbered === undefined) {
      stack.pop();
      open.delete(top.id);
      left.push(top.id);
      continue;
    }
    walk.visits += 1;
    const { edge, index } = numbered;
    const place = placeBehind(walk, edge, index);
    if (isBackEdge(walk, edge)) addBackProblem(walk, numbered, place);
    else if (open.has(edge.target))
      problems.add(edgeAt(index), 'the edge closes a cycle: only a loop node allows one, at port next');
    else if (places.has(edge.target)) addBorderProblem(walk, numbered, place);
    else push(edge.target, place);
  }
  return left.reverse();
}

/** Gives the place of an edge at its source: inside the body for port `body` of a loop. */
function placeBehind(walk: Walk, { source, source_port: port }: GraphEdge, index: number): EnclosingLoop | undefined {
  const around = walk.places.get(source);
  const known = walk.nodes.get(source);
  if (known?.node.type !== 'loop' || port !== 'body') return around;
  const made = walk.bodies.get(source);
  if (made !== undefined) return made;
  const body: EnclosingLoop = { loop: source, around, depth: (around?.depth ?? 0) + 1 };
  walk.bodies.set(source, body);
  if (body.depth === maxLoopDepth + 1) {
    walk.problems.add(edgeAt(index), `loops are nested at most ${maxLoopDepth} deep`);
  }
  return body;
}

function isBackEdge({ nodes }: Walk, { target, target_port: port }: GraphEdge): boolean {
  return port === 'next' && nodes.get(target)?.node.type === 'loop';
}

/** Requires that an edge to `next` comes from the body of that same loop. */
function addBackProblem({ problems }: Walk, { edge, index }: NumberedEdge, place: EnclosingLoop | undefined): void {
  if (place?.loop !== edge.target) {
    problems.add(edgeAt(index), 'port next takes only edges from the body of its own loop');
  } else if (edge.source === edge.target) problems.add(edgeAt(index), 'the body of the loop is empty');
  else if (edge.kind !== 'data') problems.add(`${edgeAt(index)}/kind`, 'port next needs a data edge');
}

function addBorderProblem(
  { places, problems }: Walk,
  { edge, index }: NumberedEdge,
  place: EnclosingLoop | undefined,
): void {
  if (places.get(edge.target) === place) return;
  problems.add(
    edgeAt(index),
    'the edge crosses the border of a loop: port body enters the body, and port next leaves it',
  );
}

function addUnreached({ places, problems }: Walk, { nodes }: Graph, inputId: string | undefined): void {
  if (inputId === undefined) return;
  let outputs = 0;
  for (const [index, { id, type }] of nodes.entries()) {
    if (!places.has(id)) {
      if (type !== 'input') problems.add(nodeAt(index), 'the node cannot be reached from the input');
    } else if (type === 'output') {
      outputs += 1;
      if (places.get(id) !== undefined) problems.add(nodeAt(index), 'an output must be outside of loops');
    }
  }
  if (outputs === 0) problems.add('/graph/nodes', 'no output can be reached from the input');
}

/** Requires a body, and something that comes back from it. */
function addLoopProblems({ problems, places }: Walk, { nodes, edges }: Graph): void {
  const begun = new Set<string>();
  const closed = new Set<string>();
  for (const { source, source_port: from, target, target_port: to } of edges) {
    if (from === 'body') begun.add(source);
    if (to === 'next') closed.add(target);
  }
  for (const [index, { id, type }] of nodes.entries()) {
    if (type !== 'loop' || !places.has(id)) continue;
    if (!begun.has(id)) problems.add(nodeAt(index), 'the loop has no body: its port body has no edge');
    if (!closed.has(id)) problems.add(nodeAt(index), 'the loop has no way back: its port next has no edge');
  }
}
