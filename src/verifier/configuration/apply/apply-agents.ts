/** Registers the agents in documents, many at once. */

import type { Agent, PutAgent } from '../../../contract/api/agents/shapes.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { PutAgentResult } from '../agents/service.ts';
import { findDifferences } from './difference.ts';
import type { PlannedAgent } from './plan.ts';
import { keyOf, type Run } from './run.ts';

/** Stored state of an agent before the write. */
interface KnownAgent {
  readonly workspace_id: string;
  readonly model_id: string | null;
  readonly deployment_type: Agent['deployment_type'];
}

/** A statement has at most 65,535 parameters, and an agent takes about sixteen. */
const maxConcurrent = 500;

/** Registers or changes agents, in the order of the documents. */
export async function applyAgents(run: Run): Promise<void> {
  const { plan, registered, failed } = run;
  const open = plan.agents.filter(({ workspaceId }) => !failed.has(keyOf({ level: 'workspace', id: workspaceId })));
  const known = new Map<string, KnownAgent>(registered.map((agent) => [agent.id, agent]));
  for (const batch of toBatches(open)) await putBatch(run, batch, known);
}

/** Makes batches. An agent in two documents is written twice, so the two are never in one batch. */
function toBatches(agents: readonly PlannedAgent[]): PlannedAgent[][] {
  const batches: PlannedAgent[][] = [];
  let ids = new Set<string>();
  for (const agent of agents) {
    const last = batches.at(-1);
    if (last === undefined || last.length === maxConcurrent || ids.has(agent.id)) {
      batches.push([agent]);
      ids = new Set();
    } else {
      last.push(agent);
    }
    ids.add(agent.id);
  }
  return batches;
}

async function putBatch(run: Run, batch: readonly PlannedAgent[], known: Map<string, KnownAgent>): Promise<void> {
  const fitting = batch.filter((agent) => {
    const other = known.get(agent.id)?.workspace_id;
    if (other === undefined || other === agent.workspaceId) return true;
    refuseElsewhere(run, agent, other);
    return false;
  });
  const results = await putAll(run, fitting);
  for (const [index, agent] of fitting.entries()) {
    const result = results[index];
    if (result === undefined) continue;
    report(run, agent, result, known.get(agent.id));
    known.set(agent.id, result.agent);
  }
}

/**
 * Writes a batch. Agents that only evidence made known are in no list, so one of them may be refused only now; the others
 * continue.
 */
async function putAll(run: Run, batch: readonly PlannedAgent[]): Promise<(PutAgentResult | undefined)[]> {
  const { tx, author, agents, prune } = run;
  let rest = batch;
  for (;;) {
    try {
      const results = await agents.putMany(
        tx,
        author,
        rest.map((agent) => toPut(agent, prune)),
      );
      const byId = new Map(results.map((result) => [result.agent.id, result]));
      return batch.map(({ id }) => byId.get(id));
    } catch (error) {
      const elsewhere = readElsewhere(error, rest);
      if (elsewhere === undefined) throw error;
      refuseElsewhere(run, elsewhere.agent, elsewhere.workspaceId);
      rest = rest.filter(({ id }) => id !== elsewhere.agent.id);
    }
  }
}

function toPut({ id, workspaceId, modelId, deploymentType, isDefined }: PlannedAgent, prune: boolean): PutAgent {
  const model = modelId ?? (prune && isDefined ? null : undefined);
  return {
    id,
    workspace_id: workspaceId,
    ...(model === undefined ? {} : { model_id: model }),
    ...(deploymentType === undefined ? {} : { deployment_type: deploymentType }),
  };
}

function readElsewhere(error: unknown, agents: readonly PlannedAgent[]) {
  if (!isAppError(error, 'conflict') || error.extensions?.['reason'] !== 'agent_elsewhere') return undefined;
  const agent = agents.find(({ id }) => id === error.extensions?.['agent_id']);
  const workspaceId = error.extensions['workspace_id'];
  return agent === undefined || typeof workspaceId !== 'string' ? undefined : { agent, workspaceId };
}

function refuseElsewhere({ refusals, failed, objects }: Run, agent: PlannedAgent, workspaceId: string): void {
  const { id, place } = agent;
  const message = `agent ${id} belongs to workspace ${workspaceId}, and an agent never moves`;
  refusals.tell({ ...place, pointer: `${place.pointer}/name` }, message, 'agent_elsewhere', true);
  failed.add(keyOf({ level: 'agent', id }));
  objects.push({ kind: 'agent', name: id, scope: { level: 'agent', id }, ...place, result: 'refused', diff: [] });
}

function report({ objects }: Run, { id, place }: PlannedAgent, { agent, action }: PutAgentResult, before?: KnownAgent) {
  const members = (one: KnownAgent | undefined) =>
    one === undefined
      ? {}
      : {
          workspace_id: one.workspace_id,
          ...(one.model_id === null ? {} : { model_id: one.model_id }),
          ...(one.deployment_type === 'full' ? {} : { deployment_type: one.deployment_type }),
        };
  const diff = action === 'unchanged' ? [] : findDifferences('', members(before), members(agent));
  objects.push({ kind: 'agent', name: id, scope: { level: 'agent', id }, ...place, result: action, diff });
}
