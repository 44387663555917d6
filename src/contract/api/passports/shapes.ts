/** Wire shapes of passports as the API shows them. */
import { type Static, Type } from 'typebox';
import {
  AuditorStatisticsSchema,
  DecisionStatisticsSchema,
  PassportAppraisalSchema,
  TierSchema,
} from '../../passport.ts';
import { PassportStateSchema, RevokedPassportSchema, RevokedThingSchema } from '../../passport-status.ts';
import { requestTime } from '../../request-time.ts';
import { pageQuery } from '../page.ts';

const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

const summaryMembers = {
  passport_id: Type.String({ description: 'The `jti` of the JWS' }),
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
    description: 'The gateway that decided; an agent has one newest passport for each of its gateways',
  }),
  policy_set_hash: Type.Union([Type.String(), Type.Null()], { description: 'The policy set of its newest decision' }),
  is_mock: Type.Boolean({ description: 'True if no real TEE was verified' }),
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
      quote: Type.String({ description: 'The report as the key attestation carries it' }),
      verified: Type.Boolean(),
    }),
    evaluations: Type.Array(
      Type.Object({
        name: Type.String(),
        status: TierSchema,
        vector: Type.Unknown(),
        notes: Type.Array(Type.String()),
        policy_id: Type.String({ description: 'The appraisal policy' }),
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
    statistics: Type.Union([DecisionStatisticsSchema, Type.Null()], { description: 'Null in an older passport' }),
    auditors: Type.Array(AuditorStatisticsSchema, { description: 'Runs by status and by boundary' }),
    appraisal_record: Type.Union([PassportAppraisalSchema, Type.Null()], {
      description: 'Appraised claims by framework and control',
    }),
    valid_until: Type.Record(Type.String(), Type.String(), {
      description: 'End of validity of each part of the proof',
    }),
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
        'Starts at the value of the status (affirming 0, none 0.25, warning 0.5, contraindicated 0.9); the share of weak exchanges raises it towards the next value',
    }),
    verifier_signature: Type.String(),
    session_id: Type.String(),
    user_id: Type.Null(),
    jwt: Type.String({ description: 'The passport itself, an EAR JWS' }),
  },
  { $id: 'PassportView' },
);

export const PassportListQuerySchema = Type.Object(
  {
    ...pageQuery,
    agent_id: Type.Optional(Type.String({ maxLength: 200 })),
    latest: Type.Optional(
      Type.Boolean({ description: 'Only the newest passport of each agent at each of its gateways' }),
    ),
  },
  { additionalProperties: false },
);

export const PassportParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const RevokePassportSchema = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Stored, and shown to every reader of the passport',
    }),
  },
  { $id: 'RevokePassport', additionalProperties: false },
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
    token: Type.String({ description: 'The same as a JWS of the passport key, valid for five minutes' }),
  },
  { $id: 'PassportStatus' },
);

export const RevocationListSchema = Type.Object(
  {
    since: Type.String(),
    until: Type.String({ description: 'The list is complete up to this time; send it as the next `since`' }),
    revoked: Type.Array(RevokedPassportSchema, { description: 'Passports that were revoked one by one' }),
    revoked_key_attestations: Type.Array(RevokedThingSchema, {
      description: 'Every passport of this key_attestation_hash is revoked',
    }),
    revoked_reference_values: Type.Array(RevokedThingSchema, {
      description: 'Every passport that depends on this set is revoked',
    }),
    token: Type.String({ description: 'The same as a JWS of the passport key' }),
  },
  { $id: 'PassportRevocations' },
);

export const RevocationListQuerySchema = Type.Object(
  { since: Type.Optional(requestTime({ description: 'The list starts at the first revocation if absent' })) },
  { additionalProperties: false },
);

/** The decoded passport and its state, for readers without an account; nothing else. */
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
    is_mock: Type.Boolean({ description: 'True if no real TEE was verified' }),
    claims: Type.Unknown({ description: 'Payload of the JWS' }),
    verifier_keys: Type.String({ description: 'URL of the keys of the verifier' }),
    jwt: Type.String({ description: 'The passport itself, an EAR JWS' }),
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
    token: Type.String({ description: 'The same as a JWS of the passport key, valid for five minutes' }),
  },
  { $id: 'PublicPassportStatus' },
);

export type PassportStatus = Static<typeof PassportStatusSchema>;
export type RevocationList = Static<typeof RevocationListSchema>;
export type PublicPassport = Static<typeof PublicPassportSchema>;
export type PublicStatus = Static<typeof PublicStatusSchema>;
export type PassportSummary = Static<typeof PassportSummarySchema>;
export type PassportView = Static<typeof PassportViewSchema>;
