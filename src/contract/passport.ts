/**
 * The passport: the verifier's attestation result (RFC 9334) as an EAR JWS (draft-ietf-rats-ear) with the AR4SI
 * trust vector. `ear.status` is never better than the worst claim of the vector.
 */
import { type Static, Type } from 'typebox';

export const passportType = 'ear+jwt';
export const passportProfile = 'tag:assay.dev,2026:passport/1';
/** SemVer of the claims: an unknown major is refused, an unknown minor accepted; passports without one are 1.0.0. */
export const passportSchemaVersion = '1.1.0';
/** Media type of the bare JWS. */
export const passportMediaType = 'application/ear+jwt';

export const tiers = ['affirming', 'warning', 'contraindicated', 'none'] as const;
export type Tier = (typeof tiers)[number];
export const TierSchema = Type.Enum(tiers);

/** AR4SI vector: int8 per claim; 0 = no claim, a check that was not done. */
export const TrustVectorSchema = Type.Record(Type.String(), Type.Integer({ minimum: -128, maximum: 127 }));

const Count = Type.Integer({ minimum: 0 });

/** Statistics of the covered exchanges. */
export const DecisionStatisticsSchema = Type.Object({
  exchanges: Count,
  allowed: Count,
  denied: Count,
  not_enforced: Type.Integer({ minimum: 0, description: 'the policy said deny and it was let through (observe mode)' }),
  weak: Type.Integer({ minimum: 0, description: 'exchanges whose record by itself is less than affirming' }),
  by_phase: Type.Record(Type.String(), Type.Object({ allowed: Count, denied: Count })),
  first_evidence_at: Type.String(),
  last_evidence_at: Type.String(),
  incomplete: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'exchanges recorded by an older release, without phases, auditors, claims',
    }),
  ),
});

/** Statistics of one auditor over all covered exchanges: its runs by status and by boundary. */
export const AuditorStatisticsSchema = Type.Object({
  name: Type.String(),
  ok: Count,
  failed: Count,
  late: Count,
  skipped: Count,
  attested: Type.Integer({ minimum: 0, description: 'runs inside what the key attestation measures' }),
  remote: Type.Integer({ minimum: 0, description: 'runs outside of it' }),
});

/** The claims of one control, appraised. */
export const ControlAppraisalSchema = Type.Object({
  compliance_framework: Type.Union([Type.String(), Type.Null()]),
  control_id: Type.Union([Type.String(), Type.Null()]),
  claim_names: Type.Array(Type.String()),
  affirming: Count,
  warning: Count,
  contraindicated: Count,
});

export const PassportAppraisalSchema = Type.Object({
  claims_affirming: Count,
  claims_warning: Count,
  claims_contraindicated: Count,
  controls: Type.Array(ControlAppraisalSchema),
  more_controls: Type.Optional(Type.Integer({ minimum: 1, description: 'controls that are only in the sums' })),
});

export const SubmodSchema = Type.Object({
  'ear.status': TierSchema,
  'ear.trustworthiness-vector': TrustVectorSchema,
  'ear.appraisal-policy-id': Type.String(),
  'x.kind': Type.Optional(Type.String()),
  'x.freshness': Type.Optional(
    Type.String({ description: 'verifier: a challenge was answered; none: self-issued nonce' }),
  ),
  'x.evaluated_at': Type.Optional(Type.String()),
  'x.notes': Type.Optional(Type.Array(Type.String())),
  'x.policy_hash': Type.Optional(Type.String({ description: '`sha256:<hex>` of the appraisal policy, JCS' })),
  'x.reference_values': Type.Optional(
    Type.Array(Type.String(), { description: 'sets that were compared and held, `<id>/<version>`' }),
  ),
  'x.tcb_status': Type.Optional(Type.String()),
  'x.advisories': Type.Optional(Type.Array(Type.String())),
  'x.collateral_hashes': Type.Optional(Type.Array(Type.String())),
  'x.roots_profile': Type.Optional(Type.String({ description: 'anything but production is a test' })),
  'x.declared_region': Type.Optional(Type.String({ description: 'declared by the attestor, not proven' })),
  'x.valid_until': Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'how long each part holds; exp is the earliest' }),
  ),
  'x.statistics': Type.Optional(DecisionStatisticsSchema),
  'x.auditors': Type.Optional(Type.Array(AuditorStatisticsSchema)),
  'x.more_auditors': Type.Optional(Type.Integer({ minimum: 1 })),
  'x.appraisal_record': Type.Optional(PassportAppraisalSchema),
});

export const PassportClaimsSchema = Type.Object({
  schema_version: Type.Optional(Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$' })),
  eat_profile: Type.String(),
  iss: Type.String(),
  jti: Type.String({ pattern: '^pp_[0-9a-f-]{36}$' }),
  iat: Type.Integer(),
  nbf: Type.Integer(),
  exp: Type.Integer(),
  'ear.verifier-id': Type.Object({ developer: Type.String(), build: Type.String() }),
  cnf: Type.Object({ jkt: Type.String() }),
  submods: Type.Record(Type.String(), SubmodSchema),
  evidence_hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the newest Evidence JWS covered' }),
  evidence_set: Type.Object({
    count: Type.Integer({ minimum: 1 }),
    root: Type.String({
      description: 'RFC 6962 Merkle root (hex) over the SHA-256 of every covered Evidence JWS, in order',
    }),
  }),
  key_attestation_hash: Type.String({ pattern: '^sha256:[0-9a-f]{64}$' }),
  workspace_id: Type.String(),
  agent_id: Type.String(),
  receipt: Type.Union([
    Type.Object({ chain_id: Type.String(), seq: Type.Integer(), hash: Type.String() }),
    Type.Null(),
  ]),
});

export type PassportClaims = Static<typeof PassportClaimsSchema>;
export type Submod = Static<typeof SubmodSchema>;
export type TrustVector = Static<typeof TrustVectorSchema>;
export type DecisionStatistics = Static<typeof DecisionStatisticsSchema>;
export type AuditorStatistics = Static<typeof AuditorStatisticsSchema>;
export type ControlAppraisal = Static<typeof ControlAppraisalSchema>;
export type PassportAppraisal = Static<typeof PassportAppraisalSchema>;
