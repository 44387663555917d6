/** Operations of evidence. */
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import { ExplanationSchema } from './explanation-shapes.ts';
import { SessionListQuerySchema, SessionSummarySchema, TraceParamsSchema, TraceSchema } from './session-shapes.ts';
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
    description: 'Every condition must hold. The order is that of the time at which the gateway made it.',
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
  explain: defineOperation({
    id: 'evidence.explain',
    method: 'GET',
    path: `${path}/:id/explanation`,
    tag,
    summary: 'Explain evidence by the rules that decided and the meaning of its claims',
    description:
      'Rules are shown at the version that decided. The answer says whether that version is proven by the hash in the evidence.',
    params: EvidenceParamsSchema,
    responses: { 200: ExplanationSchema },
  }),
  listSessions: defineOperation({
    id: 'evidence.listSessions',
    method: 'GET',
    path: `${path}/sessions`,
    tag,
    summary: 'List sessions of agents, the last active first',
    description: 'The evidence of a session: list evidence by agent_id and session_id with `order=oldest`.',
    query: SessionListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(SessionSummarySchema) },
  }),
  getTrace: defineOperation({
    id: 'evidence.getTrace',
    method: 'GET',
    path: `${path}/traces/:trace_id`,
    tag,
    summary: 'Read the evidence of one trace as a tree',
    params: TraceParamsSchema,
    responses: { 200: TraceSchema },
  }),
} as const;
