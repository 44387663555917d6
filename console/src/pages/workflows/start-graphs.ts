/** Graphs that a new workflow begins with. */
import type { Graph, GraphEdge, GraphNode } from './draft/graph.ts';
import { layOut } from './draft/layout.ts';
import { kinds } from './forms/kinds.ts';

export type StartName = 'answer' | 'checked' | 'empty';

/** `agent` is the id of the agent that answers; it may be empty, and validation then asks for it. */
export function startGraph(name: StartName, agent: string): Graph {
  if (name === 'empty') return { nodes: [], edges: [] };
  const answer = { ...newNode('agent', 'answer'), ref: agent === '' ? null : { id: agent, version: null } };
  const question = newNode('input', 'question');
  const sent = newNode('output', 'sent');
  if (name === 'answer') {
    return layOut({ nodes: [question, answer, sent], edges: edges(['question', 'answer'], ['answer', 'sent']) });
  }
  return layOut({
    nodes: [question, answer, newNode('human_approval', 'look'), sent],
    edges: edges(['question', 'answer'], ['answer', 'look'], ['look', 'sent', 'approved']),
  });
}

/** A node with what its type begins with, at the corner. */
export function newNode(type: string, id: string): GraphNode {
  return { id, type, ref: null, config: kinds[type]?.config ?? {}, position: { x: 0, y: 0 } };
}

function edges(...pairs: readonly (readonly [source: string, target: string, port?: string])[]): GraphEdge[] {
  return pairs.map(([source, target, port = 'out'], index) => ({
    id: `edge-${index + 1}`,
    source,
    source_port: port,
    target,
    target_port: 'in',
    kind: 'data',
  }));
}
