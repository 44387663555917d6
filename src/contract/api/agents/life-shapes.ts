/** Wire shapes of calls that change the state, the owner or the credential of an agent. */
import { type TObject, Type } from 'typebox';
import { JwksSchema, PrincipalSchema } from './shapes.ts';

const ReasonTextSchema = Type.String({
  pattern: '^[^\\u0000-\\u001f]{1,500}$',
  description: 'The reason; it is stored in the audit log and shown with the state',
});

/** Suspending and reactivating an agent takes a reason. */
export const ReasonSchema = Type.Object(
  { reason: ReasonTextSchema },
  { $id: 'AgentReason', additionalProperties: false, examples: [{ reason: 'incident 42' }] },
);

/** A call without a body equals one with an empty object. */
const orNothing = <T extends TObject>(schema: T, $id: string, example: object) =>
  Type.Union([schema, Type.Null()], { $id, examples: [example] });

export const OptionalReasonSchema = orNothing(
  Type.Object({ reason: Type.Optional(ReasonTextSchema) }, { additionalProperties: false }),
  'OptionalAgentReason',
  { reason: 'project ended' },
);

export const TransferSchema = Type.Object(
  { owner_id: PrincipalSchema, reason: Type.Optional(ReasonTextSchema) },
  {
    $id: 'TransferAgent',
    additionalProperties: false,
    examples: [{ owner_id: 'usr_0190c6b2-0000-7000-8000-000000000001', reason: 'change of team' }],
  },
);

export const RotateSchema = orNothing(
  Type.Object(
    {
      jwks: Type.Optional(JwksSchema),
      revoke_tokens: Type.Optional(
        Type.Boolean({ description: 'Whether tokens that were issued before become invalid too; default false' }),
      ),
    },
    { additionalProperties: false },
  ),
  'RotateAgentCredentials',
  { revoke_tokens: true },
);

export const NothingSchema = orNothing(Type.Object({}, { additionalProperties: false }), 'SendAgentHeartbeat', {});
