/** HTTP of auditor settings (platform model 13): If-Match may be left out on these paths, whose callers may know only the contract. */

import { Type } from 'typebox';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { isSameScope, type Scope } from '../../contract/control/scope.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  type AuditorSettingsRecord,
  AuditorSettingsSchema,
  CreateAuditorSettingsSchema,
  EffectiveAnswerSchema,
  EffectiveQuerySchema,
  MergeAuditorSettingsSchema,
  ReplaceAuditorSettingsSchema,
  SettingsHistoryQuerySchema,
  SettingsListQuerySchema,
  SettingsParamsSchema,
} from './schema.ts';
import type { AuditorSettings, SettingsWrite } from './service.ts';

export interface AuditorSettingsRouteDeps {
  readonly auditorSettings: AuditorSettings;
  readonly changes: ControlChanges;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/auditors/settings';
const tags = ['auditor-settings'];
const problems = { '4xx': ProblemSchema };
const params = SettingsParamsSchema;

/** `/v1/auditors/settings` and below. */
export function auditorSettingsRoutes(deps: AuditorSettingsRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await effectiveRoutes(deps)(app);
    await creatingRoutes(deps)(app);
    await changingRoutes(deps)(app);
  };
}

function readingRoutes({ auditorSettings, changes, db }: AuditorSettingsRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List settings of auditors, newest first', querystring: SettingsListQuerySchema },
          response: { 200: PageSchema(AuditorSettingsSchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const { level, scope_id: scopeId, auditor_id: auditorId } = query;
        const filter = {
          ...(level === undefined ? {} : { level }),
          ...(scopeId === undefined ? {} : { scopeId }),
          ...(auditorId === undefined ? {} : { auditorId }),
        };
        return auditorSettings.list(caller.organisation, filter, parsePage(query));
      },
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read the settings of one scope and auditor', params },
          response: { 200: AuditorSettingsSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const found = await auditorSettings.get(db, caller.organisation, id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          ...{ tags, summary: 'What changed in these settings, newest first', params },
          querystring: SettingsHistoryQuerySchema,
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) =>
        changes.history(caller.organisation, 'auditor_settings', id, parsePage(query)),
    );
  };
}

function effectiveRoutes({ auditorSettings, db }: AuditorSettingsRouteDeps): Routes {
  return async (app) => {
    app.get(
      `${path}/effective`,
      {
        schema: {
          ...{ tags, summary: 'What holds for an agent, and which scope decided each value' },
          querystring: EffectiveQuerySchema,
          response: { 200: EffectiveAnswerSchema, ...problems },
        },
      },
      async ({ caller, query: { agent_id: agentId, auditor_id: auditorId } }) => {
        const views = await auditorSettings.effective(db, caller.organisation, agentId, auditorId);
        const [view] = views;
        if (auditorId !== undefined && view !== undefined) return view;
        return { items: views, next_cursor: null, has_more: false as const };
      },
    );
  };
}

function creatingRoutes({ auditorSettings, idempotency }: AuditorSettingsRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Set an auditor at an organisation, a workspace or an agent' },
          ...{ headers: IdempotencyHeadersSchema, body: CreateAuditorSettingsSchema },
          response: { 201: AuditorSettingsSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const operation = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: made } = await idempotency.once(operation, async (tx) => {
          const { scope, auditor_id: auditorId, settings } = body;
          const written = await auditorSettings.write(tx, author, { scope, auditorId, settings, how: 'create' });
          return { status: 201, body: existing(written.record) };
        });
        return reply
          .code(201)
          .header('location', `${path}/${made.id}`)
          .header('etag', toEtag(made.revision))
          .send(made);
      },
    );
  };
}

function changingRoutes({ auditorSettings, changes, db }: AuditorSettingsRouteDeps): Routes {
  return async (app) => {
    const kinds = [
      ['PUT', 'replace', 'Replace the settings of a scope and auditor', ReplaceAuditorSettingsSchema],
      ['PATCH', 'merge', 'Change some settings by name; null takes one away', MergeAuditorSettingsSchema],
    ] as const;
    for (const [method, how, summary, body] of kinds) {
      app.route({
        method,
        url: `${path}/:id`,
        schema: {
          ...{ tags, summary, params, headers: IfMatchHeadersSchema, body },
          response: { 200: AuditorSettingsSchema, ...problems },
        },
        handler: async (request, reply) => {
          assertStorable(request.body);
          const author = toAuthor(request.caller);
          const revision = optionalRevision(request.headers['if-match']);
          const written = await db.transaction(async (tx) => {
            // Held before it is read, so that a record that goes meanwhile is not made anew.
            await changes.hold(tx, author.orgId);
            const record = await auditorSettings.get(tx, author.orgId, request.params.id);
            assertSameSubject(record, request.body);
            const write: SettingsWrite = {
              ...{ scope: record.scope, auditorId: record.auditor_id, settings: request.body.settings, how },
              ...(revision === undefined ? {} : { revision }),
            };
            return existing((await auditorSettings.write(tx, author, write)).record);
          });
          return reply.header('etag', toEtag(written.revision)).send(written);
        },
      });
    }
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Take the settings of a scope and auditor away', params, headers: IfMatchHeadersSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const revision = optionalRevision(headers['if-match']);
        await db.transaction((tx) => auditorSettings.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}

function optionalRevision(header: string | undefined): number | undefined {
  return header === undefined ? undefined : parseIfMatch(header);
}

/** A record stays where it is: another scope or auditor is another record. */
function assertSameSubject(
  record: AuditorSettingsRecord,
  { scope, auditor_id: auditorId }: { readonly scope?: Scope; readonly auditor_id?: string },
): void {
  const moved = [
    ...(scope === undefined || isSameScope(scope, record.scope) ? [] : ['/scope']),
    ...(auditorId === undefined || auditorId === record.auditor_id ? [] : ['/auditor_id']),
  ];
  if (moved.length === 0) return;
  const detail = 'scope and auditor of a record stay: make another record';
  throw new AppError('unprocessable', detail, {
    detail,
    errors: moved.map((pointer) => ({ pointer, message: detail })),
    extensions: { reason: 'setting_moved' },
  });
}

function existing(record: AuditorSettingsRecord | undefined): AuditorSettingsRecord {
  if (record === undefined) throw new Error('a record that is there is answered');
  return record;
}
