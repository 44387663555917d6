/** Workflows that stand in a graph: they run, none comes back to the one it stands in, and they go only so deep. */

import type { Graph } from '../../../contract/api/workflows/graph.ts';
import type { Db } from '../../../platform/db/db.ts';
import { nodeAt, type Problems } from '../graph/problems.ts';
import type { WorkflowStore } from './store.ts';

export const mostNesting = 5;
/** Workflows that are looked at for one graph. */
const mostLooked = 500;

export interface NestedLook {
  readonly db: Db;
  readonly orgId: string;
  readonly workflowId?: string | undefined;
  readonly graph: Graph;
  readonly problems: Problems;
  readonly store: Pick<WorkflowStore, 'find' | 'findRevision'>;
}

interface Known {
  /** Workflows from this one down; 0 while it is being looked at, which its own parts cannot use. */
  height: number;
  problem: string | undefined;
}

/** Each workflow is looked at once, however often it stands in others. */
export async function addNestedProblems(look: NestedLook): Promise<void> {
  const known = new Map<string, Known>();
  for (const [index, { type, ref }] of look.graph.nodes.entries()) {
    if (type !== 'workflow' || ref === null) continue;
    const found = await read(look, known, ref.id, 1);
    const { problem, height } = found;
    if (problem !== undefined) look.problems.add(`${nodeAt(index)}/ref/id`, problem);
    else if (height >= mostNesting) {
      look.problems.add(`${nodeAt(index)}/ref/id`, `workflows stand in each other at most ${mostNesting} deep`);
    }
  }
}

async function read(look: NestedLook, known: Map<string, Known>, id: string, depth: number): Promise<Known> {
  if (id === look.workflowId)
    return { height: 1, problem: 'a workflow cannot stand in itself, nor in what stands in it' };
  const before = known.get(id);
  if (before !== undefined) return before;
  const found: Known = { height: 1, problem: undefined };
  if (known.size >= mostLooked) return { ...found, problem: `at most ${mostLooked} workflows stand in one` };
  known.set(id, found);
  const row = await look.store.find(look.db, look.orgId, id);
  if (row === undefined) found.problem = 'there is no such workflow';
  else if (row.status !== 'running' || row.deployed_revision === null)
    found.problem = `the workflow is ${row.status}: deploy it first`;
  if (found.problem !== undefined || row === undefined || row.deployed_revision === null) return found;
  // Deeper ones are too deep already, wherever they end.
  if (depth > mostNesting) return found;
  const revision = await look.store.findRevision(look.db, look.orgId, id, row.deployed_revision);
  for (const part of revision?.workflows ?? []) {
    const inner = await read(look, known, part, depth + 1);
    found.height = Math.max(found.height, inner.height + 1);
    found.problem ??= inner.problem === undefined ? undefined : `in it: ${inner.problem}`;
  }
  return found;
}
