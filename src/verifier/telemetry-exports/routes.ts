/** HTTP of telemetry exports. */

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
import {
  CreateExportSchema,
  ExportListQuerySchema,
  ExportParamsSchema,
  ExportTestSchema,
  TelemetryExportSchema,
  UpdateExportSchema,
} from './schema.ts';
import type { TelemetryExports } from './service.ts';

export interface TelemetryRouteDeps {
  readonly telemetryExports: TelemetryExports;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/telemetry-exports';
const tags = ['telemetry-exports'];
const problems = { '4xx': ProblemSchema };
const params = ExportParamsSchema;

/** `/v1/telemetry-exports`. */
export function telemetryRoutes(deps: TelemetryRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await creatingRoutes(deps)(app);
    await changingRoutes(deps)(app);
  };
}

function readingRoutes({ telemetryExports }: TelemetryRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List telemetry exports, newest first; never with the values of their headers' },
          querystring: ExportListQuerySchema,
          response: { 200: PageSchema(TelemetryExportSchema), ...problems },
        },
      },
      ({ caller, query }) => telemetryExports.list(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a telemetry export: how far it is, and what went wrong last', params },
          response: { 200: TelemetryExportSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const found = await telemetryExports.get(caller.organisation, id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
  };
}

function creatingRoutes({ telemetryExports, idempotency }: TelemetryRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Send evidence from now on to a collector, as spans by OTLP/HTTP' },
          ...{ headers: IdempotencyHeadersSchema, body: CreateExportSchema },
          response: { 201: TelemetryExportSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const prepared = await telemetryExports.prepareHeaders(author.orgId, body.headers ?? {});
        const key = headers['idempotency-key'];
        // Compared without the values of headers: nothing of a secret is remembered.
        const request = { user: author.user, body: { ...body, headers: prepared.names } };
        const made = await idempotency.once(
          { orgId: author.orgId, operation: `POST ${path}`, key, request },
          async (tx) => ({
            ...{ status: 201, body: await telemetryExports.create(tx, author, body, prepared) },
          }),
        );
        const { id, revision } = made.body;
        return reply.code(201).header('location', `${path}/${id}`).header('etag', toEtag(revision)).send(made.body);
      },
    );
    app.post(
      `${path}/:id/test`,
      {
        schema: {
          ...{ tags, summary: 'Send one span now, named `assay test`, and tell what came of it', params },
          response: { 200: ExportTestSchema, ...problems },
        },
      },
      ({ caller, params: { id } }) => telemetryExports.test(toAuthor(caller), id),
    );
  };
}

function changingRoutes({ telemetryExports, db }: TelemetryRouteDeps): Routes {
  return async (app) => {
    app.patch(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Change or pause a telemetry export; headers replace all of those before' },
          ...{ params, headers: IfMatchHeadersSchema, body: UpdateExportSchema },
          response: { 200: TelemetryExportSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const prepared =
          body.headers === undefined
            ? undefined
            : await telemetryExports.prepareHeaders(author.orgId, body.headers, id);
        const changed = await db.transaction((tx) =>
          telemetryExports.update(tx, author, id, body, { revision, headers: prepared }),
        );
        return reply.header('etag', toEtag(changed.revision)).send(changed);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a telemetry export with the values of its headers' },
          ...{ params, headers: IfMatchHeadersSchema, response: { 204: Type.Null(), ...problems } },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => telemetryExports.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
