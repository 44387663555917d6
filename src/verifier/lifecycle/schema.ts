/** Wire shapes of lifecycle policies, of their evaluation, and of the lifecycle of one agent (platform model 2). */

import { type Static, Type } from 'typebox';
import { StalenessSchema } from '../../contract/api/agents/staleness.ts';
import { pageQuery } from '../../contract/api/page.ts';
import { changeKinds, unknownReasons } from './plan.ts';
import { EnforcementSchema, PolicyScopeSchema, RuleInputSchema, ruleTypes } from './rules.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const RuleTypeSchema = Type.Enum(ruleTypes);

/** Most policies of an organisation. */
export const maxPolicies = 10;

const StoredRuleSchema = Type.Object({
  type: RuleTypeSchema,
  enabled: Type.Boolean(),
  threshold_days: Type.Integer(),
  warn_days: Type.Optional(Type.Integer()),
  grace_days: Type.Integer(),
});

export const LifecyclePolicySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    name: Type.String(),
    priority: Type.Integer(),
    scope: PolicyScopeSchema,
    rules: Type.Array(StoredRuleSchema),
    enforcement: EnforcementSchema,
    revision: Type.Integer({ description: 'the ETag' }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'LifecyclePolicy' },
);

export const WritePolicySchema = Type.Object(
  {
    name: Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' }),
    priority: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'of the policies that cover an agent the lowest decides, and no other; no two may have the same',
    }),
    scope: Type.Optional(PolicyScopeSchema),
    rules: Type.Array(RuleInputSchema, { minItems: 1, maxItems: ruleTypes.length, description: 'one of each type' }),
    enforcement: Type.Optional(EnforcementSchema),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Quiet agents',
        priority: 100,
        scope: { level: 'workspace', id: 'support' },
        rules: [
          { type: 'inactivity', threshold_days: 90, warn_days: 30, grace_days: 14 },
          { type: 'missing_owner', grace_days: 7 },
        ],
        enforcement: { action: 'suspend_then_decommission', grace_days: 30 },
      },
    ],
  },
);

export const PolicyParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const PolicyListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export const EvaluateQuerySchema = Type.Object(
  { dry_run: Type.Optional(Type.Boolean({ description: 'only list what would change; false if absent' })) },
  { additionalProperties: false },
);

export const LifecycleChangeSchema = Type.Object({
  agent_id: Type.String(),
  workspace_id: Type.String(),
  change: Type.Enum(changeKinds),
  rule: RuleTypeSchema,
  policy_id: Type.Union([Type.String(), Type.Null()], { description: 'null: no policy covers it, the defaults hold' }),
  since: Type.String({ description: 'since when the rule is broken' }),
  due_at: Type.Union([Type.String(), Type.Null()], { description: 'of a warning: when it is enforced; null: never' }),
  reason: Type.String(),
});

export const EvaluationSchema = Type.Object(
  {
    dry_run: Type.Boolean(),
    evaluated_at: Type.String(),
    agents: Type.Integer({ description: 'how many were looked at' }),
    changes: Type.Array(LifecycleChangeSchema),
    unknown: Type.Array(
      Type.Object({ rule: RuleTypeSchema, reason: Type.Enum(unknownReasons), agents: Type.Integer() }),
      { description: 'rules that could not be decided, and so changed nothing' },
    ),
    failed: Type.Array(Type.Object({ agent_id: Type.String(), code: Type.String(), detail: Type.String() }), {
      description: 'agents that could not be changed; the next run tries again',
    }),
    has_more: Type.Boolean({ description: 'the run stopped at its bound: call again' }),
  },
  { $id: 'LifecycleEvaluation' },
);

export const AgentLifecycleSchema = Type.Object(
  {
    agent_id: Type.String(),
    status: Type.String(),
    status_reason: NullableText,
    status_changed_at: NullableText,
    status_changed_by: NullableText,
    staleness: StalenessSchema,
    policy_id: Type.Union([Type.String(), Type.Null()], { description: 'the policy that decides; null: the defaults' }),
    open_issues: Type.Array(
      Type.Object({
        rule: RuleTypeSchema,
        reason: Type.String(),
        since: Type.String(),
        warned_at: Type.String(),
        suspend_at: Type.Union([Type.String(), Type.Null()], {
          description: 'when the agent is suspended if nothing changes; null: never, or it does not run already',
        }),
        suspended_at: NullableText,
        decommission_at: NullableText,
      }),
    ),
    events: Type.Array(
      Type.Object({
        time: Type.String(),
        action: Type.String(),
        actor: Type.Object({ type: Type.String(), id: Type.String() }),
        details: Type.Record(Type.String(), Type.Unknown()),
      }),
      { description: 'what was done to the agent, newest first: the newest 100 entries of the audit log about it' },
    ),
  },
  { $id: 'AgentLifecycle' },
);

export type LifecyclePolicy = Static<typeof LifecyclePolicySchema>;
export type WritePolicy = Static<typeof WritePolicySchema>;
export type LifecycleChange = Static<typeof LifecycleChangeSchema>;
export type Evaluation = Static<typeof EvaluationSchema>;
export type AgentLifecycle = Static<typeof AgentLifecycleSchema>;
