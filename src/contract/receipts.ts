/**
 * Receipts outside the log: what gateways send the verifier besides Evidence, the verifier's answers as a witness,
 * and the proof for offline checks.
 */
import { type Static, Type } from 'typebox';
import { ReceiptProofSchema } from './bundle.ts';
import { KeyAttestationSchema } from './key-attestation.ts';

export const maxReceiptIngest = 256;

export const ReceiptIngestResultSchema = Type.Object({
  receipt_id: Type.Union([Type.String(), Type.Null()]),
  status: Type.Union([Type.Literal('stored'), Type.Literal('known'), Type.Literal('refused')]),
  reason: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
});

export const ReceiptIngestAnswerSchema = Type.Object(
  { results: Type.Array(ReceiptIngestResultSchema) },
  { $id: 'ReceiptIngestAnswer' },
);

/** The witness's view of a chain. */
export const WitnessedChainSchema = Type.Object(
  {
    chain_id: Type.String(),
    size: Type.Integer({ description: 'of the latest checkpoint it cosigned; 0 before the first' }),
    root: Type.Union([Type.String({ description: 'base64' }), Type.Null()]),
    head: Type.Union([Type.String({ description: 'hex hash of the last record' }), Type.Null()]),
    checkpoint: Type.Union([Type.String({ description: 'signed note with the cosignature' }), Type.Null()]),
    witnessed_at: Type.Union([Type.String(), Type.Null()]),
    lag: Type.Integer({ description: 'records that the verifier holds beyond that checkpoint' }),
    equivocations: Type.Array(
      Type.Object({
        size: Type.Integer(),
        seen_at: Type.String(),
        checkpoint: Type.String({ description: 'what was cosigned at this size' }),
        other: Type.String({ description: 'another checkpoint of the same size, signed by a key of the chain' }),
      }),
      { description: 'each is a proof that the chain has two histories' },
    ),
    witness_keys: Type.Array(Type.String(), { description: 'verifier keys (C2SP) of the witness, the newest first' }),
  },
  { $id: 'WitnessedChain' },
);

export const receiptProofFormat = 'assay-receipt-proof/1';

const Hashes = Type.Array(Type.String({ maxLength: 44, description: 'base64' }), { maxItems: 64 });

/** Proof that one receipt is part of a witnessed chain. */
export const ReceiptInclusionSchema = Type.Object(
  {
    format: Type.Literal(receiptProofFormat),
    receipt_id: Type.String({ maxLength: 1024 }),
    receipt: ReceiptProofSchema,
    inclusion: Hashes,
    checkpoint: Type.String({
      maxLength: 96 * 1024,
      description: 'signed note: the key of the chain, and the witness',
    }),
    consistency: Type.Optional(
      Type.Object({
        from: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        proof: Hashes,
      }),
    ),
    key_attestations: Type.Array(KeyAttestationSchema, {
      maxItems: 64,
      description: 'of the keys that signed the receipt and the checkpoint',
    }),
    witness_keys: Type.Array(Type.String({ maxLength: 512 }), {
      maxItems: 64,
      description: 'a convenience, never a trust anchor',
    }),
  },
  { $id: 'ReceiptInclusion' },
);

export type ReceiptIngestResult = Static<typeof ReceiptIngestResultSchema>;
export type WitnessedChain = Static<typeof WitnessedChainSchema>;
export type ReceiptInclusion = Static<typeof ReceiptInclusionSchema>;
