/** Operations of receipts. */
import { ReceiptInclusionSchema, ReceiptIngestAnswerSchema } from '../../receipts.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  IngestBodySchema,
  ingestBodyLimit,
  ProofQuerySchema,
  ReceiptListQuerySchema,
  ReceiptParamsSchema,
  ReceiptSummarySchema,
  ReceiptViewSchema,
} from './shapes.ts';

const path = '/v1/receipts';
const tag = 'receipts';

export const receipts = {
  submit: defineOperation({
    id: 'receipts.submit',
    method: 'POST',
    path,
    tag,
    summary: 'Submit receipts without evidence',
    description: 'These are mostly epoch starts. A receipt that is already stored returns `known`.',
    body: IngestBodySchema,
    bodyLimit: ingestBodyLimit,
    responses: { 200: ReceiptIngestAnswerSchema },
  }),
  list: defineOperation({
    id: 'receipts.list',
    method: 'GET',
    path,
    tag,
    summary: 'List receipts by chain, the newest of each chain first',
    query: ReceiptListQuerySchema,
    responses: { 200: PageSchema(ReceiptSummarySchema) },
  }),
  get: defineOperation({
    id: 'receipts.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Check one receipt',
    description: 'No account is needed, unless the verifier is configured to require one.',
    params: ReceiptParamsSchema,
    responses: { 200: ReceiptViewSchema },
  }),
  prove: defineOperation({
    id: 'receipts.prove',
    method: 'GET',
    path: `${path}/:id/proof`,
    tag,
    summary: 'Get the proof that a receipt is in a witnessed chain',
    description:
      'The proof is checked offline. No account is needed, unless the verifier is configured to require one.',
    params: ReceiptParamsSchema,
    query: ProofQuerySchema,
    responses: { 200: ReceiptInclusionSchema },
  }),
} as const;
