/** HTTP of agents. */
import { ProblemSchema } from '../../contract/problem.ts';
import { PageSchema, parsePage } from '../../platform/http/page.ts';
import type { Routes } from '../feature.ts';
import { IfMatchHeadersSchema, parseIfMatch, toEtag } from '../revision.ts';
import {
  AgentListQuerySchema,
  AgentParamsSchema,
  AgentSchema,
  CreateAgentSchema,
  UpdateAgentSchema,
} from './schema.ts';
import type { Agents } from './service.ts';

/** `POST`, `GET /v1/agents` and `GET`, `PATCH /v1/agents/{id}`. */
export function agentRoutes({ agents }: { agents: Agents }): Routes {
  return async (app) => {
    const tags = ['agents'];
    app.post(
      '/v1/agents',
      {
        schema: {
          tags,
          summary: 'Register an agent; its SPIFFE identity is made at once',
          body: CreateAgentSchema,
          response: { 201: AgentSchema, '4xx': ProblemSchema },
        },
      },
      async (request, reply) => {
        const agent = await agents.register(request.caller.organisation, request.body);
        return reply.code(201).header('location', `/v1/agents/${agent.id}`).send(agent);
      },
    );
    app.get(
      '/v1/agents',
      {
        schema: {
          tags,
          summary: 'List agents, newest first',
          querystring: AgentListQuerySchema,
          response: { 200: PageSchema(AgentSchema), '4xx': ProblemSchema },
        },
      },
      ({ caller, query }) => agents.list(caller.organisation, parsePage(query), query.workspace_id),
    );
    app.get(
      '/v1/agents/:id',
      {
        schema: {
          tags,
          summary: 'Read an agent',
          params: AgentParamsSchema,
          response: { 200: AgentSchema, '4xx': ProblemSchema },
        },
      },
      async ({ caller, params }, reply) => {
        const agent = await agents.get(caller.organisation, params.id);
        return reply.header('etag', toEtag(agent.revision)).send(agent);
      },
    );
    app.patch(
      '/v1/agents/:id',
      {
        config: { access: 'admin' },
        schema: {
          tags,
          summary: 'Change an agent: whether strangers may read its passports',
          params: AgentParamsSchema,
          headers: IfMatchHeadersSchema,
          body: UpdateAgentSchema,
          response: { 200: AgentSchema, '4xx': ProblemSchema },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        const agent = await agents.update(caller.organisation, params.id, revision, body);
        return reply.header('etag', toEtag(agent.revision)).send(agent);
      },
    );
  };
}
