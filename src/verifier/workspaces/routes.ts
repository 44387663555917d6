/** HTTP of organisations and workspaces; workspaces answer under `/api/v1` too (platform model 15). */

import { Type } from 'typebox';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  CreateOrganizationSchema,
  CreateScopeSchema,
  OrganizationSchema,
  ScopeListQuerySchema,
  ScopeParamsSchema,
  UpdateOrganizationSchema,
  UpdateScopeSchema,
  WorkspaceSchema,
} from './schema.ts';
import type { Workspaces } from './service.ts';

export interface WorkspaceRouteDeps {
  readonly workspaces: Workspaces;
  readonly changes: ControlChanges;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const problems = { '4xx': ProblemSchema };
const bases = ['/v1/workspaces', '/api/v1/workspaces'] as const;

/** `/v1/organizations` and `/v1/workspaces`. */
export function workspaceRoutes(deps: WorkspaceRouteDeps): Routes {
  return async (app) => {
    await organizationRoutes(deps)(app);
    for (const base of bases) {
      await addReading(deps, base)(app);
      await addWriting(deps, base)(app);
    }
  };
}

function organizationRoutes({ workspaces, idempotency, db }: WorkspaceRouteDeps): Routes {
  const path = '/v1/organizations';
  const tags = ['organizations'];
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Make an organisation with its default workspace; needs the operator token' },
          ...{ headers: IdempotencyHeadersSchema, body: CreateOrganizationSchema },
          response: { 201: OrganizationSchema, ...problems },
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
        const { body: made } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await workspaces.createOrganization(tx, author, body),
        }));
        return reply
          .code(201)
          .header('location', `${path}/${made.id}`)
          .header('etag', toEtag(made.revision))
          .send(made);
      },
    );
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List organisations: all for an admin, the own one for everybody else' },
          querystring: ScopeListQuerySchema,
          response: { 200: PageSchema(OrganizationSchema), ...problems },
        },
      },
      async ({ caller, query }) => workspaces.listOrganizations(toAuthor(caller), parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read an organisation', params: ScopeParamsSchema },
          response: { 200: OrganizationSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const found = await workspaces.getOrganization(db, toAuthor(caller), params.id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
    app.patch(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Change an organisation; needs the operator token', params: ScopeParamsSchema },
          ...{ headers: IfMatchHeadersSchema, body: UpdateOrganizationSchema },
          response: { 200: OrganizationSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const changed = await db.transaction((tx) =>
          workspaces.updateOrganization(tx, toAuthor(caller), params.id, body, revision),
        );
        return reply.header('etag', toEtag(changed.revision)).send(changed);
      },
    );
  };
}

function addReading({ workspaces, changes, db }: WorkspaceRouteDeps, path: string): Routes {
  const tags = ['workspaces'];
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List workspaces, newest first', querystring: ScopeListQuerySchema },
          response: { 200: PageSchema(WorkspaceSchema), ...problems },
        },
      },
      async ({ caller, query }) => workspaces.list(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a workspace', params: ScopeParamsSchema },
          response: { 200: WorkspaceSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const found = await workspaces.get(db, caller.organisation, params.id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          ...{ tags, summary: 'What changed in a workspace itself, newest first', params: ScopeParamsSchema },
          querystring: ScopeListQuerySchema,
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params, query }) =>
        changes.history(caller.organisation, 'workspace', params.id, parsePage(query)),
    );
  };
}

function addWriting({ workspaces, idempotency, db }: WorkspaceRouteDeps, path: string): Routes {
  const tags = ['workspaces'];
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Make a workspace', headers: IdempotencyHeadersSchema, body: CreateScopeSchema },
          response: { 201: WorkspaceSchema, ...problems },
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
        const { body: made } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await workspaces.create(tx, author, body),
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
          ...{ tags, summary: 'Change a workspace: its name, its description, its chain', params: ScopeParamsSchema },
          ...{ headers: IfMatchHeadersSchema, body: UpdateScopeSchema },
          response: { 200: WorkspaceSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const changed = await db.transaction((tx) =>
          workspaces.update(tx, toAuthor(caller), params.id, body, revision),
        );
        return reply.header('etag', toEtag(changed.revision)).send(changed);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a workspace without agents, with its settings and policies' },
          ...{ params: ScopeParamsSchema, headers: IfMatchHeadersSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => workspaces.remove(tx, toAuthor(caller), params.id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
