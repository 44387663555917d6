/** HTTP of the tools of agents, for gateways of tools. */
import { sha256Hex } from '@assay/sdk/crypto';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { AgentToolsSchema } from '../../contract/agent-tools.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Routes } from '../feature.ts';
import { parseKnown } from '../gateways/prefer.ts';
import { AgentToolsHeadersSchema, AgentToolsParamsSchema, AgentToolsQuerySchema } from './schema.ts';
import { type AgentToolsApi, assertFits } from './service.ts';

/** `GET /v1/gateways/{id}/agents/{agent_id}/tools`. */
export function agentToolsRoutes({ agentTools }: { readonly agentTools: AgentToolsApi }): Routes {
  return async (app) => {
    app.get(
      '/v1/gateways/:id/agents/:agent_id/tools',
      {
        schema: {
          tags: ['agent-tools'],
          summary: 'Servers and tools of an agent, as a gateway of tools needs them',
          description: [
            'For gateways. The apps that are installed for the agent, where each runs, and the approved definitions of its',
            'tools. What a rule blocks is a name in `blocked`, and no definition. No secret is in it. Good for `good_for_s`',
            'seconds, and only while the configuration bundle is the same.',
          ].join(' '),
          ...{ params: AgentToolsParamsSchema, querystring: AgentToolsQuerySchema, headers: AgentToolsHeadersSchema },
          response: {
            200: AgentToolsSchema,
            304: Type.Null({ description: 'nothing else than what is known' }),
            '4xx': ProblemSchema,
          },
        },
      },
      async ({ caller, params, query, headers }, reply) => {
        const { user_id: userId, grant_id: grantId, on_behalf_of: onBehalfOf } = query;
        const question = { agentId: params.agent_id, userId, grantId, onBehalfOf, asker: caller };
        return sendText(
          reply,
          JSON.stringify(await agentTools.get(caller.organisation, question)),
          headers['if-none-match'],
        );
      },
    );
  };
}

/** Written once: the same text is hashed for the ETag and sent. */
function sendText(reply: FastifyReply, text: string, ifNoneMatch: string | undefined): FastifyReply {
  assertFits(text);
  const etag = `"${sha256Hex(text)}"`;
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (parseKnown(ifNoneMatch).etags.has(etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
