/** The gateway decision result (contract 2.15): the answer of `POST /v1/evaluate`. */
import { ClaimSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { DecisionWordSchema } from './evidence.ts';

export const DecisionResultSchema = Type.Object(
  {
    decision: DecisionWordSchema,
    claims: Type.Array(ClaimSchema),
    policy_id: Type.String(),
    policy_version: Type.String(),
    reasons: Type.Array(Type.String()),
    evidence: Type.Object({ evidence_id: Type.String(), jws: Type.String() }),
    messages: Type.Array(Type.String()),
    obligations: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
    enforced: DecisionWordSchema,
  },
  { $id: 'DecisionResult' },
);

export type DecisionResult = Static<typeof DecisionResultSchema>;
