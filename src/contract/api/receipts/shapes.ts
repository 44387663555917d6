/** Wire shapes of receipts as the verifier takes and shows them. */
import { type Static, Type } from 'typebox';
import { ReceiptProofSchema } from '../../bundle.ts';
import { maxReceiptIngest } from '../../receipts.ts';
import { pageQuery } from '../page.ts';

/** Largest body of a batch, in bytes. */
export const ingestBodyLimit: number = 32 * 1024 * 1024;

/** The receipts are checked one by one, so that a bad one does not spoil the others. */
export const IngestBodySchema = Type.Object(
  { receipts: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxReceiptIngest }) },
  { $id: 'SubmitReceipts', additionalProperties: false },
);

export const ReceiptListQuerySchema = Type.Object(
  {
    limit: pageQuery.limit,
    // A cursor names a position in a chain, and the id of a chain may be long.
    cursor: Type.Optional(Type.String({ maxLength: 1536, description: 'next_cursor of the page before' })),
    chain_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  { additionalProperties: false },
);

/** A receipt as lists show it. */
export const ReceiptSummarySchema = Type.Object(
  {
    receipt_id: Type.String(),
    chain_id: Type.String(),
    seq: Type.Integer(),
    kind: Type.Union([Type.Literal('receipt'), Type.Literal('epoch_start')]),
    hash: Type.String({ description: 'Hash of the record in hex' }),
    evidence_id: Type.Union([Type.String(), Type.Null()], { description: 'Evidence that it is about' }),
    issued_at: Type.String(),
    tool: Type.Union([Type.String(), Type.Null()]),
    verdict: Type.String(),
    cedar_decision: Type.String(),
    claim_count: Type.Integer(),
    latency_ms: Type.Integer(),
  },
  { $id: 'ReceiptSummary' },
);

export const ReceiptParamsSchema = Type.Object({
  id: Type.String({
    maxLength: 1024,
    description: 'Id of the receipt (rc_…) or of the evidence that it is about (ev_…)',
  }),
});

export const ProofQuerySchema = Type.Object(
  {
    from: Type.Optional(
      Type.String({ pattern: '^(0|[1-9]\\d{0,14})$', description: 'Adds a consistency proof from this size' }),
    ),
  },
  { additionalProperties: false },
);

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const CheckSchema = Type.Object({
  name: Type.Union([
    Type.Literal('signature'),
    Type.Literal('key_attestation'),
    Type.Literal('evidence'),
    Type.Literal('inclusion'),
    Type.Literal('witness'),
  ]),
  result: Type.Union([Type.Literal('passed'), Type.Literal('failed'), Type.Literal('not_checked')]),
  sentence: Type.String(),
});

/** One receipt and the results of its checks, derived from the record and its evidence. */
export const ReceiptViewSchema = Type.Object(
  {
    receipt_id: Type.String(),
    chain_id: Type.String(),
    seq: Type.Integer(),
    kind: Type.Union([Type.Literal('receipt'), Type.Literal('epoch_start')]),
    evidence_id: Nullable('Evidence that it is about'),
    passport_id: Nullable('Passport that covers that evidence; null until there is one'),
    request_hash: Type.String(),
    response_hash: Type.String(),
    issued_at: Type.String(),
    verdict: Type.String(),
    model_id: Nullable('As the evidence names it'),
    session_id: Type.Null({ description: 'Never in a public answer; the evidence holds it' }),
    user_id: Type.Null({ description: 'Never in a public answer' }),
    measurement_count: Type.Integer({ description: 'Number of claims in the evidence' }),
    verifier_id: Type.String(),
    record: ReceiptProofSchema.properties.record,
    signature: ReceiptProofSchema.properties.signature,
    is_mock: Type.Boolean({ description: 'True if only software vouches for the key' }),
    verified: Type.Boolean({ description: 'True if every check passed' }),
    checks: Type.Array(CheckSchema),
    witnessed_size: Type.Union([Type.Integer(), Type.Null()]),
    notes: Type.Array(Type.String()),
  },
  { $id: 'ReceiptView' },
);

export type ReceiptSummary = Static<typeof ReceiptSummarySchema>;
export type ReceiptView = Static<typeof ReceiptViewSchema>;
export type ReceiptCheck = Static<typeof CheckSchema>;
