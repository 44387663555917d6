/**
 * Every rule on a graph that can be told from the graph alone. What it refers to is looked at where it is deployed
 * (`../definitions/references.ts`).
 */

import type { Graph } from '../../../contract/api/workflows/graph.ts';
import { addConfigProblems } from './config-rules.ts';
import { addEdgeProblems } from './edge-rules.ts';
import { createProblems, type Problem } from './problems.ts';
import { readStructure } from './structure.ts';

/** Problems of a graph that `readGraph` read, in a fixed order; empty for one that has a plan. */
export function validate(graph: Graph): readonly Problem[] {
  const problems = createProblems();
  const structure = readStructure(graph);
  for (const { pointer, message } of structure.problems) problems.add(pointer, message);
  addConfigProblems(problems, graph);
  addEdgeProblems(problems, graph, structure.order);
  return problems.list;
}
