/** Graphs for tests. */

import type { Graph } from '../../../../contract/api/workflows/graph.ts';
import { readGraph } from './normalise.ts';
import type { Problem } from './problems.ts';
import { validate } from './validate.ts';

export type NodeDraft = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };
export type EdgeDraft = Readonly<Record<string, unknown>> & { readonly source: string; readonly target: string };

/** `a.out>b.in`, without the default ports; `a~>b` is a control edge. */
export function edgesOf(...texts: readonly string[]): EdgeDraft[] {
  return texts.map((text, index) => {
    const [from = '', to = ''] = text.split(/~?>/);
    const [source = '', sourcePort = 'out'] = from.split('.');
    const [target = '', targetPort = 'in'] = to.split('.');
    const kind = text.includes('~>') ? 'control' : 'data';
    return { id: `e${index}`, source, source_port: sourcePort, target, target_port: targetPort, kind };
  });
}

export const anInput: NodeDraft = { id: 'in', type: 'input', config: { type: 'json' } };
export const anOutput: NodeDraft = { id: 'out', type: 'output' };
export const anAgent = (id: string, agent = 'bot'): NodeDraft => ({
  id,
  type: 'agent',
  ref: { id: agent, version: null },
});
export const aLoop = (id: string, most = 3): NodeDraft => ({ id, type: 'loop', config: { max_iterations: most } });

/** A graph from the input through one agent to the output. */
export function aSimpleGraph(agent = 'bot') {
  return { nodes: [anInput, anAgent('work', agent), anOutput], edges: edgesOf('in>work', 'work>out') };
}

/** @throws Error for a graph that cannot be saved. */
export function read(candidate: unknown): Graph {
  const result = readGraph(candidate);
  if (result.ok) return result.graph;
  throw new Error(JSON.stringify(result.problems));
}

export function problemsOf(nodes: readonly NodeDraft[], edges: readonly EdgeDraft[]): readonly Problem[] {
  return validate(read({ nodes, edges }));
}

/** The problems that saving reports. */
export function savingProblems(candidate: unknown): readonly Problem[] {
  const result = readGraph(candidate);
  return result.ok ? [] : result.problems;
}
