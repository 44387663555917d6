/** Ingest of evidence with its receipt, from gateways to the verifier: one item or a batch, idempotent by evidence id. */
import { type Static, Type } from 'typebox';
import { ReceiptProofSchema } from './bundle.ts';

export const maxIngestBatch = 256;

export const EvidenceItemSchema = Type.Object({
  jws: Type.String({ maxLength: 4 * 1024 * 1024 }),
  receipt: Type.Optional(ReceiptProofSchema),
});

/** `stored`: the first time. `known`: same id and same bytes. `refused`: with a stable reason code. */
export const IngestResultSchema = Type.Object({
  evidence_id: Type.Union([Type.String(), Type.Null()]),
  status: Type.Union([Type.Literal('stored'), Type.Literal('known'), Type.Literal('refused')]),
  reason: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
});

export type EvidenceItem = Static<typeof EvidenceItemSchema>;
export type IngestResult = Static<typeof IngestResultSchema>;
