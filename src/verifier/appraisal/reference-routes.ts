/** HTTP of reference values. Writing needs the operator token: they decide what is trusted. */
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import { RecordListQuerySchema, RecordParamsSchema, VersionQuerySchema } from './policy-schema.ts';
import {
  ReferenceValuesSchema,
  ReferenceValuesVersionSchema,
  RevokeSchema,
  WriteReferenceValuesSchema,
} from './reference-schema.ts';
import type { ReferenceValueSets } from './reference-values.ts';

const tags = ['appraisal'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/reference-values';

export interface ReferenceServices {
  readonly referenceValues: ReferenceValueSets;
  readonly idempotency: Idempotency;
}

/** `/v1/reference-values`. */
export function referenceRoutes(services: ReferenceServices): Routes {
  return async (app) => {
    await addReading(services)(app);
    await addWriting(services)(app);
  };
}

function addReading({ referenceValues }: ReferenceServices): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          tags,
          summary: 'List sets of reference values, newest first',
          querystring: RecordListQuerySchema,
          response: { 200: PageSchema(ReferenceValuesSchema), ...problems },
        },
      },
      ({ caller, query }) => referenceValues.list(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary: 'Read a set of reference values, its newest version or another',
          params: RecordParamsSchema,
          querystring: VersionQuerySchema,
          response: { 200: ReferenceValuesSchema, ...problems },
        },
      },
      async ({ caller, params, query }, reply) => {
        const set = await referenceValues.get(caller.organisation, params.id, query.version);
        return reply.header('etag', toEtag(set.revision)).send(set);
      },
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          tags,
          summary: 'List the versions of a set: who wrote each, when and why',
          params: RecordParamsSchema,
          querystring: RecordListQuerySchema,
          response: { 200: PageSchema(ReferenceValuesVersionSchema), ...problems },
        },
      },
      ({ caller, params, query }) => referenceValues.history(caller.organisation, params.id, parsePage(query)),
    );
  };
}

function addWriting({ referenceValues, idempotency }: ReferenceServices): Routes {
  return async (app) => {
    app.post(
      path,
      {
        config: { access: 'admin' },
        schema: {
          tags,
          summary: 'Write a new set of reference values',
          headers: IdempotencyHeadersSchema,
          body: WriteReferenceValuesSchema,
          response: { 201: ReferenceValuesSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const write = {
          orgId: author.orgId,
          operation: `POST ${path}`,
          key: headers['idempotency-key'],
          request: body,
        };
        const { body: set } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await referenceValues.create(tx, author, body),
        }));
        return reply.code(201).header('location', `${path}/${set.id}`).header('etag', toEtag(set.revision)).send(set);
      },
    );
    app.put(
      `${path}/:id`,
      {
        config: { access: 'admin' },
        schema: {
          tags,
          summary: 'Write the next version of a set',
          params: RecordParamsSchema,
          headers: IfMatchHeadersSchema,
          body: WriteReferenceValuesSchema,
          response: { 200: ReferenceValuesSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const write = { orgId: author.orgId, operation: 'PUT', key: undefined, request: body };
        const { body: set } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await referenceValues.replace(tx, author, params.id, body, revision),
        }));
        return reply.header('etag', toEtag(set.revision)).send(set);
      },
    );
    app.post(
      `${path}/:id/revoke`,
      {
        config: { access: 'admin' },
        schema: {
          tags,
          summary: 'Revoke a set for good, and the passports that rest on it',
          params: RecordParamsSchema,
          headers: IdempotencyHeadersSchema,
          body: RevokeSchema,
          response: { 200: ReferenceValuesSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const operation = `POST ${path}/${params.id}/revoke`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: set } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await referenceValues.revoke(tx, author, params.id, body.reason),
        }));
        return set;
      },
    );
  };
}
