/** HTTP of agents. */
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { PageSchema, parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import { ChangeViewSchema } from '../control/schema.ts';
import type { Routes } from '../feature.ts';
import { type Idempotency, IdempotencyHeadersSchema } from '../idempotency/service.ts';
import { IfMatchHeadersSchema, parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  AgentHistoryQuerySchema,
  AgentListQuerySchema,
  AgentParamsSchema,
  AgentSchema,
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

/** `POST`, `GET /v1/agents`, `GET`, `PATCH /v1/agents/{id}` and its history. */
export function agentRoutes(deps: AgentRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addWriting(deps)(app);
  };
}

function addReading({ agents, changes, db }: AgentRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          tags,
          summary: 'List agents, newest first',
          querystring: AgentListQuerySchema,
          response: { 200: PageSchema(AgentSchema), ...problems },
        },
      },
      ({ caller, query }) => agents.list(caller.organisation, parsePage(query), query.workspace_id),
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
        const agent = await agents.get(db, caller.organisation, params.id);
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

function addWriting({ agents, idempotency, db }: AgentRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          tags,
          summary: 'Register an agent; its SPIFFE identity is made at once',
          headers: IdempotencyHeadersSchema,
          body: CreateAgentSchema,
          response: { 201: AgentSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const write = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: agent } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await agents.register(tx, author, body),
        }));
        return reply
          .code(201)
          .header('location', `${path}/${agent.id}`)
          .header('etag', toEtag(agent.revision))
          .send(agent);
      },
    );
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
        const agent = await db.transaction((tx) => agents.update(tx, toAuthor(caller), params.id, body, revision));
        return reply.header('etag', toEtag(agent.revision)).send(agent);
      },
    );
  };
}
