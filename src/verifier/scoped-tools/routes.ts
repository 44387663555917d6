/** HTTP of rules on tools (platform model 6). */

import { Type } from 'typebox';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import { parsePage, toPage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import type { ScopedToolServices } from './create.ts';
import {
  EffectiveQuerySchema,
  EffectiveToolsSchema,
  PatchScopedToolSchema,
  ScopedToolListQuerySchema,
  ScopedToolPageQuerySchema,
  ScopedToolParamsSchema,
  ScopedToolSchema,
  WriteScopedToolSchema,
} from './schema.ts';
import { createToolSight, type ToolSightDeps } from './sight.ts';
import type { ScopedToolRow } from './tables.ts';
import { toEffectiveView, toScopedTool } from './views.ts';

export interface ScopedToolRouteDeps
  extends Pick<ScopedToolServices, 'toolRules' | 'scopedTools' | 'listToolRules' | 'appNamesOf'>,
    ToolSightDeps {
  readonly changes: ControlChanges;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/scoped-tools';
const tags = ['scoped-tools'];
const problems = { '4xx': ProblemSchema };
const params = ScopedToolParamsSchema;
const defaultItems = 500;

/** `/v1/scoped-tools`. */
export function scopedToolRoutes(deps: ScopedToolRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await effectiveRoutes(deps)(app);
    await writingRoutes(deps)(app);
  };
}

function createShow({ appNamesOf, db }: ScopedToolRouteDeps) {
  return async (row: ScopedToolRow, tx: Db = db) =>
    toScopedTool(row, (await appNamesOf(tx, row.org_id, [row])).get(row.app_id) ?? null);
}

function readingRoutes(deps: ScopedToolRouteDeps): Routes {
  const { toolRules, listToolRules, appNamesOf, changes, db } = deps;
  const [show, sight] = [createShow(deps), createToolSight(deps)];
  const getSeen = async (caller: Caller, id: string): Promise<ScopedToolRow> => {
    const row = await toolRules.get(db, caller.organisation, id);
    const from = await sight.seenFrom(db, caller);
    if (from === undefined || row.scope_level === 'org' || row.scope_id === from) return row;
    const detail = 'there is no such rule';
    throw new AppError('not_found', detail, { detail });
  };
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List rules on tools, newest first', querystring: ScopedToolListQuerySchema },
          response: { 200: PageSchema(ScopedToolSchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const { level, workspace_id: workspaceId, app_id: appId, mode } = query;
        const page = parsePage(query);
        const filter = { level, workspaceId, appId, mode, seenFrom: await sight.seenFrom(db, caller) };
        const rows = await listToolRules(db, caller.organisation, filter, page);
        const names = await appNamesOf(db, caller.organisation, rows);
        return toPage(rows, page.limit, (row) => toScopedTool(row, names.get(row.app_id) ?? null));
      },
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a rule on tools', params },
          response: { 200: ScopedToolSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const view = await show(await getSeen(caller, id));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          ...{ tags, summary: 'What changed in a rule on tools, newest first', params },
          querystring: ScopedToolPageQuerySchema,
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) => {
        // Of a rule that is gone, the history stays; an agent sees that of rules that hold for it.
        if (caller.kind === 'agent') await getSeen(caller, id);
        return changes.history(caller.organisation, 'tool', id, parsePage(query));
      },
    );
  };
}

function effectiveRoutes(deps: ScopedToolRouteDeps): Routes {
  const { scopedTools, db } = deps;
  const sight = createToolSight(deps);
  return async (app) => {
    app.get(
      `${path}/effective`,
      {
        schema: {
          ...{ tags, summary: 'Which tools an agent has, who decided, and how each is signed in to' },
          querystring: EffectiveQuerySchema,
          response: { 200: EffectiveToolsSchema, ...problems },
        },
      },
      async ({ caller, query }) => {
        const who = await sight.whoFor(db, caller, query);
        const page = parsePage({ ...query, limit: query.limit ?? defaultItems });
        return toEffectiveView(await scopedTools.effective(db, caller.organisation, who, page), page.limit);
      },
    );
  };
}

function writingRoutes(deps: ScopedToolRouteDeps): Routes {
  const { toolRules, idempotency, db } = deps;
  const show = createShow(deps);
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Set a rule on tools, for the organisation or one workspace' },
          ...{ headers: IdempotencyHeadersSchema, body: WriteScopedToolSchema },
          response: { 201: ScopedToolSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const operation = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: made } = await idempotency.once(operation, async (tx) => ({
          status: 201,
          body: await show(await toolRules.create(tx, author, body), tx),
        }));
        return reply
          .code(201)
          .header('location', `${path}/${made.id}`)
          .header('etag', toEtag(made.revision))
          .send(made);
      },
    );
    app.patch(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Change a rule on tools', params, headers: IfMatchHeadersSchema },
          ...{ body: PatchScopedToolSchema, response: { 200: ScopedToolSchema, ...problems } },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const view = await db.transaction(async (tx) =>
          show(await toolRules.change(tx, author, id, body, revision), tx),
        );
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Take a rule on tools away', params, headers: IfMatchHeadersSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => toolRules.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
