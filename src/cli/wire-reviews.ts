/** Shapes of access reviews, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const ReviewShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scope: Type.String(),
  workspace_id: NullableText,
  reviewers: Type.Array(Type.String()),
  recurrence: Type.Union([Type.Object({ days: Type.Integer() }), Type.Null()]),
  duration_days: Type.Integer(),
  default_decision: Type.String(),
  auto_apply: Type.Boolean(),
  justification_required: Type.Boolean(),
  ended_at: NullableText,
  revision: Type.Integer(),
  created_at: Type.String(),
  created_by: Type.String(),
});

const InstanceShape = Type.Object({
  id: Type.String(),
  review_id: Type.String(),
  status: Type.String(),
  start_at: Type.String(),
  due_at: NullableText,
  completed_at: NullableText,
  applied_at: NullableText,
  counts: Type.Object({
    total: Type.Integer(),
    approve: Type.Integer(),
    deny: Type.Integer(),
    not_reviewed: Type.Integer(),
    dont_know: Type.Integer(),
    failed: Type.Integer(),
  }),
});

const SubjectShape = Type.Object({ type: Type.String(), id: Type.String(), name: Type.String() });
const DecisionShape = Type.Object({
  id: Type.String(),
  instance_id: Type.String(),
  principal: SubjectShape,
  resource: SubjectShape,
  decision: Type.String(),
  recommendation: Type.String(),
  justification: NullableText,
  reviewed_by: NullableText,
  apply_result: Type.String(),
  apply_detail: NullableText,
  revision: Type.Integer(),
});

export const review = Compile(ReviewShape);
export const reviewPage = Compile(pageOf(ReviewShape));
export const instance = Compile(InstanceShape);
export const instancePage = Compile(pageOf(InstanceShape));
export const decision = Compile(DecisionShape);
export const decisionPage = Compile(pageOf(DecisionShape));

export type Review = Type.Static<typeof ReviewShape>;
export type Instance = Type.Static<typeof InstanceShape>;
export type Decision = Type.Static<typeof DecisionShape>;
