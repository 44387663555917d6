/**
 * Removes what a VendorWorkspace document does not mention of its workspace (`prune`): records of settings, and the
 * registration of agents; `apply-environments.ts` does it for environments. An agent itself stays, as an unregistered one, because evidence names it.
 */

import { defaultAgent } from '../../base/tenancy.ts';
import type { BundleRecord } from '../auditor-settings/records.ts';
import { recordKey, type StoredSettings } from './apply-settings.ts';
import { findDifferences } from './difference.ts';
import type { DocumentPlace } from './refusals.ts';
import { keyOf, type Run } from './run.ts';

/** Runs before settings are written: a removed enforcement of a workspace must not refuse its agents' new settings. */
export async function pruneWorkspaces(run: Run, stored: StoredSettings): Promise<void> {
  if (!run.prune) return;
  const { plan, failed, registered } = run;
  const defined = plan.workspaces.flatMap(({ id, definition }) =>
    definition === undefined || failed.has(keyOf({ level: 'workspace', id })) ? [] : [{ id, definition }],
  );
  if (defined.length === 0) return;
  const mentioned = new Set(plan.settings.map(({ scope, auditorId }) => recordKey(scope, auditorId)));
  const listed = new Set(plan.agents.map(({ id }) => id));
  const byScope = groupByScope(stored);
  for (const workspace of defined) {
    const place = { document: workspace.definition.document, pointer: '/metadata/name' };
    const own = registered.filter(({ workspace_id }) => workspace_id === workspace.id).map(({ id }) => id);
    const scopes = [keyOf({ level: 'workspace', id: workspace.id }), ...own.map((id) => keyOf({ level: 'agent', id }))];
    for (const record of scopes.flatMap((key) => byScope.get(key) ?? [])) {
      if (!mentioned.has(recordKey(record.scope, record.auditor_id))) await removeRecord(run, record, place);
    }
    // The default agent stays registered, because requests that name no agent belong to it.
    for (const id of own) if (!listed.has(id) && id !== defaultAgent) await releaseAgent(run, workspace.id, id, place);
  }
}

function groupByScope(stored: StoredSettings): ReadonlyMap<string, BundleRecord[]> {
  const groups = new Map<string, BundleRecord[]>();
  for (const record of stored.values()) {
    const key = keyOf(record.scope);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return groups;
}

async function removeRecord(run: Run, record: BundleRecord, place: DocumentPlace): Promise<void> {
  const { tx, author, auditorSettings, refusals, objects } = run;
  const removed = await refusals.attempt(
    () => place,
    async () => {
      await auditorSettings.remove(tx, author, record.id);
      return true;
    },
  );
  objects.push({
    kind: 'auditor_settings',
    name: record.auditor_id,
    scope: record.scope,
    ...place,
    result: removed === true ? 'removed' : 'refused',
    diff: findDifferences('/settings', record.settings, {}),
  });
}

async function releaseAgent(run: Run, workspaceId: string, id: string, place: DocumentPlace): Promise<void> {
  const kept = await run.agents.release(run.tx, run.author, id);
  if (kept !== undefined) {
    run.warnings.push({ ...place, message: `${kept}; it stays` });
    return;
  }
  run.objects.push({
    kind: 'agent',
    name: id,
    scope: { level: 'agent', id },
    ...place,
    result: 'removed',
    diff: findDifferences('', { workspace_id: workspaceId }, {}),
  });
}
