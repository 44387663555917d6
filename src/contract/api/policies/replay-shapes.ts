/** Wire shapes of replays: a candidate policy over stored Evidence of a period. */
import { PhaseSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../../contract/control/scope.ts';
import { DecisionWordSchema } from '../../../contract/evidence.ts';
import { idPattern } from '../../../contract/ids.ts';
import { notReplayableReasons } from '../../../policy/replay-evidence.ts';
import { maxRecordTextLength } from '../schema.ts';

export const maxReplayedEvidence = 1_000_000;
export const defaultReplayedEvidence = 100_000;

const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
  description: 'RFC 3339',
});
const Id = Type.String({ pattern: idPattern });
const Nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const StartReplaySchema = Type.Object(
  {
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'the newest if absent' })),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: maxRecordTextLength, description: 'in place of it' })),
    from: Time,
    to: Time,
    workspace_id: Type.Optional(Id),
    agent_id: Type.Optional(Id),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxReplayedEvidence,
        description: `most Evidence looked at, oldest first; default ${defaultReplayedEvidence}`,
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z', workspace_id: 'support' }],
  },
);

const SideSchema = Type.Object({
  decision: DecisionWordSchema,
  reasons: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'null before, where another phase decided: Evidence holds the reasons of that one',
  }),
  obligations: Type.Union([Type.Array(Type.String()), Type.Null()]),
});

const ChangeCounts = {
  allow_to_deny: Type.Integer(),
  deny_to_allow: Type.Integer(),
  obligations_changed: Type.Integer(),
};

export const ReplayResultSchema = Type.Object({
  evidence: Type.Integer({ description: 'Evidence that was looked at' }),
  evaluated: Type.Integer({ description: 'decisions that were made again, one for each judged phase' }),
  same: Type.Integer(),
  ...ChangeCounts,
  not_reached: Type.Integer({ description: 'phases behind one that would be denied now' }),
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
    description: 'changes by the policies behind them: of the new decision, or of the old one where that denied',
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
    description: 'Evidence that other policies than those in force now decided: its changes may come from those',
  }),
  limits: Type.Array(Type.String(), { description: 'what stored Evidence cannot tell, where the policies ask for it' }),
  is_cut: Type.Boolean({ description: 'there was more Evidence than the limit' }),
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
    error: Nullable(Type.String({ description: '`interrupted`: the process that ran it ended' })),
    progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
    result: Type.Union([ReplayResultSchema, Type.Null()], { description: 'what was found so far' }),
    created_at: Type.String(),
    created_by: Type.String(),
    finished_at: Nullable(Type.String()),
  },
  { $id: 'PolicyReplay' },
);

export type StartReplay = Static<typeof StartReplaySchema>;
export type ReplayResult = Static<typeof ReplayResultSchema>;
export type Replay = Static<typeof ReplaySchema>;
