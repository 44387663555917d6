/** Requests and answers of the gateway's own endpoints. */
import { ReceiptRecordSchema } from '@assay/sdk/receipts';
import { Type } from 'typebox';
import { RefusedEvidenceSchema } from '../../refused-evidence.ts';

const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const NullableText = Type.Union([Type.String(), Type.Null()]);

export const ReceiptViewSchema = Type.Object(
  {
    seq: Type.Integer(),
    hash: Type.String({ description: 'hex record hash' }),
    signature: Type.String({ description: 'base64url' }),
    record: ReceiptRecordSchema,
  },
  { $id: 'SignedReceipt' },
);

export const ChainCheckSchema = Type.Object(
  {
    chain_intact: Type.Boolean(),
    total_receipts: Type.Integer(),
    first_seq: NullableInteger,
    last_seq: NullableInteger,
    first_bad_seq: NullableInteger,
    reason: NullableText,
    head_hash: NullableText,
    checkpoint_size: Type.Union([Type.Integer(), Type.Null()], { description: 'confirmed by the key of the chain' }),
    witnessed_size: Type.Union([Type.Integer(), Type.Null()], { description: 'cosigned by the verifier' }),
    truncated: Type.Union([Type.Boolean(), Type.Literal('unknown')], { description: 'unknown without a witness' }),
    mode: Type.String(),
    chain_id: Type.String(),
    unpinned: Type.Boolean({ description: 'the earlier history came from an import that was not confirmed' }),
  },
  { $id: 'ChainCheck' },
);

/** Query numbers of these lists stay text; the pattern bounds them. */
const limit = Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$', description: '1 to 100, default 20' }));

export const ReceiptListQuerySchema = Type.Object({
  limit,
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description: 'next_cursor of the page before' })),
});

export const RefusedEvidenceListQuerySchema = ReceiptListQuerySchema;

export const ReceiptListSchema = Type.Object(
  { items: Type.Array(ReceiptViewSchema), next_cursor: NullableText, has_more: Type.Boolean() },
  { $id: 'SignedReceiptPage' },
);

export const ChainCheckQuerySchema = Type.Object({
  mode: Type.Optional(Type.Union([Type.Literal('full'), Type.Literal('fast')])),
});

export const ReceiptExportQuerySchema = Type.Object({
  attachments: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
});

export const ReceiptImportQuerySchema = Type.Object({ allow_unpinned: Type.Optional(Type.Literal('true')) });

export const ReceiptImportSchema = Type.Object(
  { imported: Type.Integer(), total_receipts: Type.Integer(), head_hash: NullableText },
  { $id: 'ReceiptImport' },
);

export const RefusedEvidenceListSchema = Type.Object(
  {
    items: Type.Array(RefusedEvidenceSchema),
    next_cursor: NullableText,
    has_more: Type.Boolean(),
    total: Type.Integer(),
  },
  { $id: 'RefusedEvidencePage' },
);

export const ToolCallParamsSchema = Type.Object({ call_id: Type.String({ minLength: 1, maxLength: 200 }) });

/** JSON lines, as text. */
export const JsonLinesSchema = Type.String({ $id: 'JsonLines', description: 'One JSON object in each line' });
