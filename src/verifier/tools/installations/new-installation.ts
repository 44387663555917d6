/** Makes the row of a new installation: it holds only the request. */

import type { InstallationConfig } from '../../../contract/api/installations/shapes.ts';
import { createId } from '../../../platform/ids.ts';
import type { AgentStanding } from '../../configuration/agents/standing.ts';
import type { AppVersion } from '../app-catalog/ports.ts';
import { atRest, type InstallationDeps, serviceOf } from './core.ts';
import { noAuth } from './discover-access.ts';
import type { NewInstallation } from './store.ts';

export interface InstallationRequest {
  readonly app: AppVersion;
  readonly agent: Pick<AgentStanding, 'id' | 'orgId' | 'workspaceId'>;
  readonly config: InstallationConfig;
  /** The person whose own credential it uses; null: the agent's, or a shared one. */
  readonly connectUserId: string | null;
  /** A person, or the rule that requires it. */
  readonly by: string;
}

export function toNewInstallation(
  { clock, randomBytes }: Pick<InstallationDeps, 'clock' | 'randomBytes'>,
  { app, agent, config, connectUserId, by }: InstallationRequest,
): NewInstallation {
  const now = clock.now();
  return {
    org_id: agent.orgId,
    id: createId('ins', clock, randomBytes),
    app_id: app.appId,
    name: app.name,
    title: app.title,
    version: app.version,
    target_version: null,
    target_config: null,
    service: serviceOf(app),
    agent_id: agent.id,
    workspace_id: agent.workspaceId,
    connect_user_id: connectUserId,
    status: 'requested',
    config,
    auth: noAuth,
    approval_id: null,
    error: null,
    resume_at: null,
    tools: [],
    tools_snapshot_hash: null,
    tools_present_hash: null,
    tools_checked_at: null,
    is_quarantined: false,
    quarantined_at: null,
    quarantine_reason: null,
    asked_by: by,
    ...atRest,
    next_at: now,
    revision: 1,
    created_at: now,
    created_by: by,
    updated_at: now,
    installed_at: null,
    removed_at: null,
    removed_by: null,
  };
}
