/** Rules for workflows nested in a graph: they run, they do not contain themselves, and they nest only to a fixed depth. */

import type { Graph } from '../../../../contract/api/workflows/graph.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { nodeAt, type Problems } from '../graph/problems.ts';
import type { WorkflowStore } from './store.ts';

export const maxNesting = 5;
/** Most workflows that are read for one graph. */
const maxLooked = 500;

export interface NestedLook {
  readonly db: Db;
  readonly orgId: string;
  readonly workflowId?: string | undefined;
  readonly graph: Graph;
  readonly problems: Problems;
  readonly store: Pick<WorkflowStore, 'find' | 'findRevision'>;
}

interface Known {
  /** Levels of nesting including this workflow; 0 while it is being read, so that its own parts cannot use it. */
  height: number;
  problem: string | undefined;
}

/** Reads each workflow once, however often it is nested in others. */
export async function addNestedProblems(look: NestedLook): Promise<void> {
  const known = new Map<string, Known>();
  for (const [index, { type, ref }] of look.graph.nodes.entries()) {
    if (type !== 'workflow' || ref === null) continue;
    const found = await read(look, known, ref.id, 1);
    const { problem, height } = found;
    if (problem !== undefined) look.problems.add(`${nodeAt(index)}/ref/id`, problem);
    else if (height >= maxNesting) {
      look.problems.add(`${nodeAt(index)}/ref/id`, `workflows can be nested at most ${maxNesting} deep`);
    }
  }
}

async function read(look: NestedLook, known: Map<string, Known>, id: string, depth: number): Promise<Known> {
  if (id === look.workflowId)
    return { height: 1, problem: 'a workflow cannot contain itself, directly or through another workflow' };
  const before = known.get(id);
  if (before !== undefined) return before;
  const found: Known = { height: 1, problem: undefined };
  if (known.size >= maxLooked) return { ...found, problem: `a workflow contains at most ${maxLooked} workflows` };
  known.set(id, found);
  const row = await look.store.find(look.db, look.orgId, id);
  if (row === undefined) found.problem = 'there is no such workflow';
  else if (row.status !== 'running' || row.deployed_revision === null)
    found.problem = `the workflow is ${row.status}: deploy it first`;
  if (found.problem !== undefined || row === undefined || row.deployed_revision === null) return found;
  // Anything below is too deep already.
  if (depth > maxNesting) return found;
  const revision = await look.store.findRevision(look.db, look.orgId, id, row.deployed_revision);
  for (const part of revision?.workflows ?? []) {
    const inner = await read(look, known, part, depth + 1);
    found.height = Math.max(found.height, inner.height + 1);
    found.problem ??= inner.problem === undefined ? undefined : `in it: ${inner.problem}`;
  }
  return found;
}
