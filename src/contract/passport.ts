/**
 * The passport: the verifier's attestation result (RFC 9334) as an EAR JWS (draft-ietf-rats-ear) with the AR4SI
 * trust vector. `ear.status` is never better than the worst claim of the vector.
 */
import { type Static, Type } from 'typebox';

export const passportType = 'ear+jwt';
export const passportProfile = 'tag:assay.dev,2026:passport/1';

export const tiers = ['affirming', 'warning', 'contraindicated', 'none'] as const;
export type Tier = (typeof tiers)[number];
export const TierSchema = Type.Enum(tiers);

/** AR4SI vector: int8 per claim; 0 = no claim, a check that was not done. */
export const TrustVectorSchema = Type.Record(Type.String(), Type.Integer({ minimum: -128, maximum: 127 }));

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
});

export const PassportClaimsSchema = Type.Object({
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
