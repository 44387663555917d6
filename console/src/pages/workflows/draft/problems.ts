/** Where the problems of a validation belong in the picture. */
import type { WorkflowValidation } from '@assay/client';
import type { Graph } from './graph.ts';

export type Problem = WorkflowValidation['problems'][number];

export interface PlacedProblem extends Problem {
  readonly nodeId?: string | undefined;
  readonly edgeId?: string | undefined;
  /** What follows the node or edge in the pointer, such as `config/phase`. */
  readonly member: string;
}

const place = /^\/graph\/(nodes|edges)\/(\d+)(?:\/(.*))?$/;

/** Finds the node or edge of each problem; a problem of the whole has neither. */
export function placeProblems({ nodes, edges }: Graph, problems: readonly Problem[]): readonly PlacedProblem[] {
  return problems.map((problem) => {
    const [, list, index = '', member = ''] = place.exec(problem.pointer) ?? [];
    if (list === 'nodes') return { ...problem, nodeId: nodes[Number(index)]?.id, member };
    if (list === 'edges') return { ...problem, edgeId: edges[Number(index)]?.id, member };
    return { ...problem, member: problem.pointer.replace(/^\//, '') };
  });
}
