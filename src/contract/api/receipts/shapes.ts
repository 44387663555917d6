/** Wire shapes of receipts as the verifier shows them (receipts reference 2: the single-interaction view). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { ReceiptProofSchema } from '../../contract/bundle.ts';
import { maxReceiptIngest } from '../../contract/receipts.ts';

/** The receipts themselves are checked one by one, so that a bad one does not spoil the others. */
export const IngestBodySchema = Type.Object(
  { receipts: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxReceiptIngest }) },
  { additionalProperties: false },
);

export const ReceiptListQuerySchema = Type.Object(
  {
    limit: pageQuery.limit,
    // It names a place in a chain, and the id of a chain may be long.
    cursor: Type.Optional(Type.String({ maxLength: 1536, description: 'next_cursor of the page before' })),
    chain_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  { additionalProperties: false },
);

/** What a list shows of a receipt. */
export const ReceiptSummarySchema = Type.Object({
  receipt_id: Type.String(),
  chain_id: Type.String(),
  seq: Type.Integer(),
  kind: Type.Union([Type.Literal('receipt'), Type.Literal('epoch_start')]),
  hash: Type.String({ description: 'hex record hash' }),
  evidence_id: Type.Union([Type.String(), Type.Null()], { description: 'of the Evidence that it is about' }),
  issued_at: Type.String(),
  tool: Type.Union([Type.String(), Type.Null()]),
  verdict: Type.String(),
  cedar_decision: Type.String(),
  claim_count: Type.Integer(),
  latency_ms: Type.Integer(),
});

export const ReceiptParamsSchema = Type.Object({
  id: Type.String({ maxLength: 1024, description: 'rc_… or the id of the Evidence it is about, ev_…' }),
});

export const ProofQuerySchema = Type.Object(
  {
    from: Type.Optional(
      Type.String({ pattern: '^(0|[1-9]\\d{0,14})$', description: 'adds a consistency proof from this size' }),
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

/** One receipt and what the verifier found; derived from the record and its Evidence, and no source of its own. */
export const ReceiptViewSchema = Type.Object(
  {
    receipt_id: Type.String(),
    chain_id: Type.String(),
    seq: Type.Integer(),
    kind: Type.Union([Type.Literal('receipt'), Type.Literal('epoch_start')]),
    evidence_id: Nullable('of the Evidence that it is about'),
    passport_id: Nullable('the passport that covers that Evidence; null until then'),
    request_hash: Type.String(),
    response_hash: Type.String(),
    issued_at: Type.String(),
    verdict: Type.String(),
    model_id: Nullable('as the Evidence names it'),
    session_id: Type.Null({ description: 'never in a public answer; it stands in the Evidence' }),
    user_id: Type.Null({ description: 'never in a public answer' }),
    measurement_count: Type.Integer({ description: 'claims in the Evidence' }),
    verifier_id: Type.String(),
    record: ReceiptProofSchema.properties.record,
    signature: ReceiptProofSchema.properties.signature,
    is_mock: Type.Boolean({ description: 'true when only software vouches for the key' }),
    verified: Type.Boolean({ description: 'true when every check passed' }),
    checks: Type.Array(CheckSchema),
    witnessed_size: Type.Union([Type.Integer(), Type.Null()]),
    notes: Type.Array(Type.String()),
  },
  { $id: 'ReceiptView' },
);

export type ReceiptSummary = Static<typeof ReceiptSummarySchema>;
export type ReceiptView = Static<typeof ReceiptViewSchema>;
export type ReceiptCheck = Static<typeof CheckSchema>;
