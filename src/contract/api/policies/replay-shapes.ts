/** Wire shapes of replays, which run a candidate policy over stored Evidence of a period. */
import { PhaseSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../control/scope.ts';
import { DecisionWordSchema } from '../../evidence.ts';
import { idPattern } from '../../ids.ts';
import { defaultReplayedEvidence, maxRecordTextLength, maxReplayedEvidence, notReplayableReasons } from './states.ts';

const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
  description: 'RFC 3339',
});
const Id = Type.String({ pattern: idPattern });
const Nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const StartReplaySchema = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Version to replay; the newest if absent' }),
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxRecordTextLength,
        description: 'Text to replay in place of a version',
      }),
    ),
    from: Time,
    to: Time,
    workspace_id: Type.Optional(Id),
    agent_id: Type.Optional(Id),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxReplayedEvidence,
        description: `Largest number of Evidence read, oldest first; default ${defaultReplayedEvidence}`,
      }),
    ),
  },
  {
    $id: 'StartPolicyReplay',
    additionalProperties: false,
    examples: [{ from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z', workspace_id: 'support' }],
  },
);

const SideSchema = Type.Object({
  decision: DecisionWordSchema,
  reasons: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Null in `before` if another phase decided, because Evidence has only the reasons of that phase',
  }),
  obligations: Type.Union([Type.Array(Type.String()), Type.Null()]),
});

const ChangeCounts = {
  allow_to_deny: Type.Integer(),
  deny_to_allow: Type.Integer(),
  obligations_changed: Type.Integer(),
};

export const ReplayResultSchema = Type.Object({
  evidence: Type.Integer({ description: 'Number of Evidence read' }),
  evaluated: Type.Integer({ description: 'Number of decisions made again, one for each judged phase' }),
  same: Type.Integer(),
  ...ChangeCounts,
  not_reached: Type.Integer({ description: 'Number of phases after one that would be denied now' }),
  not_replayable: Type.Object({
    total: Type.Integer(),
    by_reason: Type.Array(
      Type.Object({
        reason: Type.Enum(notReplayableReasons),
        count: Type.Integer(),
        details: Type.Array(Type.Object({ detail: Type.String(), count: Type.Integer() })),
      }),
    ),
  }),
  by_policy: Type.Array(Type.Object({ policy_id: Type.String(), ...ChangeCounts }), {
    description: 'Changes by policy: a policy of the new decision, or of the old one if that denied',
  }),
  examples: Type.Array(
    Type.Object({
      evidence_id: Type.String(),
      at: Type.String(),
      agent_id: Type.String(),
      phase: PhaseSchema,
      change: Type.Union([
        Type.Literal('allow_to_deny'),
        Type.Literal('deny_to_allow'),
        Type.Literal('obligations_changed'),
      ]),
      before: SideSchema,
      after: SideSchema,
    }),
    { maxItems: 50 },
  ),
  decided_by_others: Type.Integer({
    description: 'Number of Evidence decided by policies that are no longer in force; its changes may come from those',
  }),
  limits: Type.Array(Type.String(), {
    description: 'Facts that the policies read and that stored Evidence does not have',
  }),
  is_cut: Type.Boolean({ description: 'True: there was more Evidence than the limit' }),
});

export const ReplaySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    policy_id: Type.String(),
    policy_version: Nullable(Type.Integer()),
    text_sha256: Type.String(),
    scope: ScopeSchema,
    from: Type.String(),
    to: Type.String(),
    workspace_id: Nullable(Type.String()),
    agent_id: Nullable(Type.String()),
    limit: Type.Integer(),
    status: Type.Union([
      Type.Literal('running'),
      Type.Literal('done'),
      Type.Literal('cancelled'),
      Type.Literal('failed'),
    ]),
    error: Nullable(Type.String({ description: '`interrupted`: the process that ran the replay ended' })),
    progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
    result: Type.Union([ReplayResultSchema, Type.Null()], { description: 'Result so far' }),
    created_at: Type.String(),
    created_by: Type.String(),
    finished_at: Nullable(Type.String()),
  },
  { $id: 'PolicyReplay' },
);

export type StartReplay = Static<typeof StartReplaySchema>;
export type ReplayResult = Static<typeof ReplayResultSchema>;
export type Replay = Static<typeof ReplaySchema>;
