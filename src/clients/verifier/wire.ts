/** Answers of the verifier that its clients read. */
import { Type } from 'typebox';
import { BundleKeySchema } from '../../contract/control/config-bundle.ts';
import { IngestResultSchema } from '../../contract/ingest.ts';

export const verifierPaths = {
  challenge: '/v1/attestations/challenge',
  attestations: '/v1/attestations',
  evidence: '/v1/evidence',
  receipts: '/v1/receipts',
  addCheckpoint: '/v1/witness/add-checkpoint',
  witnessedChains: '/v1/witness/chains',
  gateways: '/v1/gateways',
  events: '/v1/events',
  keys: '/.well-known/jwks.json',
} as const;

export const ChallengeSchema = Type.Object({ nonce: Type.String(), expires_at: Type.String() });

export const AttestationRecordSchema = Type.Object({
  attestation_id: Type.String(),
  kid: Type.String(),
  key_attestation_hash: Type.String(),
  kind: Type.String(),
  freshness: Type.Union([Type.Literal('verifier'), Type.Literal('none')]),
});

export const IngestAnswerSchema = Type.Object({ results: Type.Array(IngestResultSchema) });

/** Public keys; gateways ignore other members of a key. */
export const KeySetSchema = Type.Object({ keys: Type.Array(BundleKeySchema, { maxItems: 1_000 }) });
