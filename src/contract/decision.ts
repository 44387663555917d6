/** The gateway decision result (contract 2.15): the answer of `POST /v1/evaluate`. */
import { ClaimSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { escalationReasons, nextActions } from './escalation.ts';
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
    redacted: Type.Optional(
      Type.String({
        description:
          'the text as a model or a client would get it, with the found parts replaced; absent where nothing is redacted',
      }),
    ),
    approval: Type.Optional(
      Type.Object({
        id: Type.Union([Type.String(), Type.Null()]),
        status: Type.Enum(['pending', 'approved', 'denied', 'refused', 'unverifiable']),
        expires_at: Type.Union([Type.String(), Type.Null()], {
          description: 'until when it can be decided, or counts',
        }),
        url: Type.Union([Type.String(), Type.Null()], { description: 'where a person decides' }),
      }),
    ),
    reason: Type.Optional(
      Type.Enum(escalationReasons, { description: 'why it is denied, where people may approve it' }),
    ),
    next_action: Type.Optional(
      Type.Enum(nextActions, { description: 'retry: send the same request again, e.g. once it is approved' }),
    ),
  },
  { $id: 'DecisionResult' },
);

export type DecisionResult = Static<typeof DecisionResultSchema>;
