/** Wire shapes of `/v1/access-reviews`. */
import { type Static, Type } from 'typebox';
import { idPattern } from '../../ids.ts';
import { pageQuery } from '../page.ts';
import {
  applyResults,
  decisionValues,
  defaultDecisions,
  instanceStatuses,
  recommendations,
  reviewScopes,
  subjectTypes,
} from './states.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const TimeSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
});
const RecurrenceSchema = Type.Union(
  [
    Type.Object(
      { days: Type.Integer({ minimum: 1, maximum: 3_650, description: 'Days from one start to the next' }) },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { description: 'How often the review is repeated; null: once' },
);

export const AccessReviewSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    scope: Type.Enum(reviewScopes),
    workspace_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Workspace that is reviewed; null: the whole organisation',
    }),
    reviewers: Type.Array(Type.String()),
    recurrence: RecurrenceSchema,
    duration_days: Type.Integer(),
    default_decision: Type.Enum(defaultDecisions),
    auto_apply: Type.Boolean(),
    justification_required: Type.Boolean(),
    ended_at: Type.Union([Type.String(), Type.Null()], { description: 'Time from when no instance starts any more' }),
    revision: Type.Integer({ description: 'The ETag' }),
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
        'What is reviewed: agents; grants (delegations from people to agents); credentials (API keys, and credentials ' +
        'of agents for services); tools (the rules that give tools to agents)',
    }),
    workspace_id: Type.Optional(
      Type.String({ pattern: idPattern, description: 'Workspace to review; the whole organisation if absent' }),
    ),
    reviewers: Type.Array(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'Ids of the members who decide; each has the role reviewer or admin',
    }),
    recurrence: Type.Optional(RecurrenceSchema),
    duration_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'Days after its start when an instance is completed by itself; default 14',
      }),
    ),
    default_decision: Type.Optional(
      Type.Enum(defaultDecisions, { description: 'Decision for an item that nobody decided by then; default none' }),
    ),
    auto_apply: Type.Optional(
      Type.Boolean({ description: 'Whether decisions are applied when the instance is completed; default false' }),
    ),
    justification_required: Type.Optional(Type.Boolean({ description: 'Default true' })),
    start_at: Type.Optional(
      Type.String({ ...TimeSchema, description: 'Time of the first start; at once if absent or past' }),
    ),
  },
  {
    $id: 'CreateAccessReview',
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
    start_at: Type.String({ description: 'Planned time of the start' }),
    started_at: Type.Union([Type.String(), Type.Null()], { description: 'Time when the snapshot was taken' }),
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
        failed: Type.Integer({ description: 'Decisions that could not be applied; apply again to retry' }),
      },
      { description: 'Number of decisions so far' },
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'AccessReviewInstance' },
);

const subjectMembers = {
  type: Type.Enum(subjectTypes),
  id: Type.String(),
  name: Type.String(),
};

export const DecisionSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    review_id: Type.String(),
    instance_id: Type.String(),
    principal: Type.Object(subjectMembers, { description: 'Subject that has access' }),
    resource: Type.Object(subjectMembers, { description: 'Subject that the access is to' }),
    owners: Type.Array(Type.String(), { description: 'Owners when the instance started' }),
    facts: Type.Record(Type.String(), Type.Unknown(), { description: 'State when the instance started' }),
    decision: Type.Enum(decisionValues),
    recommendation: Type.Enum(recommendations, { description: 'approve: active within the last 30 days' }),
    justification: NullableText,
    reviewed_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Id of the reviewer; default_decision where nobody decided until the end',
    }),
    reviewed_at: NullableText,
    apply_result: Type.Enum(applyResults),
    apply_detail: NullableText,
    applied_at: NullableText,
    revision: Type.Integer({ description: 'The ETag' }),
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
    $id: 'DecideAccessReview',
    additionalProperties: false,
    examples: [{ decision: 'deny', justification: 'The project ended in spring.' }],
  },
);

const IdSchema = Type.String({ maxLength: 200 });
export const ReviewParamsSchema = Type.Object({ id: IdSchema });
/** Path parameters without the review. */
export const InstanceParamsSchema = Type.Object({ iid: IdSchema });
export const DecisionParamsSchema = Type.Object({ iid: IdSchema, did: IdSchema });
/** Path parameters below the review. */
export const ReviewInstanceParamsSchema = Type.Object({ id: IdSchema, iid: IdSchema });
export const ReviewDecisionParamsSchema = Type.Object({ id: IdSchema, iid: IdSchema, did: IdSchema });
export const DecisionListQuerySchema = Type.Object(
  { ...pageQuery, decision: Type.Optional(Type.Enum(decisionValues)) },
  { additionalProperties: false },
);

export type AccessReview = Static<typeof AccessReviewSchema>;
export type CreateReview = Static<typeof CreateReviewSchema>;
export type Instance = Static<typeof InstanceSchema>;
export type Decision = Static<typeof DecisionSchema>;
export type Decide = Static<typeof DecideSchema>;
