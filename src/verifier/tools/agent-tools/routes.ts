/** HTTP route of the tools of agents, for MCP gateways. */
import { sha256Hex } from '@assay/sdk/crypto';
import type { FastifyReply } from 'fastify';
import { agentTools as operations } from '../../../contract/api/agent-tools.ts';
import { readOwnToolList } from '../../../contract/own-tools.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { Routes } from '../../base/feature.ts';
import { parseKnown } from '../../configuration/gateways/prefer.ts';
import { type AgentToolsApi, assertFits } from './service.ts';

/** `GET /v1/gateways/{id}/agents/{agent_id}/tools`. Raw: its ETag is a hash of the sent text. */
export function agentToolsRoutes({ agentTools }: { readonly agentTools: AgentToolsApi }): Routes {
  return async (app) => {
    mountRaw(app, operations.get, async ({ request: { caller }, reply, params, query, headers }) => {
      const { user_id: userId, grant_id: grantId, on_behalf_of: onBehalfOf, own_tools: own } = query;
      const ownTools = own === undefined ? undefined : readOwnToolList(own);
      const question = { agentId: params.agent_id, userId, grantId, onBehalfOf, ownTools, asker: caller };
      const answer = await agentTools.get(caller.organisation, question);
      return sendText(reply, JSON.stringify(answer), headers['if-none-match']);
    });
  };
}

/** Serialised once: the same text is hashed for the ETag and sent. */
function sendText(reply: FastifyReply, text: string, ifNoneMatch: string | undefined): FastifyReply {
  assertFits(text);
  const etag = `"${sha256Hex(text)}"`;
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (parseKnown(ifNoneMatch).etags.has(etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
