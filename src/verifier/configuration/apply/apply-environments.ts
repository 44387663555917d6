/** Stores the environments in documents, and removes those that a pruned workspace no longer has. */
import type { EnvironmentContent } from '../environments/service.ts';
import { findDifferences } from './difference.ts';
import type { PlannedEnvironment } from './plan.ts';
import { keyOf, type Run } from './run.ts';

/** Runs after agents are registered: an environment names agents of its workspace. */
export async function applyEnvironments(run: Run): Promise<void> {
  const { plan, failed } = run;
  for (const planned of plan.environments) {
    if (!failed.has(keyOf({ level: 'workspace', id: planned.workspaceId }))) await applyEnvironment(run, planned);
  }
}

async function applyEnvironment(run: Run, planned: PlannedEnvironment): Promise<void> {
  const { tx, author, environments, refusals, objects } = run;
  const { id, workspaceId, place } = planned;
  const put = await refusals.attempt(
    () => place,
    () => environments.put(tx, author, planned),
  );
  objects.push({
    kind: 'environment',
    name: id,
    scope: { level: 'workspace', id: workspaceId },
    ...place,
    result: put?.action ?? 'refused',
    diff: put === undefined ? [] : findDifferences('', toMembers(put.before), toMembers(put.after)),
  });
}

/** With `prune` a VendorWorkspace has exactly the environments that the same documents place in it. */
export async function pruneEnvironments(run: Run): Promise<void> {
  const { tx, author, plan, prune, failed, environments, objects } = run;
  const defined = plan.workspaces.filter(({ definition }) => definition !== undefined);
  if (!prune || defined.length === 0) return;
  const kept = new Set(plan.environments.map(({ id }) => id));
  const stored = await environments.listAll(tx, author.orgId);
  for (const { id: workspaceId, definition } of defined) {
    const scope = { level: 'workspace', id: workspaceId } as const;
    if (definition === undefined || failed.has(keyOf(scope))) continue;
    for (const { id, revision, workspace_id, deployment_type, agents } of stored) {
      if (workspace_id !== workspaceId || kept.has(id)) continue;
      await environments.remove(tx, author, id, revision);
      const before = { workspace_id, deployment_type, agents: agents.map(({ name }) => name) };
      objects.push({
        kind: 'environment',
        name: id,
        scope,
        document: definition.document,
        pointer: '/metadata/name',
        result: 'removed',
        diff: findDifferences('', toMembers(before), {}),
      });
    }
  }
}

function toMembers(content: EnvironmentContent | undefined) {
  if (content === undefined) return {};
  const { workspace_id, deployment_type, agents } = content;
  return { workspace_id, deployment_type, agents };
}
