/** Rows of agents: how a new one begins, what a change of one comes to, and how it is shown. */
import { toTimestamp } from '../../platform/clock.ts';
import type { AuditModeState } from './audit-mode.ts';
import type { Agent } from './schema.ts';
import type { AgentChange } from './store.ts';
import type { AgentRow } from './tables.ts';

/** The four members of an audit mode, and no other. */
export function pickMode(row: AuditModeState): AuditModeState {
  const { audit_mode, audit_mode_until, audit_mode_reason, audit_mode_by } = row;
  return { audit_mode, audit_mode_until, audit_mode_reason, audit_mode_by };
}

/** What an update would write; undefined when the row is that already. */
export function toDifference(row: AgentRow, next: Required<AgentChange>): Required<AgentChange> | undefined {
  const isSame = Object.entries(next).every(([member, value]) => Reflect.get(row, member) === value);
  return isSame ? undefined : next;
}

/** What the log of changes keeps of an agent. */
export function toDocument({ workspace_id, name, model_id, public_passports, ...row }: AgentRow) {
  const mode = pickMode(row);
  return { workspace_id, name, model_id, ...mode, audit_mode_until: toTime(mode.audit_mode_until), public_passports };
}

/** An agent as the API shows it. */
export function toAgent(row: AgentRow): Agent {
  const { seq: _seq, created_at, updated_at, audit_mode_until, ...rest } = row;
  return {
    ...rest,
    audit_mode_until: toTime(audit_mode_until),
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}

function toTime(timeMs: number | null): string | null {
  return timeMs === null ? null : toTimestamp(timeMs);
}
