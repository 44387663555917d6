/** Formats installed apps for the API. */

import type { Installation, InstallationTools } from '../../../contract/api/installations/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import { hashOf, type ToolDefinition } from '../../../platform/tools/definition.ts';
import { compareTools, countWithheld } from './definitions.ts';
import type { InstalledApp } from './ports.ts';
import type { InstalledAppRow } from './store.ts';
import { findExclusionReasons, findSuspiciousTools } from './suspicious-tools.ts';
import type { FoundInTool, InstallationRow, ToolSnapshotRow } from './tables.ts';

export interface ViewExtras {
  readonly connectUrl?: string | undefined;
  readonly warnings?: readonly string[];
}

export function toInstallation(row: InstallationRow, { connectUrl, warnings = [] }: ViewExtras = {}): Installation {
  const { auth } = row;
  return {
    id: row.id,
    org_id: row.org_id,
    revision: row.revision,
    app_id: row.app_id,
    name: row.name,
    title: row.title,
    version: row.version,
    target_version: row.target_version,
    agent_id: row.agent_id,
    scope: { level: 'workspace', id: row.workspace_id },
    status: row.status,
    quarantine:
      row.quarantined_at === null
        ? null
        : { since: toTimestamp(row.quarantined_at), reason: row.quarantine_reason ?? 'tools_changed' },
    auth: {
      required: auth.required,
      type: auth.type,
      service: row.service,
      resource: auth.resource,
      issuer: auth.issuer,
      registration: auth.registration,
      client_id: auth.client_id,
      scopes: [...auth.scopes],
      credential_id: auth.credential_id,
      credential_source: auth.credential_source,
    },
    config: row.config,
    tools_snapshot_hash: row.tools_snapshot_hash,
    tools_present_hash: row.tools_present_hash,
    tools_checked_at: toTimestampOrNull(row.tools_checked_at),
    tools_count: row.tools.length,
    tools_withheld: countWithheld(row.tools),
    error: row.error,
    approval_id: row.approval_id,
    connect_url: connectUrl ?? null,
    next_action: toNextAction(row),
    warnings: [...warnings],
    created_at: toTimestamp(row.created_at),
    created_by: row.created_by,
    updated_at: toTimestamp(row.updated_at),
    installed_at: toTimestampOrNull(row.installed_at),
    removed_at: toTimestampOrNull(row.removed_at),
    removed_by: row.removed_by,
  };
}

function toNextAction(row: InstallationRow): string | null {
  if (row.is_quarantined && row.status === 'installed') return 'approve_tools';
  if (row.status === 'awaiting_approval') return 'approve';
  if (row.status === 'awaiting_connect') return row.auth.credential_id === null ? 'add_credential' : 'connect';
  return row.status === 'failed' && row.error?.retryable === true ? 'retry' : null;
}

/** Gives the form that the cascade of tools takes. */
export function toInstalledApp({ servers, names, hashes, withheld, auth, ...row }: InstalledAppRow): InstalledApp {
  const isWithheld = new Set(withheld);
  const { required, type, resource, issuer, registration, scopes, is_host_chosen: isHostChosen = false } = auth;
  return {
    id: row.id,
    appId: row.app_id,
    version: row.version,
    name: row.name,
    agentId: row.agent_id,
    workspaceId: row.workspace_id,
    status: row.status,
    isQuarantined: row.is_quarantined,
    service: row.service,
    auth: { required, type, resource, issuer, registration, scopes, isHostChosen },
    tools: names.map((name, index) => ({
      server: servers[index] ?? '',
      name,
      isWithheld: isWithheld.has(hashes[index] ?? ''),
    })),
  };
}

/** Gives the approved and the present tools side by side. */
export function toToolsView(
  row: InstallationRow,
  approved: ToolSnapshotRow | undefined,
  present: ToolSnapshotRow | undefined,
): InstallationTools {
  const differences = compareTools(approved?.definitions ?? [], present?.definitions ?? []);
  const flags = findSuspiciousTools(present?.definitions ?? []);
  const findings = new Map((present?.findings ?? []).map((each) => [JSON.stringify([each.server, each.tool]), each]));
  return {
    installation_id: row.id,
    tools_snapshot_hash: row.tools_snapshot_hash,
    tools_present_hash: row.tools_present_hash,
    is_quarantined: row.is_quarantined,
    seen_at: toTimestampOrNull(present?.seen_at ?? null),
    seen_by: present?.seen_by ?? null,
    items: differences.map(({ server, name, change, changed, approved: old, present: fresh }) => ({
      server,
      name,
      change,
      changed: [...changed],
      hash: fresh === undefined ? null : hashOf(fresh),
      flags: fresh === undefined ? [] : [...(flags.get(fresh) ?? [])],
      ...toFound(fresh, findings.get(JSON.stringify([server, name]))),
      approved: old === undefined ? null : toShown(old),
      present: fresh === undefined ? null : toShown(fresh),
    })),
  };
}

/** Gives findings about the present definition; none if the tool is gone. */
function toFound(fresh: ToolDefinition | undefined, found: FoundInTool | undefined) {
  const { allowed, reasons = [] } = (fresh && found) ?? {};
  return {
    findings: [...(fresh === undefined ? [] : findExclusionReasons(fresh)), ...reasons],
    allowed: allowed === undefined ? null : { by: allowed.by, at: toTimestamp(allowed.at), reason: allowed.reason },
  };
}

function toShown({ server: _server, name: _name, ...definition }: ToolDefinition) {
  return definition;
}
