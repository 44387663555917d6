/** HTTP of what people say of versions of models. */

import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Author, toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import { type Idempotency, IdempotencyHeadersSchema } from '../idempotency/service.ts';
import { toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import type { ModelRouteDeps } from './routes.ts';
import { ApproveVersionSchema, type ModelVersion, ReasonSchema, VersionParamsSchema, VersionSchema } from './schema.ts';

const path = '/v1/registry/models/:id/versions/:version';
const tags = ['model-registry'];
const reply200 = { 200: VersionSchema, '4xx': ProblemSchema };
const params = VersionParamsSchema;

/** `approve`, `deprecate`, `revoke`. */
export function reviewRoutes({ modelReviewing, idempotency }: ModelRouteDeps): Routes {
  return async (app) => {
    app.post(
      `${path}/approve`,
      {
        schema: {
          ...{ tags, summary: 'Say that a version may be used; not by whoever registered it', params },
          ...{ headers: IdempotencyHeadersSchema, body: ApproveVersionSchema, response: reply200 },
        },
      },
      async ({ caller, params: { id, version }, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const write = { author, at: [id, version], verb: 'approve', body, key: headers['idempotency-key'] } as const;
        const view = await once(idempotency, write, (tx) => modelReviewing.approve(tx, author, [id, version], body));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    for (const verb of ['deprecate', 'revoke'] as const) {
      app.post(
        `${path}/${verb}`,
        {
          schema: {
            ...{ tags, summary: summaries[verb], params },
            ...{ headers: IdempotencyHeadersSchema, body: ReasonSchema, response: reply200 },
          },
        },
        async ({ caller, params: { id, version }, headers, body }, reply) => {
          assertStorable(body);
          const author = toAuthor(caller);
          const write = { author, at: [id, version], verb, body, key: headers['idempotency-key'] } as const;
          const view = await once(idempotency, write, (tx) =>
            modelReviewing[verb](tx, author, [id, version], body.reason),
          );
          return reply.header('etag', toEtag(view.revision)).send(view);
        },
      );
    }
  };
}

const summaries = {
  deprecate: 'Say that an approved version is to be left; it still passes gateways, with a warning',
  revoke: 'End a version for good: gateways refuse calls that mean it',
} as const;

interface ReviewWrite {
  readonly author: Author;
  readonly at: readonly [id: string, version: number];
  readonly verb: string;
  readonly body: unknown;
  readonly key: string | undefined;
}

async function once(
  idempotency: Idempotency,
  { author, at: [id, version], verb, body: request, key }: ReviewWrite,
  run: (tx: Db) => Promise<ModelVersion>,
): Promise<ModelVersion> {
  const operation = `POST /v1/registry/models/${id}/versions/${version}/${verb}`;
  const { body } = await idempotency.once({ orgId: author.orgId, operation, key, request }, async (tx) => ({
    ...{ status: 200, body: await run(tx) },
  }));
  return body;
}
