/**
 * The evidence bundle holds everything that a third party needs to check a passport offline. It is JSON, or CBOR with
 * the same members.
 */
import { type Static, Type } from 'typebox';
import { KeyAttestationSchema } from './key-attestation.ts';

export const bundleFormat = 'assay-bundle/1';

/** A receipt outside the log: its exact canonical bytes (base64url) and their signature (base64url). */
export const ReceiptProofSchema = Type.Object({
  record: Type.String({ description: 'base64url of the exact JCS bytes' }),
  signature: Type.String({ description: 'base64url, Ed25519' }),
});

export const BundleSchema = Type.Object(
  {
    format: Type.Literal(bundleFormat),
    exported_at: Type.String(),
    passport: Type.Union([Type.String({ description: 'the passport JWS' }), Type.Null()]),
    evidence: Type.Array(Type.Object({ evidence_id: Type.String(), jws: Type.String() })),
    key_attestations: Type.Array(KeyAttestationSchema),
    receipts: Type.Array(ReceiptProofSchema),
    verifier_keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'JWKs of the verifier at export time: a convenience, never a trust anchor',
    }),
  },
  { $id: 'EvidenceBundle' },
);

export type Bundle = Static<typeof BundleSchema>;
export type ReceiptProof = Static<typeof ReceiptProofSchema>;
