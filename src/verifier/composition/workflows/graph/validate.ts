/** Every rule that depends on the graph alone. Deployment checks the references (`../definitions/references.ts`). */

import type { Graph } from '../../../../contract/api/workflows/graph.ts';
import { addConfigProblems } from './config-rules.ts';
import { addEdgeProblems } from './edge-rules.ts';
import { createProblems, type Problem } from './problems.ts';
import { readStructure } from './structure.ts';

/** Lists the problems of a graph from `readGraph`, in a fixed order; empty for one that has a plan. */
export function validate(graph: Graph): readonly Problem[] {
  const problems = createProblems();
  const structure = readStructure(graph);
  for (const { pointer, message } of structure.problems) problems.add(pointer, message);
  addConfigProblems(problems, graph);
  addEdgeProblems(problems, graph, structure.order);
  return problems.list;
}
