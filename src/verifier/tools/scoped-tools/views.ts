/** Formats rules on tools, and the tools of an agent, for the API. */

import type {
  EffectiveToolsView,
  EffectiveToolView,
  ScopedToolView,
} from '../../../contract/api/scoped-tools/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { toPage } from '../../../platform/http/page.ts';
import type { EffectiveTool, EffectiveTools, ToolName } from './ports.ts';
import type { ScopedToolRow } from './tables.ts';

export function toScopedTool(row: ScopedToolRow, appName: string | null): ScopedToolView {
  const { id, mode, allow_override, reason, set_by, revision, created_by } = row;
  return {
    id,
    scope: { level: row.scope_level, id: row.scope_id },
    tool: { app_id: row.app_id, server: row.server, name: row.name },
    app_name: appName,
    mode,
    allow_override,
    reason,
    set_by,
    revision,
    created_at: toTimestamp(row.created_at),
    created_by,
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toEffectiveView(found: EffectiveTools, limit: number): EffectiveToolsView {
  const rows = found.items.map((item, index) => ({ item, seq: found.total - found.first - index }));
  const page = toPage(rows, limit, ({ item }) => toItem(item));
  return {
    agent_id: found.agentId,
    workspace_id: found.workspaceId,
    readiness: found.readiness,
    unmet_requirements: found.unmetRequirements.map(({ tool, status }) => ({ tool: toTool(tool), status })),
    ...page,
  };
}

function toItem({ tool, verdict, installed, callable, auth, reason }: EffectiveTool): EffectiveToolView {
  const { mode, decidedBy } = verdict;
  return {
    tool: toTool(tool),
    mode,
    decided_by: { level: decidedBy.level, id: decidedBy.id, rule_id: decidedBy.ruleId ?? null },
    overridden: verdict.overridden.map((one) => ({
      level: one.level,
      id: one.id,
      rule_id: one.ruleId,
      mode: one.mode,
    })),
    installed,
    callable,
    auth: {
      required: auth.required,
      type: auth.type,
      status: auth.status,
      credential_id: auth.credentialId,
      scopes_missing: [...auth.scopesMissing],
      connect_url: auth.connectUrl,
    },
    reason,
    rule_reason: verdict.reason,
  };
}

function toTool({ appId, server, name }: ToolName) {
  return { app_id: appId, server, name };
}
