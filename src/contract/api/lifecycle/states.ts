/** Rules, actions and outcomes of lifecycle policies. */

/** In the order of evaluation: the first rule that is due decides what happens to an agent. */
export const ruleTypes = ['missing_owner', 'inactivity', 'attestation_overdue', 'unused_permissions'] as const;
export type RuleType = (typeof ruleTypes)[number];

export const enforcementActions = ['notify', 'suspend', 'suspend_then_decommission'] as const;

export const changeKinds = ['warn', 'resolve', 'suspend', 'decommission'] as const;

/** Why a rule cannot be decided. */
export const unknownReasons = ['telemetry_missing', 'no_data'] as const;

/** Most policies of an organisation. */
export const maxPolicies = 10;
