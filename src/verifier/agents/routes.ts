/** HTTP of agents: registered, read, changed, removed. What happens to them in their life is in `life-routes.ts`. */

import { Type } from 'typebox';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { Secret } from '../../platform/secret.ts';
import { toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import { lifeRoutes } from './life-routes.ts';
import { roleRoutes } from './role-routes.ts';
import {
  AgentHistoryQuerySchema,
  AgentListQuerySchema,
  AgentParamsSchema,
  AgentSchema,
  AgentWithSecretSchema,
  CreateAgentSchema,
  UpdateAgentSchema,
} from './schema.ts';
import type { Agents } from './service.ts';

export interface AgentRouteDeps {
  readonly agents: Agents;
  readonly changes: ControlChanges;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const tags = ['agents'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/agents';

/** `POST`, `GET /v1/agents`, `GET`, `PATCH`, `DELETE /v1/agents/{id}`, its history, its roles and its life. */
export function agentRoutes(deps: AgentRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addRegistration(deps)(app);
    await addChanging(deps)(app);
    await lifeRoutes(deps)(app);
    await roleRoutes(deps)(app);
  };
}

function addReading({ agents, changes, db }: AgentRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          tags,
          summary: 'List agents, newest first; by staleness only registered ones',
          querystring: AgentListQuerySchema,
          response: { 200: PageSchema(AgentSchema), ...problems },
        },
      },
      ({ caller, query: { workspace_id: workspaceId, owner_id: ownerId, status, stale, ...page } }) =>
        agents.listViews(caller.organisation, parsePage(page), {
          ...{ workspaceId, ownerId, status },
          stale: stale === undefined || stale === 'unknown' ? stale : stale === 'true',
        }),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary: 'Read an agent',
          params: AgentParamsSchema,
          response: { 200: AgentSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const agent = await agents.view(db, caller.organisation, params.id);
        return reply.header('etag', toEtag(agent.revision)).send(agent);
      },
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          ...{ tags, summary: 'What changed in the configuration of an agent itself, newest first' },
          params: AgentParamsSchema,
          querystring: AgentHistoryQuerySchema,
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params, query }) => {
        await agents.get(db, caller.organisation, params.id);
        return changes.history(caller.organisation, 'agent', params.id, parsePage(query));
      },
    );
  };
}

function addRegistration({ agents, idempotency }: AgentRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          tags,
          summary:
            'Register an agent: its SPIFFE identity and its OAuth client are made at once, with the keys in `jwks`, else ' +
            'with a client secret that is shown in this answer alone; it is active unless the organisation asks for an approval',
          headers: IdempotencyHeadersSchema,
          body: CreateAgentSchema,
          response: { 201: AgentWithSecretSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        // The memory of repeatable writes keeps the answer without the secret.
        let secret: Secret | undefined;
        const write = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: agent } = await idempotency.once(write, async (tx) => {
          const registered = await agents.register(tx, author, body);
          secret = registered.clientSecret;
          return { status: 201, body: await agents.view(tx, author.orgId, registered.agent.id) };
        });
        return reply
          .code(201)
          .header('location', `${path}/${agent.id}`)
          .header('etag', toEtag(agent.revision))
          .header('cache-control', 'no-store')
          .send({ ...agent, ...(secret === undefined ? {} : { client_secret: secret.reveal() }) });
      },
    );
  };
}

function addChanging({ agents, db }: AgentRouteDeps): Routes {
  return async (app) => {
    app.patch(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary:
            'Change an agent, which registers it; observe mode and public passports need the operator token, and ' +
            'observe mode a reason and an end at most 7 days away (null: none)',
          params: AgentParamsSchema,
          headers: IfMatchHeadersSchema,
          body: UpdateAgentSchema,
          response: { 200: AgentSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const agent = await db.transaction(async (tx) => {
          await agents.update(tx, author, params.id, body, revision);
          return agents.view(tx, author.orgId, params.id);
        });
        return reply.header('etag', toEtag(agent.revision)).send(agent);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove an agent with its settings, policies and credentials; its evidence stays' },
          ...{ params: AgentParamsSchema, headers: IfMatchHeadersSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => agents.remove(tx, toAuthor(caller), params.id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
