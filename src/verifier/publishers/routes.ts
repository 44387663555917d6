/** HTTP of publishers (platform model 10). */

import { Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import { PublisherListQuerySchema, PublisherParamsSchema, PublisherSchema, WritePublisherSchema } from './schema.ts';
import type { PublisherService } from './service.ts';

export interface PublisherRouteDeps {
  readonly publishers: PublisherService;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/registry/publishers';
const tags = ['publishers'];
const problems = { '4xx': ProblemSchema };
const params = PublisherParamsSchema;

/** `/v1/registry/publishers`. */
export function publisherRoutes(deps: PublisherRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await writingRoutes(deps)(app);
  };
}

function readingRoutes({ publishers, db }: PublisherRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List publishers, newest first', querystring: PublisherListQuerySchema },
          response: { 200: PageSchema(PublisherSchema), ...problems },
        },
      },
      async ({ caller, query }) => publishers.list(db, caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      { schema: { tags, summary: 'Read a publisher', params, response: { 200: PublisherSchema, ...problems } } },
      async ({ caller, params: { id } }, reply) => {
        const view = await publishers.get(db, caller.organisation, id);
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
  };
}

function writingRoutes({ publishers, idempotency, db }: PublisherRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Trust the signatures of a publisher over releases' },
          ...{ headers: IdempotencyHeadersSchema, body: WritePublisherSchema },
          response: { 201: PublisherSchema, ...problems },
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
        const { body: view } = await idempotency.once(write, async (tx) => ({
          ...{ status: 201, body: await publishers.create(tx, author, body) },
        }));
        return reply
          .code(201)
          .header('location', `${path}/${view.id}`)
          .header('etag', toEtag(view.revision))
          .send(view);
      },
    );
    app.put(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Replace a publisher; what rests on keys that it leaves out is untrusted from now on' },
          ...{ params, headers: IfMatchHeadersSchema, body: WritePublisherSchema },
          response: { 200: PublisherSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const view = await db.transaction((tx) => publishers.replace(tx, author, id, body, revision));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a publisher; what it signed stays registered, untrusted' },
          ...{ params, headers: IfMatchHeadersSchema, response: { 204: Type.Null(), ...problems } },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => publishers.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
