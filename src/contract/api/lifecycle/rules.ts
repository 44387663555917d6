/** Parts of a lifecycle policy: its rules, its scope and its enforcement. */
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../control/scope.ts';
import { idPattern } from '../../ids.ts';
import { enforcementActions, ruleTypes } from './states.ts';

const DaysSchema = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

export const RuleInputSchema = Type.Object(
  {
    type: Type.Enum(ruleTypes),
    enabled: Type.Optional(Type.Boolean({ description: 'Default true' })),
    threshold_days: Type.Optional(
      DaysSchema(
        0,
        3_650,
        'Days for which the rule must be broken before it is enforced; default 90 for inactivity and ' +
          'unused_permissions, 0 for the others',
      ),
    ),
    warn_days: Type.Optional(
      DaysSchema(
        1,
        3_650,
        'For inactivity: days after which the agent is stale and a warning is given; default 30, at most threshold_days',
      ),
    ),
    grace_days: Type.Optional(DaysSchema(0, 365, 'Days between the warning and the earliest enforcement; default 14')),
  },
  { additionalProperties: false, $id: 'WriteLifecycleRule' },
);

export const EnforcementSchema = Type.Object(
  {
    action: Type.Enum(enforcementActions),
    grace_days: Type.Optional(DaysSchema(1, 365, 'For suspend_then_decommission: days between both; default 14')),
  },
  { additionalProperties: false, $id: 'LifecycleEnforcement' },
);

const LabelsSchema = Type.Record(Type.String({ pattern: idPattern }), Type.String({ maxLength: 200 }), {
  maxProperties: 16,
  description: 'Labels that an agent must have, all of them',
});

export const PolicyScopeSchema = Type.Object(
  { ...ScopeSchema.properties, labels: Type.Optional(LabelsSchema) },
  { additionalProperties: false, $id: 'LifecycleScope' },
);

export type RuleInput = Static<typeof RuleInputSchema>;
export type Enforcement = Static<typeof EnforcementSchema>;
export type PolicyScope = Static<typeof PolicyScopeSchema>;
