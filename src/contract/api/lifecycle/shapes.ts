/** Wire shapes of lifecycle policies, of their evaluation, and of the lifecycle of one agent. */
import { type Static, Type } from 'typebox';
import { StalenessSchema } from '../agents/staleness.ts';
import { EnforcementSchema, PolicyScopeSchema, RuleInputSchema } from './rules.ts';
import { changeKinds, ruleTypes, unknownReasons } from './states.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const RuleTypeSchema = Type.Enum(ruleTypes);

const StoredRuleSchema = Type.Object(
  {
    type: RuleTypeSchema,
    enabled: Type.Boolean(),
    threshold_days: Type.Integer(),
    warn_days: Type.Optional(Type.Integer()),
    grace_days: Type.Integer(),
  },
  { $id: 'LifecycleRule' },
);

export const LifecyclePolicySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    name: Type.String(),
    priority: Type.Integer(),
    scope: PolicyScopeSchema,
    rules: Type.Array(StoredRuleSchema),
    enforcement: EnforcementSchema,
    revision: Type.Integer({ description: 'The ETag' }),
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
      description:
        'Unique in the organisation; of all policies that cover an agent, only the one with the lowest number decides',
    }),
    scope: Type.Optional(PolicyScopeSchema),
    rules: Type.Array(RuleInputSchema, {
      minItems: 1,
      maxItems: ruleTypes.length,
      description: 'At most one rule of each type',
    }),
    enforcement: Type.Optional(EnforcementSchema),
  },
  {
    $id: 'WriteLifecyclePolicy',
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

export const EvaluateQuerySchema = Type.Object(
  { dry_run: Type.Optional(Type.Boolean({ description: 'Whether to only list what would change; default false' })) },
  { additionalProperties: false },
);

export const LifecycleChangeSchema = Type.Object(
  {
    agent_id: Type.String(),
    workspace_id: Type.String(),
    change: Type.Enum(changeKinds),
    rule: RuleTypeSchema,
    policy_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Policy that decides; null if no policy covers the agent and the defaults apply',
    }),
    since: Type.String({ description: 'Time at which the rule was first broken' }),
    due_at: Type.Union([Type.String(), Type.Null()], {
      description: 'For a warning: time of the enforcement; null if it is never enforced',
    }),
    reason: Type.String(),
  },
  { $id: 'LifecycleChange' },
);

export const EvaluationSchema = Type.Object(
  {
    dry_run: Type.Boolean(),
    evaluated_at: Type.String(),
    agents: Type.Integer({ description: 'Number of agents that were evaluated' }),
    changes: Type.Array(LifecycleChangeSchema),
    unknown: Type.Array(
      Type.Object({ rule: RuleTypeSchema, reason: Type.Enum(unknownReasons), agents: Type.Integer() }),
      { description: 'Rules that could not be decided and therefore changed nothing' },
    ),
    failed: Type.Array(Type.Object({ agent_id: Type.String(), code: Type.String(), detail: Type.String() }), {
      description: 'Agents that could not be changed; the next run tries again',
    }),
    has_more: Type.Boolean({ description: 'Whether the run stopped at its limit; call again to continue' }),
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
    policy_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Policy that decides; null if the defaults apply',
    }),
    open_issues: Type.Array(
      Type.Object({
        rule: RuleTypeSchema,
        reason: Type.String(),
        since: Type.String(),
        warned_at: Type.String(),
        suspend_at: Type.Union([Type.String(), Type.Null()], {
          description:
            'Time of the suspension if nothing changes; null if there is none, or if the agent does not run anyway',
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
      { description: 'The newest 100 entries of the audit log about the agent, newest first' },
    ),
  },
  { $id: 'AgentLifecycle' },
);

export type LifecyclePolicy = Static<typeof LifecyclePolicySchema>;
export type WritePolicy = Static<typeof WritePolicySchema>;
export type LifecycleChange = Static<typeof LifecycleChangeSchema>;
export type Evaluation = Static<typeof EvaluationSchema>;
export type AgentLifecycle = Static<typeof AgentLifecycleSchema>;
