/** The claims request (contract 2.3). Unknown members are kept: a newer gateway may send more than an older auditor reads. */
import { type Static, Type } from 'typebox';

export const phases = ['request', 'response', 'execution', 'artifact'] as const;
export type Phase = (typeof phases)[number];
export const PhaseSchema = Type.Enum(phases);

export const DocumentSchema = Type.Object({
  id: Type.String(),
  source: Type.Optional(Type.String()),
  text: Type.String(),
});

export const ClaimInstanceSchema = Type.Object({
  instance_id: Type.String(),
  produces: Type.Optional(Type.Array(Type.String(), { description: 'May be left out where one claim is meant' })),
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

export const VendorContextSchema = Type.Object({
  trace_id: Type.Optional(Type.String()),
  agent_id: Type.Optional(Type.String()),
  auditor_config: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  detection_overrides: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
  claim_instances: Type.Optional(Type.Array(ClaimInstanceSchema)),
  needed_claims: Type.Optional(
    Type.Array(Type.String(), { description: 'Claims that active policies read; all if absent' }),
  ),
});

export const ClaimsRequestSchema = Type.Object(
  {
    data: Type.Object({
      input: Type.Optional(Type.String({ description: 'User prompt or request' })),
      output: Type.Optional(Type.String({ description: 'Model response' })),
      metadata: Type.Optional(
        Type.Object({
          model_id: Type.Optional(Type.String()),
          session_id: Type.Optional(Type.String()),
          system: Type.Optional(Type.String({ description: 'System text, judged together with the input' })),
          documents: Type.Optional(
            Type.Array(DocumentSchema, { description: 'External parts, such as tool results and files' }),
          ),
        }),
      ),
    }),
    phase: PhaseSchema,
    vendor_context: Type.Optional(VendorContextSchema),
  },
  { $id: 'ClaimsRequest' },
);

export type ClaimsRequest = Static<typeof ClaimsRequestSchema>;
export type VendorContext = Static<typeof VendorContextSchema>;
export type ClaimInstance = Static<typeof ClaimInstanceSchema>;
/** An instance that names its claims. */
export type NamedInstance = ClaimInstance & { produces: string[] };
export type ExternalDocument = Static<typeof DocumentSchema>;
