/** What the form of a life-cycle policy holds, and the call that it makes. */
import type { LifecyclePolicy, WriteLifecyclePolicyInput } from '@assay/client';

export const ruleTypes = ['missing_owner', 'inactivity', 'attestation_overdue', 'unused_permissions'] as const;
export const enforcements = ['notify', 'suspend', 'suspend_then_decommission'] as const;
export const levels = ['org', 'workspace', 'agent'] as const;
export type RuleType = (typeof ruleTypes)[number];

interface RuleDraft {
  readonly type: RuleType;
  readonly enabled: boolean;
  readonly threshold: number;
  readonly grace: number;
  /** Days until the warning of inactivity, which the form keeps as it is. */
  readonly warn: number | undefined;
}

export interface LifecycleDraft {
  readonly name: string;
  readonly priority: number;
  readonly level: (typeof levels)[number];
  readonly scopeId: string;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly rules: readonly RuleDraft[];
  readonly action: (typeof enforcements)[number];
  readonly actionGrace: number | undefined;
}

const usualGrace = 14;
const usualThresholds: Readonly<Record<RuleType, number>> = {
  missing_owner: 0,
  inactivity: 90,
  attestation_overdue: 0,
  unused_permissions: 90,
};

/** The draft of a new policy, or of one that exists. */
export function toDraft(policy: LifecyclePolicy | undefined, organisation: string): LifecycleDraft {
  return {
    name: policy?.name ?? '',
    priority: policy?.priority ?? 100,
    level: levels.find((level) => level === policy?.scope.level) ?? 'org',
    scopeId: policy?.scope.id ?? organisation,
    labels: policy?.scope.labels,
    rules: ruleTypes.map((type) => {
      const rule = policy?.rules.find((entry) => entry.type === type);
      return {
        type,
        enabled: rule?.enabled ?? false,
        threshold: rule?.threshold_days ?? usualThresholds[type],
        grace: rule?.grace_days ?? usualGrace,
        warn: rule?.warn_days,
      };
    }),
    action: enforcements.find((action) => action === policy?.enforcement.action) ?? 'notify',
    actionGrace: policy?.enforcement.grace_days,
  };
}

/** The body of the call. Rules that are off stay out. */
export function toPolicyInput(draft: LifecycleDraft): WriteLifecyclePolicyInput {
  const { name, priority, level, scopeId, labels, rules, action, actionGrace } = draft;
  return {
    name: name.trim(),
    priority,
    scope: { level, id: scopeId.trim(), ...(labels === undefined ? {} : { labels }) },
    rules: rules
      .filter(({ enabled }) => enabled)
      .map(({ type, threshold, grace, warn }) => ({
        type,
        threshold_days: threshold,
        grace_days: grace,
        ...(warn === undefined ? {} : { warn_days: Math.min(warn, threshold) }),
      })),
    enforcement: {
      action,
      ...(action === 'suspend_then_decommission' && actionGrace !== undefined ? { grace_days: actionGrace } : {}),
    },
  };
}
