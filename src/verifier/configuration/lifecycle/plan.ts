/**
 * Plans what an agent's policy asks for at one moment. Pure. A dry run shows the plan and a run carries it out, so both agree;
 * after a carried out plan nothing is left to do.
 */

import {
  type changeKinds,
  type RuleType,
  ruleTypes,
  type unknownReasons,
} from '../../../contract/api/lifecycle/states.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { type DecidingPolicy, defaultDays, type Rule } from './rules.ts';
import {
  type AgentActivity,
  dayMs,
  heardAtOf,
  isHeard,
  quietSinceOf,
  type StalenessSubject,
  type Telemetry,
} from './staleness.ts';

/** An agent as the rules see it. Times are milliseconds since the epoch. */
export interface LifecycleAgent extends StalenessSubject {
  readonly status: string;
  readonly owner_count: number;
  /** null: nobody has to attest it. */
  readonly attestation_due_at: number | null;
}

/** A recorded problem that still exists. */
export interface OpenIssue {
  readonly rule: RuleType;
  readonly since: number;
  readonly warned_at: number;
  /** When the agent was suspended for it. */
  readonly enforced_at: number | null;
}

/** One change that a run makes to an agent. */
export interface PlannedChange {
  readonly kind: (typeof changeKinds)[number];
  readonly rule: RuleType;
  /** When the agent began to break the rule. */
  readonly since: number;
  /** Of a warning: when the rule is enforced if nothing changes; null if it is not. */
  readonly dueAt: number | null;
  readonly reason: string;
}

/** A rule that cannot be decided, and therefore changes nothing. */
export interface UnknownRule {
  readonly rule: RuleType;
  readonly reason: (typeof unknownReasons)[number];
}

export interface Plan {
  readonly changes: readonly PlannedChange[];
  readonly unknown: readonly UnknownRule[];
}

export interface PlanInput {
  readonly agent: LifecycleAgent;
  readonly activity: AgentActivity;
  readonly telemetry: Telemetry;
  readonly policy: DecidingPolicy;
  readonly issues: readonly OpenIssue[];
  readonly now: number;
}

/** Gives the changes that are due for an agent now. */
export function planFor(input: PlanInput): Plan {
  switch (input.agent.status) {
    case 'active':
      return planActive(input);
    case 'orphaned':
      return planOrphaned(input);
    case 'suspended':
      return planSuspended(input);
    default:
      return { changes: resolveAll(input.issues, `the agent is ${input.agent.status}`), unknown: [] };
  }
}

/** Gives the time at which a broken rule is enforced; null for a policy that only reports. */
export function dueAtOf({ enforcement }: DecidingPolicy, rule: Rule, since: number, warnedAt: number): number | null {
  if (enforcement.action === 'notify') return null;
  return Math.max(since + rule.threshold_days * dayMs, warnedAt + rule.grace_days * dayMs);
}

/** Gives the time at which an agent suspended for a rule is decommissioned; null if it is not. */
export function decommissionAtOf({ enforcement }: DecidingPolicy, enforcedAt: number): number | null {
  if (enforcement.action !== 'suspend_then_decommission') return null;
  return enforcedAt + (enforcement.grace_days ?? defaultDays.grace) * dayMs;
}

type Finding =
  | { readonly verdict: 'fine' }
  | { readonly verdict: 'unknown'; readonly reason: UnknownRule['reason'] }
  | { readonly verdict: 'broken'; readonly since: number; readonly reason: string };

function planActive(input: PlanInput): Plan {
  const { policy, issues, now } = input;
  // Somebody reactivated it: the periods of the rule start again.
  const reactivated = issues.filter(({ enforced_at }) => enforced_at !== null);
  const standing = issues.filter(({ enforced_at }) => enforced_at === null);
  const over = resolveAll(reactivated, 'the agent was reactivated');
  const findings = ruleTypes.map((type) => ({ type, finding: findRule(input, type) }));
  const unknown = findings.flatMap(({ type, finding }) =>
    finding.verdict === 'unknown' ? [{ rule: type, reason: finding.reason }] : [],
  );
  const broken = findings.flatMap(({ type, finding }) => {
    const rule = policy.rules.find((candidate) => candidate.type === type);
    if (finding.verdict !== 'broken' || rule === undefined) return [];
    const issue = standing.find((candidate) => candidate.rule === type);
    const dueAt = dueAtOf(policy, rule, finding.since, issue?.warned_at ?? now);
    return [{ ...finding, type, issue, dueAt }];
  });
  const due = broken.find(({ dueAt }) => dueAt !== null && dueAt <= now);
  if (due !== undefined) {
    const { type: rule, since, reason, dueAt } = due;
    const others = standing.filter((issue) => issue.rule !== rule);
    return {
      unknown,
      changes: [
        ...over,
        ...resolveAll(others, `the agent is suspended for ${rule}`),
        ...(due.issue === undefined ? [{ kind: 'warn' as const, rule, since, dueAt, reason }] : []),
        { kind: 'suspend', rule, since, dueAt: null, reason },
      ],
    };
  }
  const held = new Set<RuleType>([...broken.map(({ type }) => type), ...unknown.map(({ rule }) => rule)]);
  const fixed = standing.filter(({ rule }) => !held.has(rule));
  const warned = broken.flatMap(({ type, issue, since, dueAt, reason }) =>
    issue === undefined ? [{ kind: 'warn' as const, rule: type, since, dueAt, reason }] : [],
  );
  return { changes: [...over, ...resolveAll(fixed, 'it holds no longer'), ...warned], unknown };
}

/** Plans for an orphaned agent, which does not run: warns, and decommissions it in the end. */
function planOrphaned(input: PlanInput): Plan {
  const { policy, issues, now } = input;
  const isOwn = ({ rule, enforced_at }: OpenIssue) => rule === 'missing_owner' && enforced_at === null;
  const over = resolveAll(
    issues.filter((issue) => !isOwn(issue)),
    'the agent is orphaned',
  );
  const issue = issues.find(isOwn);
  const rule = policy.rules.find(({ type, enabled }) => type === 'missing_owner' && enabled);
  if (rule === undefined) {
    return { changes: [...over, ...resolveAll(issue === undefined ? [] : [issue], 'it holds no longer')], unknown: [] };
  }
  const since = ownerlessSince(input.agent);
  const dueAt = dueAtOf(policy, rule, since, issue?.warned_at ?? now);
  const reason = `no owner since ${toTimestamp(since)}`;
  const shared = { rule: rule.type, since, reason };
  const warned = issue === undefined ? [{ kind: 'warn' as const, ...shared, dueAt }] : [];
  const endAt = dueAt === null ? null : decommissionAtOf(policy, dueAt);
  const ended = endAt !== null && endAt <= now ? [{ kind: 'decommission' as const, ...shared, dueAt: null }] : [];
  return { changes: [...over, ...warned, ...ended], unknown: [] };
}

/** Plans only for what the rules suspended the agent for; a person's suspension is theirs to end. */
function planSuspended({ telemetry, policy, issues, now }: PlanInput): Plan {
  const idle = issues.filter(({ enforced_at }) => enforced_at === null);
  const over = resolveAll(idle, 'the agent is suspended');
  const due = issues.flatMap(({ rule: type, since, enforced_at }) => {
    const rule = policy.rules.find((candidate) => candidate.type === type && candidate.enabled);
    const endAt = enforced_at === null ? null : decommissionAtOf(policy, enforced_at);
    if (rule === undefined || enforced_at === null || endAt === null || endAt > now) return [];
    const reason = `suspended for ${type} since ${toTimestamp(enforced_at)}`;
    return [{ rule, change: { kind: 'decommission' as const, rule: type, since, dueAt: null, reason } }];
  });
  // Without telemetry no step is enforced because of silence.
  const canTell = (rule: Rule) => rule.type !== 'inactivity' || isHeard(heardAtOf(telemetry), warnMsOf(rule), now);
  const told = due.filter(({ rule }) => canTell(rule)).map(({ change }) => change);
  const unknown = due
    .filter(({ rule }) => !canTell(rule))
    .map(({ rule }) => ({ rule: rule.type, reason: 'telemetry_missing' as const }));
  return { changes: [...over, ...told.slice(0, 1)], unknown };
}

function resolveAll(issues: readonly OpenIssue[], reason: string): PlannedChange[] {
  return issues.map(({ rule, since }) => ({ kind: 'resolve', rule, since, dueAt: null, reason }));
}

function findRule({ agent, activity, telemetry, policy, now }: PlanInput, type: RuleType): Finding {
  const rule = policy.rules.find((candidate) => candidate.type === type);
  if (rule === undefined || !rule.enabled) return { verdict: 'fine' };
  switch (type) {
    case 'missing_owner':
      return findMissingOwner(agent);
    case 'inactivity':
      return findInactivity(quietSinceOf(agent, activity), heardAtOf(telemetry), rule, now);
    case 'attestation_overdue':
      return findOverdue(agent.attestation_due_at, now);
    case 'unused_permissions':
      // Unused permissions are not recorded yet.
      return { verdict: 'unknown', reason: 'no_data' };
  }
}

function findMissingOwner(agent: LifecycleAgent): Finding {
  if (agent.owner_count > 0) return { verdict: 'fine' };
  const since = ownerlessSince(agent);
  return { verdict: 'broken', since, reason: `no owner since ${toTimestamp(since)}` };
}

function ownerlessSince({ status_changed_at, created_at }: LifecycleAgent): number {
  return status_changed_at ?? created_at;
}

function findInactivity(quietSince: number, heardAt: number | null, rule: Rule, now: number): Finding {
  const warnMs = warnMsOf(rule);
  if (now - quietSince < warnMs) return { verdict: 'fine' };
  if (!isHeard(heardAt, warnMs, now)) return { verdict: 'unknown', reason: 'telemetry_missing' };
  const days = Math.floor((now - quietSince) / dayMs);
  const reason = `no sign of life since ${toTimestamp(quietSince)} (${days} days)`;
  return { verdict: 'broken', since: quietSince, reason };
}

function warnMsOf({ warn_days = defaultDays.warn }: Rule): number {
  return warn_days * dayMs;
}

function findOverdue(dueAt: number | null, now: number): Finding {
  if (dueAt === null || now < dueAt) return { verdict: 'fine' };
  return { verdict: 'broken', since: dueAt, reason: `attestation overdue since ${toTimestamp(dueAt)}` };
}
