/** HTTP of the app catalog (platform model 8). */

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
import type { AppPublishing } from './publishing.ts';
import type { AppReading } from './reading.ts';
import {
  AppListQuerySchema,
  AppPageQuerySchema,
  AppParamsSchema,
  AppSchema,
  AppVersionQuerySchema,
  PatchAppSchema,
  PublishAppSchema,
  PublishVersionSchema,
} from './schema.ts';
import { toAppView } from './views.ts';

export interface AppCatalogRouteDeps {
  readonly appCatalog: AppReading;
  readonly appPublishing: AppPublishing;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/app-catalog';
const tags = ['app-catalog'];
const problems = { '4xx': ProblemSchema };
const params = AppParamsSchema;
const published = { 200: AppSchema, 201: AppSchema, ...problems };

/** `/v1/app-catalog`, the entries; installations are a group of their own. */
export function appCatalogRoutes(deps: AppCatalogRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await publishingRoutes(deps)(app);
    await changingRoutes(deps)(app);
  };
}

function readingRoutes({ appCatalog, db }: AppCatalogRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'Browse and search apps: own ones, newest first, then those that come with the release' },
          querystring: AppListQuerySchema,
          response: { 200: PageSchema(AppSchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const page = await appCatalog.list(db, caller.organisation, query, parsePage(query));
        return { ...page, items: page.items.map(toAppView) };
      },
    );
    app.get(
      `${path}/:app_id`,
      {
        schema: {
          ...{ tags, summary: 'Read an app, at its newest version or at one that is named', params },
          querystring: AppVersionQuerySchema,
          response: { 200: AppSchema, ...problems },
        },
      },
      async ({ caller, params: { app_id: id }, query }, reply) => {
        const view = toAppView(await appCatalog.get(db, caller.organisation, id, query.version));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.get(
      `${path}/:app_id/versions`,
      {
        schema: {
          ...{ tags, summary: 'List the versions of an app, newest first', params, querystring: AppPageQuerySchema },
          response: { 200: PageSchema(AppSchema), ...problems },
        },
      },
      async ({ caller, params: { app_id: id }, query }) => {
        const page = await appCatalog.listVersions(db, caller.organisation, id, parsePage(query));
        return { ...page, items: page.items.map(toAppView) };
      },
    );
  };
}

function publishingRoutes({ appPublishing, idempotency }: AppCatalogRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Add an app with its first version; the very same again is 200' },
          ...{ headers: IdempotencyHeadersSchema, body: PublishAppSchema, response: published },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const operation = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { status, body: view } = await idempotency.once(operation, async (tx) => {
          const made = await appPublishing.publish(tx, author, body);
          return { status: made.isNew ? 201 : 200, body: toAppView(made) };
        });
        const code = status === 201 ? 201 : 200;
        return reply
          .code(code)
          .header('location', `${path}/${view.id}`)
          .header('etag', toEtag(view.revision))
          .send(view);
      },
    );
    app.post(
      `${path}/:app_id/versions`,
      {
        schema: {
          ...{ tags, summary: 'Add a version to an app; it never changes, and the very same again is 200', params },
          ...{ headers: IdempotencyHeadersSchema, body: PublishVersionSchema, response: published },
        },
      },
      async ({ caller, headers, params: { app_id: id }, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const operation = { orgId: author.orgId, operation: `POST ${path}/${id}/versions`, key, request: body };
        const { status, body: view } = await idempotency.once(operation, async (tx) => {
          const made = await appPublishing.publishVersion(tx, author, id, body);
          return { status: made.isNew ? 201 : 200, body: toAppView(made) };
        });
        const location = `${path}/${id}?version=${encodeURIComponent(view.version)}`;
        const code = status === 201 ? 201 : 200;
        return reply.code(code).header('location', location).header('etag', toEtag(view.revision)).send(view);
      },
    );
  };
}

function changingRoutes({ appPublishing, db }: AppCatalogRouteDeps): Routes {
  return async (app) => {
    app.patch(
      `${path}/:app_id`,
      {
        schema: {
          ...{
            tags,
            summary: 'Deprecate an app or make it active again; how far it is trusted takes the operator token',
          },
          ...{ params, headers: IfMatchHeadersSchema, body: PatchAppSchema },
          response: { 200: AppSchema, ...problems },
        },
      },
      async ({ caller, params: { app_id: id }, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const view = toAppView(await db.transaction((tx) => appPublishing.change(tx, author, id, body, revision)));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.delete(
      `${path}/:app_id`,
      {
        schema: {
          ...{ tags, summary: 'Delete an app: nobody finds it any more, who installed it keeps it' },
          ...{ params, headers: IfMatchHeadersSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params: { app_id: id }, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => appPublishing.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
