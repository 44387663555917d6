/** HTTP of declarative files. */

import { findBoundViolation } from '@assay/sdk/contract';
import { fileLimits } from '../../configuration/files/limits.ts';
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { ApplyAnswerSchema, ExportAnswerSchema } from '../../contract/control/apply.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { ApplyBodySchema, ApplyQuerySchema, ExportQuerySchema } from './schema.ts';
import type { Apply } from './service.ts';

export interface ApplyRouteDeps {
  readonly apply: Apply;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

/** What four MiB of files may come to as JSON. */
const bodyLimit = 3 * fileLimits.bytes;
const path = '/v1/apply';
const tags = ['apply'];
const problems = { '4xx': ProblemSchema };

/** `POST /v1/apply` and `GET /v1/export`. */
export function applyRoutes({ apply, idempotency, db }: ApplyRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        bodyLimit,
        schema: {
          ...{ tags, summary: 'Apply declarative documents, all of them or none' },
          ...{ headers: IdempotencyHeadersSchema, querystring: ApplyQuerySchema, body: ApplyBodySchema },
          response: { 200: ApplyAnswerSchema, ...problems },
        },
      },
      async ({ caller, headers, query, body }) => {
        assertCarriable(body);
        const author = toAuthor(caller);
        const request = { ...body, prune: query.prune === 'true' };
        if (query.dry_run === 'true') return apply.rehearse(author, request);
        const key = headers['idempotency-key'];
        const write = { orgId: author.orgId, operation: `POST ${path}`, key, request };
        const { body: answer } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await apply.apply(tx, author, request),
        }));
        return answer;
      },
    );
    app.get(
      '/v1/export',
      {
        schema: {
          ...{ tags, summary: 'What stands, as declarative documents', querystring: ExportQuerySchema },
          response: { 200: ExportAnswerSchema, ...problems },
        },
      },
      // One transaction, so that the documents show one revision and nothing between two.
      async ({ caller, query }) =>
        db.transaction((tx) => apply.export(tx, toAuthor(caller), query.workspace_id), {
          isolationLevel: 'repeatable read',
          accessMode: 'read only',
        }),
    );
  };
}

/** As `assertStorable`, for a body that is large by its nature. */
function assertCarriable(body: unknown): void {
  const message = findBoundViolation(body, { bytes: bodyLimit, depth: fileLimits.depth });
  if (message === undefined) return;
  throw new AppError('invalid_request', message, { detail: message, errors: [{ pointer: '', message }] });
}
