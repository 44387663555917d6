/** Wire shapes of challenges and key attestations. */
import { type Static, Type } from 'typebox';
import { KeyHardwareSchema } from '../../hardware-facts.ts';
import { KeyAttestationSchema, OkpKeySchema } from '../../key-attestation.ts';
import { pageQuery } from '../page.ts';

export const ChallengeSchema = Type.Object(
  { nonce: Type.String({ description: '32 bytes in base64url, accepted once' }), expires_at: Type.String() },
  { $id: 'Challenge' },
);

export const RegisterAttestationSchema = Type.Object(
  { key_attestation: Type.Unknown({ description: 'A key attestation, which the rules of proofs check' }) },
  { $id: 'RegisterAttestation', additionalProperties: false },
);

export const FreshnessSchema = Type.Union([Type.Literal('verifier'), Type.Literal('none')], {
  description: 'verifier: the attestation answers a challenge of the verifier; none: it has a nonce of its own',
});

const recordMembers = {
  attestation_id: Type.String(),
  kid: Type.String(),
  key_attestation_hash: Type.String(),
  kind: Type.String(),
  freshness: FreshnessSchema,
  notes: Type.Array(Type.String()),
  created_at: Type.String(),
  revoked_at: Type.Union([Type.String(), Type.Null()]),
  revoked_reason: Type.Union([Type.String(), Type.Null()]),
};

export const AttestationSchema = Type.Object(recordMembers, { $id: 'Attestation' });
export const AttestationDetailSchema = Type.Object(
  {
    ...recordMembers,
    hardware: Type.Optional(KeyHardwareSchema),
    jwk: OkpKeySchema,
    key_attestation: KeyAttestationSchema,
  },
  { $id: 'AttestationDetail' },
);

export const RevokeAttestationSchema = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Stored, and shown to every reader of the record',
    }),
  },
  { $id: 'RevokeAttestation', additionalProperties: false },
);

/** The answer to a revocation. */
export const RevokedAttestationSchema = Type.Object(
  {
    ...recordMembers,
    passports_revoked: Type.Integer({ description: 'Number of passports that were revoked with it' }),
  },
  { $id: 'RevokedAttestation' },
);

export const AttestationListQuerySchema = Type.Object(
  { ...pageQuery, kid: Type.Optional(Type.String({ maxLength: 64 })) },
  { additionalProperties: false },
);
export const AttestationParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type Challenge = Static<typeof ChallengeSchema>;
export type Attestation = Static<typeof AttestationSchema>;
export type RevokedAttestation = Static<typeof RevokedAttestationSchema>;
export type AttestationDetail = Static<typeof AttestationDetailSchema>;
