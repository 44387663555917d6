/** HTTP of registered models. */
import { Type } from 'typebox';
import { ProblemSchema } from '../../contract/problem.ts';
import { PageSchema, parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import { ChangeViewSchema } from '../control/schema.ts';
import type { Routes } from '../feature.ts';
import { IdempotencyHeadersSchema } from '../idempotency/service.ts';
import { IfMatchHeadersSchema, parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import type { ModelRouteDeps } from './routes.ts';
import {
  CreateModelSchema,
  ModelListQuerySchema,
  ModelParamsSchema,
  ModelSchema,
  PageQuerySchema,
  PatchModelSchema,
} from './schema.ts';

const path = '/v1/registry/models';
const tags = ['model-registry'];
const problems = { '4xx': ProblemSchema };
const params = ModelParamsSchema;

export function modelRoutes(deps: ModelRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addWriting(deps)(app);
  };
}

function addReading({ registeredModels, changes }: ModelRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List registered models, newest first', querystring: ModelListQuerySchema },
          response: { 200: PageSchema(ModelSchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const { name, workspace_id: workspaceId, served_as: servedAs } = query;
        return registeredModels.list(caller.organisation, { name, workspaceId, servedAs }, parsePage(query));
      },
    );
    app.get(
      `${path}/:id`,
      { schema: { tags, summary: 'Read a registered model', params, response: { 200: ModelSchema, ...problems } } },
      async ({ caller, params: { id } }, reply) => {
        const view = await registeredModels.get(caller.organisation, id);
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          ...{ tags, summary: 'What became of a model and its versions, newest first', params },
          ...{ querystring: PageQuerySchema, response: { 200: PageSchema(ChangeViewSchema), ...problems } },
        },
      },
      async ({ caller, params: { id }, query }) =>
        changes.history(caller.organisation, 'registered_model', id, parsePage(query)),
    );
  };
}

function addWriting({ registeredModels, idempotency, db }: ModelRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Register a model; its versions come after', headers: IdempotencyHeadersSchema },
          ...{ body: CreateModelSchema, response: { 201: ModelSchema, ...problems } },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const operation = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: view } = await idempotency.once(operation, async (tx) => ({
          ...{ status: 201, body: await registeredModels.create(tx, author, body) },
        }));
        return reply
          .code(201)
          .header('location', `${path}/${view.id}`)
          .header('etag', toEtag(view.revision))
          .send(view);
      },
    );
    app.patch(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Change what a model is described by, and by which names calls ask for it', params },
          ...{ headers: IfMatchHeadersSchema, body: PatchModelSchema, response: { 200: ModelSchema, ...problems } },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const view = await db.transaction((tx) => registeredModels.update(tx, toAuthor(caller), id, body, revision));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a model of which no version was ever ready', params },
          ...{ headers: IfMatchHeadersSchema, response: { 204: Type.Null(), ...problems } },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => registeredModels.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
