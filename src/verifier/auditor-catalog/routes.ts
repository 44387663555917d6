/** HTTP of the auditor catalog (contract 2.8; platform model 13 and 15). */

import { Type } from 'typebox';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { parsePage } from '../../platform/http/page.ts';
import { featureSettingsId } from '../../policy/provider-features.ts';
import { assertMayWrite, toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import type { AuditorCatalog } from './catalog.ts';
import type { AuditorIntake } from './intake.ts';
import type { AuditorRegistry } from './registry.ts';
import {
  AuditorListQuerySchema,
  AuditorParamsSchema,
  AuditorSettingsSchemaSchema,
  CatalogAuditorSchema,
  PatchAuditorSchema,
  WriteAuditorSchema,
} from './schema.ts';
import { featureSettingsSchema, toCatalogPage, toCatalogView, toSettingsSchema } from './views.ts';

export interface AuditorCatalogRouteDeps {
  readonly auditorCatalog: AuditorCatalog;
  readonly auditorRegistry: AuditorRegistry;
  readonly auditorIntake: AuditorIntake;
  readonly changes: ControlChanges;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/auditors';
const tags = ['auditors'];
const problems = { '4xx': ProblemSchema };
const calling = { ...problems, '5xx': ProblemSchema };
const params = AuditorParamsSchema;

/** `/v1/auditors`, the catalog. */
export function auditorCatalogRoutes(deps: AuditorCatalogRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await creatingRoutes(deps)(app);
    await changingRoutes(deps)(app);
    await endingRoutes(deps)(app);
  };
}

function readingRoutes({ auditorCatalog, changes, db }: AuditorCatalogRouteDeps): Routes {
  const get = async (orgId: string, id: string) => {
    const found = await auditorCatalog.find(db, orgId, id);
    if (found !== undefined) return found;
    const detail = 'there is no such auditor';
    throw new AppError('not_found', detail, { detail });
  };
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List auditors: registered ones, newest first, then the built-in ones' },
          querystring: AuditorListQuerySchema,
          response: { 200: PageSchema(CatalogAuditorSchema), ...problems },
        },
      },
      async ({ caller, query }) => toCatalogPage(await auditorCatalog.list(db, caller.organisation), parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read the catalog entry of an auditor', params },
          response: { 200: CatalogAuditorSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const view = toCatalogView(await get(caller.organisation, id));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.get(
      `${path}/schema/:id`,
      {
        schema: {
          ...{ tags, summary: 'What can be set about an auditor and its claims', params },
          response: { 200: AuditorSettingsSchemaSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }) =>
        id === featureSettingsId ? featureSettingsSchema : toSettingsSchema(await get(caller.organisation, id)),
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          ...{ tags, summary: 'What changed in a registered auditor, newest first', params },
          querystring: AuditorListQuerySchema,
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) =>
        changes.history(caller.organisation, 'auditor', id, parsePage(query)),
    );
  };
}

function creatingRoutes({ auditorRegistry, auditorIntake, idempotency }: AuditorCatalogRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Register an auditor by its image or its url' },
          ...{ headers: IdempotencyHeadersSchema, body: WriteAuditorSchema },
          response: { 201: CatalogAuditorSchema, ...calling },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        assertMayWrite(author);
        const write = await auditorIntake.learn(author.orgId, body);
        const key = headers['idempotency-key'];
        const operation = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: made } = await idempotency.once(operation, async (tx) => ({
          status: 201,
          body: toCatalogView(await auditorRegistry.create(tx, author, write)),
        }));
        return reply
          .code(201)
          .header('location', `${path}/${made.id}`)
          .header('etag', toEtag(made.revision))
          .send(made);
      },
    );
  };
}

function changingRoutes({ auditorRegistry, auditorIntake, db }: AuditorCatalogRouteDeps): Routes {
  return async (app) => {
    const kinds = [
      ['PUT', 'replace', 'Replace a registered auditor', WriteAuditorSchema],
      ['PATCH', 'merge', 'Change a registered auditor; what is left out stays', PatchAuditorSchema],
    ] as const;
    for (const [method, how, summary, body] of kinds) {
      app.route({
        method,
        url: `${path}/:id`,
        schema: {
          ...{ tags, summary, params, headers: IfMatchHeadersSchema, body },
          response: { 200: CatalogAuditorSchema, ...calling },
        },
        handler: async (request, reply) => {
          assertStorable(request.body);
          const author = toAuthor(request.caller);
          assertMayWrite(author);
          const revision = parseIfMatch(request.headers['if-match']);
          const { id } = request.params;
          const before = await auditorRegistry.getCustom(db, author.orgId, id);
          const write = await auditorIntake.learn(author.orgId, request.body, how === 'merge' ? before : undefined);
          const changed = await db.transaction((tx) => auditorRegistry[how](tx, author, id, write, revision));
          const view = toCatalogView(changed);
          return reply.header('etag', toEtag(view.revision)).send(view);
        },
      });
    }
    app.post(
      `${path}/:id/refresh`,
      {
        schema: {
          ...{ tags, summary: 'Fetch the vocabulary of a registered auditor again', params },
          response: { 200: CatalogAuditorSchema, ...calling },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const author = toAuthor(caller);
        assertMayWrite(author);
        const fetched = await auditorIntake.fetchAgain(await auditorRegistry.getCustom(db, author.orgId, id));
        const view = toCatalogView(await db.transaction((tx) => auditorRegistry.refresh(tx, author, id, fetched)));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
  };
}

function endingRoutes({ auditorRegistry, db }: AuditorCatalogRouteDeps): Routes {
  return async (app) => {
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a registered auditor that no chain names, with its settings' },
          ...{ params, headers: IfMatchHeadersSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const author = toAuthor(caller);
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => auditorRegistry.remove(tx, author, id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
