/** HTTP of versions of models: registered, read, described while they are pending, evaluated. */
import { ProblemSchema } from '../../contract/problem.ts';
import { PageSchema, parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import { IdempotencyHeadersSchema } from '../idempotency/service.ts';
import { IfMatchHeadersSchema, parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import type { ModelRouteDeps } from './routes.ts';
import {
  CreateEvaluationSchema,
  CreateVersionSchema,
  ModelParamsSchema,
  PageQuerySchema,
  PatchVersionSchema,
  VersionParamsSchema,
  VersionSchema,
} from './schema.ts';

const path = '/v1/registry/models/:id/versions';
const tags = ['model-registry'];
const problems = { '4xx': ProblemSchema };

export function versionRoutes(deps: ModelRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addWriting(deps)(app);
  };
}

function addReading({ modelVersions }: ModelRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List the versions of a model, newest first', params: ModelParamsSchema },
          ...{ querystring: PageQuerySchema, response: { 200: PageSchema(VersionSchema), ...problems } },
        },
      },
      async ({ caller, params: { id }, query }) => modelVersions.list(caller.organisation, id, parsePage(query)),
    );
    app.get(
      `${path}/:version`,
      {
        schema: {
          ...{ tags, summary: 'Read a version of a model', params: VersionParamsSchema },
          response: { 200: VersionSchema, ...problems },
        },
      },
      async ({ caller, params: { id, version } }, reply) => {
        const view = await modelVersions.get(caller.organisation, id, version);
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
  };
}

function addWriting({ modelVersions, idempotency, db }: ModelRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Register a version: files whose bytes follow, or a model that somebody else serves' },
          ...{ params: ModelParamsSchema, headers: IdempotencyHeadersSchema, body: CreateVersionSchema },
          response: { 201: VersionSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const operation = {
          orgId: author.orgId,
          operation: `POST /v1/registry/models/${id}/versions`,
          key,
          request: body,
        };
        const { body: view } = await idempotency.once(operation, async (tx) => ({
          ...{ status: 201, body: await modelVersions.create(tx, author, id, body) },
        }));
        return reply
          .code(201)
          .header('location', `/v1/registry/models/${id}/versions/${view.version}`)
          .header('etag', toEtag(view.revision))
          .send(view);
      },
    );
    app.patch(
      `${path}/:version`,
      {
        schema: {
          ...{ tags, summary: 'Change license, provenance or signature of a version that is pending' },
          ...{ params: VersionParamsSchema, headers: IfMatchHeadersSchema, body: PatchVersionSchema },
          response: { 200: VersionSchema, ...problems },
        },
      },
      async ({ caller, params: { id, version }, headers, body }, reply) => {
        assertStorable(body);
        const change = { ...body, revision: parseIfMatch(headers['if-match']) };
        const author = toAuthor(caller);
        const view = await db.transaction((tx) => modelVersions.update(tx, author, [id, version], change));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.post(
      `${path}/:version/evaluations`,
      {
        schema: {
          ...{ tags, summary: 'Add what an evaluation of a version came to', params: VersionParamsSchema },
          ...{ headers: IdempotencyHeadersSchema, body: CreateEvaluationSchema },
          response: { 201: VersionSchema, ...problems },
        },
      },
      async ({ caller, params: { id, version }, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const name = `POST /v1/registry/models/${id}/versions/${version}/evaluations`;
        const operation = { orgId: author.orgId, operation: name, key, request: body };
        const { body: view } = await idempotency.once(operation, async (tx) => ({
          ...{ status: 201, body: await modelVersions.evaluate(tx, author, [id, version], body) },
        }));
        return reply.code(201).header('etag', toEtag(view.revision)).send(view);
      },
    );
  };
}
