/** Shapes of replays, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableInteger, NullableText } from './wire-page.ts';

const counts = {
  allow_to_deny: Type.Integer(),
  deny_to_allow: Type.Integer(),
  obligations_changed: Type.Integer(),
};

const SideShape = Type.Object({
  decision: Type.String(),
  reasons: Type.Union([Type.Array(Type.String()), Type.Null()]),
  obligations: Type.Union([Type.Array(Type.String()), Type.Null()]),
});

const ResultShape = Type.Object({
  evidence: Type.Integer(),
  evaluated: Type.Integer(),
  same: Type.Integer(),
  ...counts,
  not_reached: Type.Integer(),
  not_replayable: Type.Object({
    total: Type.Integer(),
    by_reason: Type.Array(
      Type.Object({
        reason: Type.String(),
        count: Type.Integer(),
        details: Type.Array(Type.Object({ detail: Type.String(), count: Type.Integer() })),
      }),
    ),
  }),
  by_policy: Type.Array(Type.Object({ policy_id: Type.String(), ...counts })),
  examples: Type.Array(
    Type.Object({
      evidence_id: Type.String(),
      at: Type.String(),
      agent_id: Type.String(),
      phase: Type.String(),
      change: Type.String(),
      before: SideShape,
      after: SideShape,
    }),
  ),
  decided_by_others: Type.Integer(),
  limits: Type.Array(Type.String()),
  is_cut: Type.Boolean(),
});

const ReplayShape = Type.Object({
  id: Type.String(),
  policy_id: Type.String(),
  policy_version: NullableInteger,
  from: Type.String(),
  to: Type.String(),
  workspace_id: NullableText,
  agent_id: NullableText,
  status: Type.String(),
  error: NullableText,
  progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
  result: Type.Union([ResultShape, Type.Null()]),
});

export const replay = Compile(ReplayShape);

export type Replay = Type.Static<typeof ReplayShape>;
export type ReplayResult = Type.Static<typeof ResultShape>;
