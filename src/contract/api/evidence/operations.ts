/** Operations of evidence. */
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  EvidenceListQuerySchema,
  EvidenceParamsSchema,
  EvidenceSummarySchema,
  EvidenceViewSchema,
  IngestAnswerSchema,
  IngestBodySchema,
  ingestBodyLimit,
} from './shapes.ts';

const path = '/v1/evidence';
const tag = 'evidence';

export const evidence = {
  submit: defineOperation({
    id: 'evidence.submit',
    method: 'POST',
    path,
    tag,
    summary: 'Submit evidence with its receipts, one item or a batch',
    description: 'The id of the evidence makes it idempotent: an item that is already stored returns `known`.',
    body: IngestBodySchema,
    bodyLimit: ingestBodyLimit,
    responses: { 200: IngestAnswerSchema },
  }),
  list: defineOperation({
    id: 'evidence.list',
    method: 'GET',
    path,
    tag,
    summary: 'List evidence, newest first',
    query: EvidenceListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(EvidenceSummarySchema) },
  }),
  get: defineOperation({
    id: 'evidence.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read evidence',
    description: 'The answer holds the decoded evidence, its appraisal and the exact JWS.',
    params: EvidenceParamsSchema,
    responses: { 200: EvidenceViewSchema },
  }),
} as const;
