/**
 * Updates an app from one version to another: the old version is used until the new one is installed, and stays if that
 * fails.
 */

import type { AppVersion } from '../app-catalog/ports.ts';
import { nextDecisionAt, passApproval } from './approval-step.ts';
import { assertPolicy, atRest, isLookedAt, serviceOf, sourceOf } from './core.ts';
import { toSnapshot } from './definitions.ts';
import { discoverAuth, findCredential, withCredential } from './discover-access.ts';
import { createInspectTools } from './inspect-tools.ts';
import { toTarget } from './kinds/kinds.ts';
import { during, refusal, StepFailure } from './step-failure.ts';
import { ensureCredential, type InstallationStepRun, isPlaceable, type StepContext, writeDown } from './steps.ts';
import type { InstallationAuth, InstallationRow } from './tables.ts';
import { checkMs } from './tool-watch.ts';

export const update: InstallationStepRun = async (context, row) => {
  const { core, watch, signal } = context;
  if (!(await passApproval(core, row))) return { kind: 'wait', until: nextDecisionAt(core) };
  const { app, target } = await during('update', async () => {
    const version = await core.catalog.find(core.db, row.org_id, row.app_id, row.target_version ?? row.version);
    return { app: version, target: toTarget(version, row.target_config ?? row.config) };
  });
  const asked = await during('discovery', () => discoverAuth(core, row.org_id, app, target));
  const effective = asked.required
    ? await during('inheritance', () => findCredential(core, row, asked, app))
    : undefined;
  if (effective !== undefined && effective.status !== 'ready') {
    if (effective.credential === undefined && isPlaceable(asked)) await makePlace(context, row, app, asked);
    const detail = 'the new version asks for another credential: connect it, then update again';
    throw new StepFailure('connect', refusal('conflict', 'connect_required', detail));
  }
  const auth = effective === undefined ? asked : withCredential(asked, effective);
  const tools = await during('tools', () =>
    createInspectTools(core)(row.org_id, target, effective?.credential, signal),
  );
  const snapshot =
    tools === undefined ? undefined : await during('tools', async () => toSnapshot(sourceOf(row, target), tools));
  return writeDown(context, row, async (tx) => {
    await during('policy', () => assertPolicy(core, tx, { orgId: row.org_id, workspaceId: row.workspace_id }, app));
    const seen =
      snapshot === undefined
        ? { tools_snapshot_hash: null, tools_present_hash: null, tools_checked_at: null, tools: [] }
        : await watch.adopt(tx, row, snapshot, 'verifier');
    const next = isLookedAt(target) && snapshot !== undefined ? core.clock.now() + checkMs : null;
    const begun = { app, target, definitions: snapshot?.definitions ?? [] };
    await during('tools', () => core.effects.begin(tx, row, begun));
    return {
      change: {
        status: 'installed',
        version: app.version,
        title: app.title,
        service: serviceOf(app),
        auth,
        error: null,
        config: row.target_config ?? row.config,
        target_version: null,
        target_config: null,
        ...seen,
        ...atRest,
        next_at: next,
      },
      note: {
        action: 'upgraded',
        isChange: true,
        message: `${app.title} is version ${app.version} now`,
        fields: { from: row.version },
      },
    };
  });
};

/** Makes the pending credential of the new version, in a transaction of its own. */
async function makePlace(
  { core }: StepContext,
  row: InstallationRow,
  app: AppVersion,
  asked: InstallationAuth,
): Promise<void> {
  const { issuer, resource } = asked;
  const client =
    asked.type === 'oauth2_code' && issuer !== null
      ? await during('registration', () => core.foreign.ensureClient(row.org_id, issuer, resource ?? issuer))
      : undefined;
  await core.db.transaction(async (tx) => {
    await core.changes.hold(tx, row.org_id);
    const now = await core.store.lock(tx, row.org_id, row.id);
    if (now?.status !== row.status || now.revision !== row.revision) return;
    await ensureCredential(core, tx, row, { ...asked, foreign_client_id: client?.id ?? null }, app);
  });
}
