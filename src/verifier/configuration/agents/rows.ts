/** Rows of agents: makes new ones, compares changes, and shows them. */
import { isDeepStrictEqual } from 'node:util';
import type { Agent } from '../../../contract/api/agents/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { AgentAccess } from '../../base/access/authorize.ts';
import { type AuditModeState, enforced } from './audit-mode.ts';
import { emptyManifest } from './manifest.ts';
import type { AgentChange, NewAgent } from './store.ts';
import type { AgentRow } from './tables.ts';

/** Picks the four members of an audit mode. */
export function pickMode(row: AuditModeState): AuditModeState {
  const { audit_mode, audit_mode_until, audit_mode_reason, audit_mode_by } = row;
  return { audit_mode, audit_mode_until, audit_mode_reason, audit_mode_by };
}

/** Gives an update; undefined if the row already has these values. */
export function toDifference(row: AgentRow, next: AgentChange): AgentChange | undefined {
  const isSame = Object.entries(next).every(([member, value]) => isDeepStrictEqual(Reflect.get(row, member), value));
  return isSame ? undefined : next;
}

/** Members of an agent that nobody registered. */
export const unsaid = {
  description: '',
  purpose: '',
  kind: 'autonomous',
  framework: null,
  deployment_type: 'full',
  labels: {},
  model_id: null,
  injection_method: 'sidecar',
  access_manifest: emptyManifest,
  client_id: null,
  owners: [],
  editors: [],
  viewers: [],
  sponsor_ids: [],
  public_passports: false,
  last_attested_at: null,
  attestation_due_at: null,
} as const satisfies AgentChange;

export interface NewPlace {
  readonly orgId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly spiffeId: string;
  readonly now: number;
}

/** Gives the row of an agent that evidence names: active, without an owner or a credential. */
export function toImplicitRow({ orgId, workspaceId, id, spiffeId, now }: NewPlace): NewAgent {
  return {
    org_id: orgId,
    workspace_id: workspaceId,
    id,
    name: id,
    spiffe_id: spiffeId,
    ...unsaid,
    ...enforced,
    status: 'active',
    status_reason: null,
    status_changed_at: null,
    status_changed_by: null,
    agent_epoch: 1,
    last_activity_at: null,
    last_token_at: null,
    heartbeat_at: null,
    implicit: true,
    revision: 1,
    created_at: now,
    created_by: 'system',
    updated_at: now,
    removed_at: null,
  };
}

/** Gives the part of an agent that the configuration log keeps. */
export function toDocument(row: AgentRow) {
  const { workspace_id, name, description, purpose, kind, framework, deployment_type, labels, model_id } = row;
  const { injection_method, access_manifest, client_id, owners, editors, viewers, sponsor_ids } = row;
  const { status, status_reason, agent_epoch, public_passports } = row;
  const mode = pickMode(row);
  return {
    workspace_id,
    name,
    description,
    purpose,
    kind,
    framework,
    deployment_type,
    labels,
    model_id,
    injection_method,
    access_manifest,
    client_id,
    owners,
    editors,
    viewers,
    sponsor_ids,
    status,
    status_reason,
    agent_epoch,
    ...mode,
    audit_mode_until: toTimestampOrNull(mode.audit_mode_until),
    public_passports,
  };
}

/** Gives an agent as the API shows it, without derived members. */
export function toAgent(row: AgentRow): Agent {
  const { seq: _seq, removed_at: _removed, owners, editors: _editors, viewers: _viewers, ...rest } = row;
  return {
    ...rest,
    owner_id: owners[0] ?? null,
    sponsor_ids: [...row.sponsor_ids],
    audit_mode_until: toTimestampOrNull(row.audit_mode_until),
    status_changed_at: toTimestampOrNull(row.status_changed_at),
    last_activity_at: toTimestampOrNull(row.last_activity_at),
    last_token_at: toTimestampOrNull(row.last_token_at),
    heartbeat_at: toTimestampOrNull(row.heartbeat_at),
    last_attested_at: toTimestampOrNull(row.last_attested_at),
    attestation_due_at: toTimestampOrNull(row.attestation_due_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** Gives the roles of people on an agent, for access checks. */
export function toAccess({
  id,
  org_id: orgId,
  owners,
  editors,
}: Pick<AgentRow, 'id' | 'org_id' | 'owners' | 'editors'>): AgentAccess {
  return { id, orgId, owners, editors };
}
