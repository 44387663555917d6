/** Rules of lifecycle policies: the defaults, and the choice of the policy that decides for an agent. */
import type { Enforcement, PolicyScope, RuleInput } from '../../../contract/api/lifecycle/rules.ts';
import type { RuleType } from '../../../contract/api/lifecycle/states.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { StalenessSubject } from './staleness.ts';

/** A rule with all members. */
export interface Rule {
  readonly type: RuleType;
  readonly enabled: boolean;
  readonly threshold_days: number;
  /** For inactivity only. */
  readonly warn_days?: number;
  readonly grace_days: number;
}

/** The part of a policy that decides. */
export interface DecidingPolicy {
  /** null: the defaults. */
  readonly id: string | null;
  readonly rules: readonly Rule[];
  readonly enforcement: Enforcement;
}

/** The part of a policy that says which agents it covers. */
export interface PlacedPolicy extends DecidingPolicy {
  readonly id: string;
  /** Unique in the organisation; the lowest number decides. */
  readonly priority: number;
  readonly scope: PolicyScope;
}

/** Defaults, in days. */
export const defaultDays = { warn: 30, suspend: 90, grace: 14 } as const;

/** Adds the defaults of a rule. */
export function completeRule({ type, enabled = true, ...days }: RuleInput): Rule {
  const isLong = type === 'inactivity' || type === 'unused_permissions';
  const { threshold_days = isLong ? defaultDays.suspend : 0, grace_days = defaultDays.grace } = days;
  const rule = { type, enabled, threshold_days, grace_days };
  if (type !== 'inactivity') return rule;
  return { ...rule, warn_days: Math.min(days.warn_days ?? defaultDays.warn, threshold_days) };
}

/**
 * The policy of an agent that no written policy covers: it reports and changes nothing. Suspending agents needs a written policy.
 */
export const defaultPolicy: DecidingPolicy = {
  id: null,
  rules: (['missing_owner', 'inactivity', 'attestation_overdue'] as const).map((type) => completeRule({ type })),
  enforcement: { action: 'notify' },
};

/** Gives the policy that decides for an agent: the one with the lowest priority of those that cover it. */
export function policyOf(
  agent: Pick<StalenessSubject, 'id' | 'workspace_id' | 'labels'>,
  policies: readonly PlacedPolicy[],
): DecidingPolicy {
  const covering = policies.filter(({ scope }) => covers(scope, agent));
  const [first, ...others] = covering;
  if (first === undefined) return defaultPolicy;
  return others.reduce((best, policy) => (policy.priority < best.priority ? policy : best), first);
}

/** Gives the days without a sign of life after which an agent is stale, under its policy. */
export function staleDaysOf({ rules }: DecidingPolicy): number {
  const rule = rules.find(({ type, enabled }) => type === 'inactivity' && enabled);
  return rule?.warn_days ?? defaultDays.warn;
}

function covers({ labels = {}, ...scope }: PolicyScope, agent: Parameters<typeof policyOf>[0]): boolean {
  return isWithin(scope, agent) && Object.entries(labels).every(([name, value]) => agent.labels[name] === value);
}

function isWithin({ level, id }: Scope, agent: Parameters<typeof policyOf>[0]): boolean {
  switch (level) {
    case 'org':
      return true;
    case 'workspace':
      return agent.workspace_id === id;
    case 'agent':
      return agent.id === id;
  }
}
