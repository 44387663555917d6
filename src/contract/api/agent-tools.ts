/**
 * The operation by which an MCP gateway reads the tools of an agent. `agent-tools.ts` of the contract has the
 * answer's shape.
 */
import { Type } from 'typebox';
import { AgentToolsSchema } from '../agent-tools.ts';
import { gatewayIdPattern } from '../control/gateway-report.ts';
import { idPattern } from '../ids.ts';
import { OwnToolListSchema } from '../own-tools.ts';
import { defineOperation } from './operation.ts';

export const AgentToolsParamsSchema = Type.Object({
  id: Type.String({ pattern: gatewayIdPattern }),
  agent_id: Type.String({ pattern: idPattern }),
});

const person = (description: string) =>
  Type.Optional(Type.String({ pattern: '^usr_[A-Za-z0-9_-]{1,124}$', description }));

export const AgentToolsQuerySchema = Type.Object(
  {
    user_id: person('Person who speaks for the agent with a token of their own; `user_may_speak` is about them'),
    grant_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: '`grant_id` of that token; a token of a revoked grant is not accepted',
      }),
    ),
    on_behalf_of: person('Person whom the agent acts for by consent; credentials are those that it has for them'),
    own_tools: Type.Optional(
      Type.String({
        ...OwnToolListSchema,
        description:
          'Tools of our own services that the gateway offers, as `service/tool`, separated by commas. The answer names those ' +
          'that rules allow. With it, an agent that is not registered gets the rules of the workspace `default` instead of 404',
      }),
    ),
  },
  { additionalProperties: false },
);

export const AgentToolsHeadersSchema = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ maxLength: 1_024, description: 'ETag of the answer that you already have' }),
  ),
});

export const agentTools = {
  get: defineOperation({
    id: 'agentTools.get',
    method: 'GET',
    path: '/v1/gateways/:id/agents/:agent_id/tools',
    tag: 'agent-tools',
    summary: 'Read the servers and tools of an agent, for MCP gateways',
    description:
      'Only for gateways. It lists the apps that are installed for the agent, where each runs, and the approved definitions ' +
      'of its tools. A tool that a rule blocks is only a name in `blocked`. The answer holds no secret. It is valid for ' +
      '`good_for_s` seconds, and only while the configuration bundle is the same.',
    params: AgentToolsParamsSchema,
    query: AgentToolsQuerySchema,
    headers: AgentToolsHeadersSchema,
    responses: {
      200: AgentToolsSchema,
      304: Type.Null({ description: 'The answer has not changed' }),
    },
  }),
} as const;
