/** Rules of lifecycle policies (platform model 2): their shape, what holds where a policy leaves something out, and which policy decides. */
import { type Static, Type } from 'typebox';
import { type Scope, ScopeSchema } from '../../contract/control/scope.ts';
import { idPattern } from '../../contract/ids.ts';
import type { StalenessSubject } from './staleness.ts';

/** In the order in which they are looked at: the first one that is due decides what happens to an agent. */
export const ruleTypes = ['missing_owner', 'inactivity', 'attestation_overdue', 'unused_permissions'] as const;
export type RuleType = (typeof ruleTypes)[number];

export const enforcementActions = ['notify', 'suspend', 'suspend_then_decommission'] as const;

const DaysSchema = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

export const RuleInputSchema = Type.Object(
  {
    type: Type.Enum(ruleTypes),
    enabled: Type.Optional(Type.Boolean({ description: 'true if absent' })),
    threshold_days: Type.Optional(
      DaysSchema(0, 3_650, 'enforced when it has held for so long; inactivity and unused_permissions 90, others 0'),
    ),
    warn_days: Type.Optional(
      DaysSchema(1, 3_650, 'of inactivity: stale and warned of after so long; 30, and never after threshold_days'),
    ),
    grace_days: Type.Optional(
      DaysSchema(0, 365, 'enforced no sooner than so long after the warning was written down; 14 if absent'),
    ),
  },
  { additionalProperties: false },
);

export const EnforcementSchema = Type.Object(
  {
    action: Type.Enum(enforcementActions),
    grace_days: Type.Optional(
      DaysSchema(1, 365, 'of suspend_then_decommission: decommissioned so long after the suspension; 14 if absent'),
    ),
  },
  { additionalProperties: false },
);

export const LabelsSchema = Type.Record(Type.String({ pattern: idPattern }), Type.String({ maxLength: 200 }), {
  maxProperties: 16,
  description: 'only agents that have all of these',
});

export const PolicyScopeSchema = Type.Object(
  { ...ScopeSchema.properties, labels: Type.Optional(LabelsSchema) },
  { additionalProperties: false },
);

export type RuleInput = Static<typeof RuleInputSchema>;
export type Enforcement = Static<typeof EnforcementSchema>;
export type PolicyScope = Static<typeof PolicyScopeSchema>;

/** A rule with nothing left out. */
export interface Rule {
  readonly type: RuleType;
  readonly enabled: boolean;
  readonly threshold_days: number;
  /** Of inactivity alone. */
  readonly warn_days?: number;
  readonly grace_days: number;
}

/** A policy as far as it decides. */
export interface DecidingPolicy {
  /** null: none was written, the defaults hold. */
  readonly id: string | null;
  readonly rules: readonly Rule[];
  readonly enforcement: Enforcement;
}

/** A policy as far as it is chosen. */
export interface PlacedPolicy extends DecidingPolicy {
  readonly id: string;
  /** The lowest decides; no two of an organisation have the same. */
  readonly priority: number;
  readonly scope: PolicyScope;
}

/** Numbers that hold where a policy names none. */
export const defaultDays = { warn: 30, suspend: 90, grace: 14 } as const;

/** Gives a rule what it leaves out. */
export function completeRule({ type, enabled = true, ...days }: RuleInput): Rule {
  const isLong = type === 'inactivity' || type === 'unused_permissions';
  const { threshold_days = isLong ? defaultDays.suspend : 0, grace_days = defaultDays.grace } = days;
  const rule = { type, enabled, threshold_days, grace_days };
  if (type !== 'inactivity') return rule;
  return { ...rule, warn_days: Math.min(days.warn_days ?? defaultDays.warn, threshold_days) };
}

/**
 * What holds for an agent that no policy covers: it is reported, and nothing is ever done to it. Suspending agents is a
 * decision that somebody has to write down.
 */
export const defaultPolicy: DecidingPolicy = {
  id: null,
  rules: (['missing_owner', 'inactivity', 'attestation_overdue'] as const).map((type) => completeRule({ type })),
  enforcement: { action: 'notify' },
};

/** The policy that decides for an agent: of those that cover it the one with the lowest priority, and no other. */
export function policyOf(
  agent: Pick<StalenessSubject, 'id' | 'workspace_id' | 'labels'>,
  policies: readonly PlacedPolicy[],
): DecidingPolicy {
  const covering = policies.filter(({ scope }) => covers(scope, agent));
  const [first, ...others] = covering;
  if (first === undefined) return defaultPolicy;
  return others.reduce((best, policy) => (policy.priority < best.priority ? policy : best), first);
}

/** After how many days without a sign of life an agent is stale, under the policy that decides for it. */
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
