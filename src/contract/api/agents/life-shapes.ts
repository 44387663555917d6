/** Wire shapes of what happens to an agent in its life. */
import { type TObject, Type } from 'typebox';
import { JwksSchema, PrincipalSchema } from './schema.ts';

const ReasonTextSchema = Type.String({
  pattern: '^[^\\u0000-\\u001f]{1,500}$',
  description: 'why; it is kept and shown',
});

/** Stopping and starting an agent is always for a reason. */
export const ReasonSchema = Type.Object(
  { reason: ReasonTextSchema },
  { additionalProperties: false, examples: [{ reason: 'incident 42' }] },
);

/** A call without a body says as much as one with an empty object. */
const orNothing = <T extends TObject>(schema: T, example: object) =>
  Type.Union([schema, Type.Null()], { examples: [example] });

export const OptionalReasonSchema = orNothing(
  Type.Object({ reason: Type.Optional(ReasonTextSchema) }, { additionalProperties: false }),
  { reason: 'project ended' },
);

export const TransferSchema = Type.Object(
  { owner_id: PrincipalSchema, reason: Type.Optional(ReasonTextSchema) },
  {
    additionalProperties: false,
    examples: [{ owner_id: 'usr_0190c6b2-0000-7000-8000-000000000001', reason: 'change of team' }],
  },
);

export const RotateSchema = orNothing(
  Type.Object(
    {
      jwks: Type.Optional(JwksSchema),
      revoke_tokens: Type.Optional(Type.Boolean({ description: 'true: tokens that were issued before are dead too' })),
    },
    { additionalProperties: false },
  ),
  { revoke_tokens: true },
);

/** For what takes nothing. */
export const NothingSchema = orNothing(Type.Object({}, { additionalProperties: false }), {});
