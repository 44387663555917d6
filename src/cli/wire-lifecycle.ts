/** Shapes of lifecycle policies and their evaluation, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf, ScopeShape } from './wire-page.ts';

const PolicyShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  priority: Type.Integer(),
  scope: Type.Object({ ...ScopeShape.properties, labels: Type.Optional(Type.Record(Type.String(), Type.String())) }),
  rules: Type.Array(
    Type.Object({
      type: Type.String(),
      enabled: Type.Boolean(),
      threshold_days: Type.Integer(),
      warn_days: Type.Optional(Type.Integer()),
      grace_days: Type.Integer(),
    }),
  ),
  enforcement: Type.Object({ action: Type.String(), grace_days: Type.Optional(Type.Integer()) }),
  revision: Type.Integer(),
  created_by: Type.String(),
  updated_at: Type.String(),
});

const EvaluationShape = Type.Object({
  dry_run: Type.Boolean(),
  evaluated_at: Type.String(),
  agents: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      agent_id: Type.String(),
      change: Type.String(),
      rule: Type.String(),
      due_at: NullableText,
      reason: Type.String(),
    }),
  ),
  unknown: Type.Array(Type.Object({ rule: Type.String(), reason: Type.String(), agents: Type.Integer() })),
  failed: Type.Array(Type.Object({ agent_id: Type.String(), code: Type.String(), detail: Type.String() })),
  has_more: Type.Boolean(),
});

export const lifecyclePolicy = Compile(PolicyShape);
export const lifecyclePolicyPage = Compile(pageOf(PolicyShape));
export const evaluation = Compile(EvaluationShape);

export type LifecyclePolicy = Type.Static<typeof PolicyShape>;
export type Evaluation = Type.Static<typeof EvaluationShape>;
