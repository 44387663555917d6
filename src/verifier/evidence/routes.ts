/** HTTP of evidence. */

import { Type } from 'typebox';
import { PageSchema } from '../../contract/api/page.ts';
import { type IngestResult, maxIngestBatch } from '../../contract/ingest.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { Routes } from '../feature.ts';
import type { Ingest } from './ingest.ts';
import {
  EvidenceListQuerySchema,
  EvidenceParamsSchema,
  EvidenceSummarySchema,
  EvidenceViewSchema,
  IngestAnswerSchema,
} from './schema.ts';
import type { EvidenceReader } from './service.ts';

/** A batch of the largest size whose items are of ordinary length, or a few items of the greatest length. */
const ingestBodyLimit = 32 * 1024 * 1024;

/** One item, or a batch; the items themselves are checked one by one, so that a bad one does not spoil the others. */
const IngestBodySchema = Type.Union([
  Type.Object(
    { items: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxIngestBatch }) },
    { additionalProperties: false },
  ),
  Type.Object({ jws: Type.Unknown(), receipt: Type.Optional(Type.Unknown()) }, { additionalProperties: false }),
]);

const tags = ['evidence'];
const problems = { '4xx': ProblemSchema };

/** `POST`, `GET /v1/evidence` and `GET /v1/evidence/{id}`. */
export function evidenceRoutes({ ingest, evidence }: { ingest: Ingest; evidence: EvidenceReader }): Routes {
  return async (app) => {
    app.post(
      '/v1/evidence',
      {
        bodyLimit: ingestBodyLimit,
        schema: {
          tags,
          summary: 'Take evidence with its receipt, one or a batch; idempotent by evidence id',
          body: IngestBodySchema,
          response: { 200: IngestAnswerSchema, ...problems },
        },
      },
      async ({ caller, body }) => {
        if ('items' in body) return { results: await ingest(caller.organisation, body.items, caller) };
        const results = await ingest(caller.organisation, [body], caller);
        for (const result of results) if (result.status === 'refused') throw toRefusal(result);
        return { results };
      },
    );
    app.get(
      '/v1/evidence',
      {
        schema: {
          tags,
          summary: 'List evidence, newest first',
          querystring: EvidenceListQuerySchema,
          response: { 200: PageSchema(EvidenceSummarySchema), ...problems },
        },
      },
      ({ caller, query }) =>
        evidence.list(caller.organisation, parsePage(query), {
          agentId: query.agent_id,
          decision: query.decision,
          sessionId: query.session_id,
          traceId: query.trace_id,
          since: toTime(query.since),
          until: toTime(query.until),
        }),
    );
    app.get(
      '/v1/evidence/:id',
      {
        schema: {
          tags,
          summary: 'Read evidence: decoded, appraised, and as the exact JWS',
          params: EvidenceParamsSchema,
          response: { 200: EvidenceViewSchema, ...problems },
        },
      },
      ({ caller, params }) => evidence.get(caller.organisation, params.id),
    );
  };
}

const conflicts: Readonly<Record<string, ErrorCode>> = {
  nonce_reused: 'nonce_reused',
  conflict: 'conflict',
  workspace_mismatch: 'conflict',
  key_of_another_gateway: 'conflict',
  chain_of_another_gateway: 'conflict',
  workspace_not_served: 'forbidden',
};

function toRefusal({ reason = 'refused', message = 'the evidence was refused', evidence_id }: IngestResult): AppError {
  const code = conflicts[reason] ?? 'evidence_refused';
  return new AppError(code, message, { detail: message, extensions: { reason, evidence_id } });
}

function toTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
