/** Operations of the playground: a person tries a model, or an evaluation, as one of their agents. */
import { ClaimsRequestSchema } from '@assay/sdk/contract';
import { Type } from 'typebox';
import { DecisionResultSchema } from '../../decision.ts';
import { CompletionRequestSchema, OpenAiErrorSchema } from '../gateway-api/proxied-shapes.ts';
import { defineOperation } from '../operation.ts';

const tag = 'console';
const path = '/v1/console/playground';
/** More than any prompt that a person types, or pastes. */
const bodyLimit = 2 * 1024 * 1024;

const PlaygroundQuerySchema = Type.Object(
  {
    agent_id: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The agent in whose name the gateway is asked',
    }),
  },
  { additionalProperties: false },
);

const asAgent =
  'The verifier asks its gateway as this agent, with a token that it makes for it. The session of the Evidence is ' +
  'playground- and the id of the caller, and the audit log names the caller too. ';

export const playground = {
  evaluate: defineOperation({
    id: 'playground.evaluate',
    method: 'POST',
    path: `${path}/evaluate`,
    tag,
    summary: 'Judge data without a model, as one of your agents',
    description: `${asAgent}Body and answer are those of POST /v1/evaluate of the gateway.`,
    query: PlaygroundQuerySchema,
    body: ClaimsRequestSchema,
    bodyLimit,
    noStore: true,
    responses: { 200: DecisionResultSchema },
  }),
  chat: defineOperation({
    id: 'playground.chat',
    method: 'POST',
    path: `${path}/chat`,
    tag,
    summary: 'Send a prompt to a model through the gateway, as one of your agents',
    description:
      `${asAgent}The body is that of POST /v1/chat/completions of the gateway. With "stream": true the answer is its stream, ` +
      'after an event assay.exchange that has the x-assay headers of the answer as an object; otherwise it is its JSON. ' +
      'A refusal is the one of the gateway, with its status; a 401 of it is 502 here.',
    query: PlaygroundQuerySchema,
    body: CompletionRequestSchema,
    bodyLimit,
    produces: 'text/event-stream',
    refusals: {
      '4XX': { description: 'A refusal of the gateway, as an error of the OpenAI API', shape: OpenAiErrorSchema },
    },
    responses: { 200: Type.String({ description: 'Server-sent events' }) },
  }),
} as const;
