/** HTTP of agents. */
import { ProblemSchema } from '../../contract/problem.ts';
import { PageSchema, parsePage } from '../../platform/http/page.ts';
import type { Routes } from '../feature.ts';
import { AgentListQuerySchema, AgentParamsSchema, AgentSchema, CreateAgentSchema } from './schema.ts';
import type { Agents } from './service.ts';

/** `POST`, `GET /v1/agents` and `GET /v1/agents/{id}`. */
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
      ({ caller, params }) => agents.get(caller.organisation, params.id),
    );
  };
}
