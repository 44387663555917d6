/** The lifecycle of one agent for a reader: its state, the coming steps with their times, and the past ones. */

import type { AgentLifecycle } from '../../../contract/api/lifecycle/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditRow } from '../../base/audit-log/tables.ts';
import { decommissionAtOf, dueAtOf } from './plan.ts';
import { type ReadStaleness, toPlaced } from './read-staleness.ts';
import { type DecidingPolicy, policyOf } from './rules.ts';
import type { LifecycleStore } from './store.ts';
import type { LifecycleIssueRow } from './tables.ts';

export interface AgentLifecyclesDeps {
  readonly db: Db;
  readonly store: LifecycleStore;
  readonly readStaleness: ReadStaleness;
}

export interface AgentLifecycles {
  /** @throws AppError `not_found`. */
  get(orgId: string, agentId: string): Promise<AgentLifecycle>;
}

const maxEvents = 100;

export function createAgentLifecycles({ db, store, readStaleness }: AgentLifecyclesDeps): AgentLifecycles {
  return {
    async get(orgId, agentId) {
      const agent = await store.findAgent(db, orgId, agentId);
      const [staleness] = agent === undefined ? [] : await readStaleness(db, orgId, [agent]);
      if (agent === undefined || staleness === undefined) {
        throw new AppError('not_found', 'no such agent', { detail: 'there is no such agent' });
      }
      const policy = policyOf(agent, (await store.listAllPolicies(db, orgId)).map(toPlaced));
      const issues = await store.listIssues(db, orgId, [agentId]);
      const events = await store.listEvents(db, orgId, agentId, maxEvents);
      return {
        agent_id: agentId,
        status: agent.status,
        status_reason: agent.status_reason,
        status_changed_by: agent.status_changed_by,
        status_changed_at: toTimestampOrNull(agent.status_changed_at),
        staleness,
        policy_id: policy.id,
        open_issues: issues.map((issue) => toView(issue, policy, agent.status)),
        events: events.map(toEvent),
      };
    },
  };
}

function toView(
  issue: LifecycleIssueRow,
  policy: DecidingPolicy,
  status: string,
): AgentLifecycle['open_issues'][number] {
  const { rule: type, reason, since, warned_at, enforced_at } = issue;
  const rule = policy.rules.find((candidate) => candidate.type === type && candidate.enabled);
  const dueAt = rule === undefined ? null : dueAtOf(policy, rule, since, warned_at);
  // An orphaned agent counts as suspended from the time at which it would have been.
  const stoppedAt = enforced_at ?? (status === 'orphaned' ? dueAt : null);
  return {
    rule: type,
    reason,
    since: toTimestamp(since),
    warned_at: toTimestamp(warned_at),
    suspend_at: status === 'active' && enforced_at === null ? toTimestampOrNull(dueAt) : null,
    suspended_at: toTimestampOrNull(enforced_at),
    decommission_at:
      stoppedAt === null || rule === undefined ? null : toTimestampOrNull(decommissionAtOf(policy, stoppedAt)),
  };
}

function toEvent({ timestamp, action, actor_type, actor_id, details }: AuditRow): AgentLifecycle['events'][number] {
  return { time: toTimestamp(timestamp), action, actor: { type: actor_type, id: actor_id }, details: { ...details } };
}
