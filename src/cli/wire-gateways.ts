/** Shapes of gateways and of how far a change has come, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableInteger, NullableText, pageOf } from './wire-page.ts';

const RunningShape = Type.Union([Type.Object({ lineage: Type.String(), revision: Type.Integer() }), Type.Null()]);

const GatewayShape = Type.Object({
  id: Type.String(),
  running: RunningShape,
  source: NullableText,
  behind: NullableInteger,
  state: Type.String(),
  refused: Type.Union([Type.Object({ version: NullableText, reason: Type.String() }), Type.Null()]),
  problems: Type.Array(
    Type.Object({ reason: Type.String(), message: Type.String(), agent_id: Type.Optional(Type.String()) }),
  ),
  build: NullableText,
  last_seen_at: Type.String(),
});

const RolloutShape = Type.Object({
  lineage: Type.String(),
  revision: Type.Integer(),
  changed_at: NullableText,
  /** Absent from older verifiers. */
  withheld: Type.Optional(NullableText),
  complete: Type.Boolean(),
  counts: Type.Object({
    total: Type.Integer(),
    reached: Type.Integer(),
    behind: Type.Integer(),
    refusing: Type.Integer(),
    away: Type.Integer(),
  }),
  missing: Type.Array(Type.Object({ id: Type.String(), state: Type.String(), running: RunningShape })),
});

export const gatewayPage = Compile(pageOf(GatewayShape));
export const rollout = Compile(RolloutShape);

export type Gateway = Type.Static<typeof GatewayShape>;
export type Rollout = Type.Static<typeof RolloutShape>;
