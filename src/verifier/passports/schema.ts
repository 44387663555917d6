/** Wire shapes of passports as the API shows them (attestation reference 11, last paragraph). */
import { type Static, Type } from 'typebox';
import { TierSchema } from '../../contract/passport.ts';
import { pageQuery } from '../../platform/http/page.ts';

const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

export const PassportStateSchema = Type.Union([
  Type.Literal('valid'),
  Type.Literal('expired'),
  Type.Literal('revoked'),
]);

const summaryMembers = {
  passport_id: Type.String({ description: '= jti' }),
  agent_id: Type.String(),
  workspace_id: Type.String(),
  status: TierSchema,
  state: PassportStateSchema,
  issued_at: Type.String(),
  expires_at: Type.String(),
  revoked_at: Nullable(Type.String()),
  superseded_by: Nullable(Type.String()),
  evidence_count: Type.Integer(),
  is_mock: Type.Boolean({ description: 'true whenever no real TEE was verified' }),
};

export const PassportSummarySchema = Type.Object(summaryMembers, { $id: 'PassportSummary' });

export const PassportViewSchema = Type.Object(
  {
    ...summaryMembers,
    model_id: Nullable(Type.String()),
    model_hash: Nullable(Type.String()),
    hardware_attestation: Type.Object({
      attestation_id: Type.String(),
      timestamp: Type.String(),
      provider: Type.String(),
      tee_type: Type.String(),
      gpu_tee_type: Nullable(Type.String()),
      quote: Type.String({ description: 'the report as the key attestation carries it' }),
      verified: Type.Boolean(),
    }),
    evaluations: Type.Array(
      Type.Object({
        name: Type.String(),
        status: TierSchema,
        vector: Type.Unknown(),
        notes: Type.Array(Type.String()),
      }),
    ),
    evidence: Type.Object({
      newest_evidence_id: Type.String(),
      evidence_hash: Type.String(),
      count: Type.Integer(),
      root: Type.String(),
    }),
    key_attestation_hash: Type.String(),
    receipt: Type.Unknown(),
    runtime_status: PassportStateSchema,
    routing_proof: Type.Null(),
    deployment_authorized: Type.Boolean(),
    authorization_reason: Nullable(Type.String()),
    risk_score: Type.Null({ description: 'not assessed' }),
    verifier_signature: Type.String(),
    session_id: Type.String(),
    user_id: Type.Null(),
    jwt: Type.String({ description: 'the passport itself, an EAR JWS' }),
  },
  { $id: 'PassportView' },
);

export const PassportListQuerySchema = Type.Object(
  {
    ...pageQuery,
    agent_id: Type.Optional(Type.String({ maxLength: 200 })),
    latest: Type.Optional(Type.Boolean({ description: 'only the newest of each agent' })),
  },
  { additionalProperties: false },
);

export const PassportParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type PassportState = Static<typeof PassportStateSchema>;
export type PassportSummary = Static<typeof PassportSummarySchema>;
export type PassportView = Static<typeof PassportViewSchema>;
