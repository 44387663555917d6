/** Wire shapes of access reviews (platform model 10). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { idPattern } from '../../contract/ids.ts';
import {
  applyResults,
  decisionValues,
  defaultDecisions,
  instanceStatuses,
  recommendations,
  reviewScopes,
  subjectTypes,
} from './tables.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const TimeSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
});
const RecurrenceSchema = Type.Union(
  [
    Type.Object(
      { days: Type.Integer({ minimum: 1, maximum: 3_650, description: 'from one start to the next' }) },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { description: 'null: once' },
);

export const AccessReviewSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    scope: Type.Enum(reviewScopes),
    workspace_id: Type.Union([Type.String(), Type.Null()], { description: 'null: the whole organisation' }),
    reviewers: Type.Array(Type.String()),
    recurrence: RecurrenceSchema,
    duration_days: Type.Integer(),
    default_decision: Type.Enum(defaultDecisions),
    auto_apply: Type.Boolean(),
    justification_required: Type.Boolean(),
    ended_at: Type.Union([Type.String(), Type.Null()], { description: 'from then on it is not started again' }),
    revision: Type.Integer({ description: 'the ETag' }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'AccessReview' },
);

export const CreateReviewSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' }),
    description: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' })),
    scope: Type.Enum(reviewScopes, {
      description:
        'agents; grants (what people let agents do for them); credentials (API keys, and what agents sign in to services ' +
        'with); tools (the rules that give them)',
    }),
    workspace_id: Type.Optional(Type.String({ pattern: idPattern, description: 'only what stands in this workspace' })),
    reviewers: Type.Array(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' }), {
      ...{ minItems: 1, maxItems: 50, uniqueItems: true },
      description: 'ids of members with role reviewer or admin: they alone decide',
    }),
    recurrence: Type.Optional(RecurrenceSchema),
    duration_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'completed by itself so long after its start; 14 if absent',
      }),
    ),
    default_decision: Type.Optional(
      Type.Enum(defaultDecisions, { description: 'of what nobody decided until then; none if absent' }),
    ),
    auto_apply: Type.Optional(Type.Boolean({ description: 'applied when it is completed; false if absent' })),
    justification_required: Type.Optional(Type.Boolean({ description: 'true if absent' })),
    start_at: Type.Optional(Type.String({ ...TimeSchema, description: 'at once if absent, or past' })),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Agents of the support team',
        scope: 'agents',
        workspace_id: 'support',
        reviewers: ['usr_0199a5d2-7c1e-7b4e-9a57-0c7f3f6d2a11'],
        recurrence: { days: 90 },
        duration_days: 14,
        default_decision: 'recommendation',
      },
    ],
  },
);

export const InstanceSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    review_id: Type.String(),
    status: Type.Enum(instanceStatuses),
    start_at: Type.String({ description: 'when it is to start' }),
    started_at: Type.Union([Type.String(), Type.Null()], { description: 'when its snapshot was taken' }),
    due_at: NullableText,
    completed_at: NullableText,
    completed_by: NullableText,
    applied_at: NullableText,
    counts: Type.Object(
      {
        total: Type.Integer(),
        approve: Type.Integer(),
        deny: Type.Integer(),
        not_reviewed: Type.Integer(),
        dont_know: Type.Integer(),
        failed: Type.Integer({ description: 'decisions that could not be applied: apply again to retry' }),
      },
      { description: 'its decisions so far' },
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'AccessReviewInstance' },
);

const SubjectSchema = Type.Object({
  type: Type.Enum(subjectTypes),
  id: Type.String(),
  name: Type.String(),
});

export const DecisionSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    review_id: Type.String(),
    instance_id: Type.String(),
    principal: { ...SubjectSchema, description: 'who has access' },
    resource: { ...SubjectSchema, description: 'to what' },
    owners: Type.Array(Type.String(), { description: 'who answered for it when the instance started' }),
    facts: Type.Record(Type.String(), Type.Unknown(), { description: 'how it stood when the instance started' }),
    decision: Type.Enum(decisionValues),
    recommendation: Type.Enum(recommendations, { description: 'approve: it was active within 30 days' }),
    justification: NullableText,
    reviewed_by: Type.Union([Type.String(), Type.Null()], {
      description: 'default_decision: nobody decided until the end',
    }),
    reviewed_at: NullableText,
    apply_result: Type.Enum(applyResults),
    apply_detail: NullableText,
    applied_at: NullableText,
    revision: Type.Integer({ description: 'the ETag' }),
  },
  { $id: 'AccessReviewDecision' },
);

export const DecideSchema = Type.Object(
  {
    decision: Type.Enum(decisionValues, { description: 'not_reviewed takes a decision back' }),
    justification: Type.Optional(
      Type.Union([Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{1,2000}$' }), Type.Null()]),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ decision: 'deny', justification: 'The project ended in spring.' }],
  },
);

const IdSchema = Type.String({ maxLength: 200 });
export const ReviewParamsSchema = Type.Object({ id: IdSchema });
/** `id` only where the review stands in the path too. */
export const InstanceParamsSchema = Type.Object({ id: Type.Optional(IdSchema), iid: IdSchema });
export const DecisionParamsSchema = Type.Object({ id: Type.Optional(IdSchema), iid: IdSchema, did: IdSchema });
export const ReviewListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const DecisionListQuerySchema = Type.Object(
  { ...pageQuery, decision: Type.Optional(Type.Enum(decisionValues)) },
  { additionalProperties: false },
);

export type AccessReview = Static<typeof AccessReviewSchema>;
export type CreateReview = Static<typeof CreateReviewSchema>;
export type Instance = Static<typeof InstanceSchema>;
export type Decision = Static<typeof DecisionSchema>;
export type Decide = Static<typeof DecideSchema>;
