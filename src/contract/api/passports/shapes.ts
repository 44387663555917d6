/** Wire shapes of passports as the API shows them (attestation reference 11, last paragraph). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import {
  AuditorStatisticsSchema,
  DecisionStatisticsSchema,
  PassportAppraisalSchema,
  TierSchema,
} from '../../contract/passport.ts';
import { PassportStateSchema, RevokedPassportSchema, RevokedThingSchema } from '../../contract/passport-status.ts';
import { requestTime } from '../../contract/request-time.ts';

const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

const summaryMembers = {
  passport_id: Type.String({ description: '= jti' }),
  agent_id: Type.String(),
  workspace_id: Type.String(),
  status: TierSchema,
  state: PassportStateSchema,
  issued_at: Type.String(),
  expires_at: Type.String(),
  revoked_at: Nullable(Type.String()),
  revoked_reason: Nullable(Type.String()),
  superseded_by: Nullable(Type.String()),
  evidence_count: Type.Integer(),
  gateway_id: Type.Union([Type.String(), Type.Null()], {
    description: 'the gateway that decided; each has the newest passport of its own beside those of others',
  }),
  policy_set_hash: Type.Union([Type.String(), Type.Null()], { description: 'the policy set of its newest decision' }),
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
        policy_id: Type.String({ description: 'the appraisal policy' }),
        policy_hash: Nullable(Type.String()),
        reference_values: Type.Array(Type.String()),
        tcb_status: Nullable(Type.String()),
        advisories: Type.Array(Type.String()),
        collateral_hashes: Type.Array(Type.String()),
        evaluated_at: Nullable(Type.String()),
      }),
    ),
    evidence: Type.Object({
      newest_evidence_id: Type.String(),
      evidence_hash: Type.String(),
      count: Type.Integer(),
      root: Type.String(),
    }),
    statistics: Type.Union([DecisionStatisticsSchema, Type.Null()], { description: 'null: an older passport' }),
    auditors: Type.Array(AuditorStatisticsSchema, { description: 'runs by status, and by boundary' }),
    appraisal_record: Type.Union([PassportAppraisalSchema, Type.Null()], {
      description: 'claims appraised, by framework and control',
    }),
    valid_until: Type.Record(Type.String(), Type.String(), { description: 'how long each part of the proof holds' }),
    key_attestation_hash: Type.String(),
    receipt: Type.Unknown(),
    runtime_status: PassportStateSchema,
    routing_proof: Type.Null(),
    deployment_authorized: Type.Boolean(),
    authorization_reason: Nullable(Type.String()),
    risk_score: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'from the status (affirming 0, none 0.25, warning 0.5, contraindicated 0.9) up to the next by the share of weak exchanges',
    }),
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
    latest: Type.Optional(Type.Boolean({ description: 'only the newest of each agent, by each of its gateways' })),
  },
  { additionalProperties: false },
);

export const PassportParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const RevokePassportSchema = Type.Object(
  {
    reason: Type.String({ minLength: 1, maxLength: 1000, description: 'why; kept, and shown to whoever may read it' }),
  },
  { additionalProperties: false },
);

export const PassportStatusSchema = Type.Object(
  {
    passport_id: Type.String(),
    state: PassportStateSchema,
    status: TierSchema,
    expires_at: Type.String(),
    revoked_at: Nullable(Type.String()),
    reason: Nullable(Type.String()),
    superseded_by: Nullable(Type.String()),
    checked_at: Type.String(),
    token: Type.String({ description: 'the same as a JWS of the passport key, good for five minutes' }),
  },
  { $id: 'PassportStatus' },
);

export const RevocationListSchema = Type.Object(
  {
    since: Type.String(),
    until: Type.String({ description: 'complete up to here; ask with it as the next `since`' }),
    revoked: Type.Array(RevokedPassportSchema, { description: 'passports revoked by themselves' }),
    revoked_key_attestations: Type.Array(RevokedThingSchema, {
      description: 'every passport of this key_attestation_hash',
    }),
    revoked_reference_values: Type.Array(RevokedThingSchema, { description: 'every passport that rests on this set' }),
    token: Type.String({ description: 'the same as a JWS of the passport key' }),
  },
  { $id: 'PassportRevocations' },
);

export const RevocationListQuerySchema = Type.Object(
  { since: Type.Optional(requestTime({ description: 'everything if absent' })) },
  { additionalProperties: false },
);

/** What a stranger may read: the passport, decoded, and nothing that is not in it but its state. */
export const PublicPassportSchema = Type.Object(
  {
    passport_id: Type.String(),
    agent_id: Type.String(),
    status: TierSchema,
    state: PassportStateSchema,
    issued_at: Type.String(),
    expires_at: Type.String(),
    revoked_at: Nullable(Type.String()),
    superseded_by: Nullable(Type.String()),
    is_mock: Type.Boolean({ description: 'true whenever no real TEE was verified' }),
    claims: Type.Unknown({ description: 'the payload of the JWS' }),
    verifier_keys: Type.String({ description: 'where the keys of the verifier are' }),
    jwt: Type.String({ description: 'the passport itself, an EAR JWS' }),
  },
  { $id: 'PublicPassport' },
);

export const PublicStatusSchema = Type.Object(
  {
    passport_id: Type.String(),
    state: PassportStateSchema,
    status: TierSchema,
    expires_at: Type.String(),
    revoked_at: Nullable(Type.String()),
    superseded_by: Nullable(Type.String()),
    checked_at: Type.String(),
    token: Type.String({ description: 'the same as a JWS of the passport key, good for five minutes' }),
  },
  { $id: 'PublicPassportStatus' },
);

export type PassportStatus = Static<typeof PassportStatusSchema>;
export type RevocationList = Static<typeof RevocationListSchema>;
export type PublicPassport = Static<typeof PublicPassportSchema>;
export type PublicStatus = Static<typeof PublicStatusSchema>;
export type PassportSummary = Static<typeof PassportSummarySchema>;
export type PassportView = Static<typeof PassportViewSchema>;
