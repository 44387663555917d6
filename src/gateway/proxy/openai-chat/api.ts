/** OpenAI chat completions as a `ProxyApi`. */
import type { ProxyApi } from '../api.ts';
import { rewriteEvent } from '../event-data.ts';
import { withoutLogprobs } from '../logprobs.ts';
import { openAiRefusal } from '../openai-errors.ts';
import { redactBody } from '../redact.ts';
import { createSseDecoder } from '../sse.ts';
import { aggregateChatStream } from './aggregate.ts';
import { encodeChatDenial, encodeChatStream } from './encode.ts';
import { parseChatRequest } from './request.ts';
import { parseChatResponse } from './response.ts';
import { createChatWindowReleaser } from './window.ts';

export const openAiChat: ProxyApi = {
  name: 'openai-chat',
  path: '/v1/chat/completions',
  phases: ['request', 'response'],
  parseRequest: parseChatRequest,
  parseResponse: parseChatResponse,
  redactRequest: (body, parts, spans) => redactBody(body, parts, spans, 'input'),
  redactResponse: (body, parts, spans) => withoutLogprobs(redactBody(body, parts, spans, 'output')),
  refusal: openAiRefusal,
  stream: {
    createDecoder: createSseDecoder,
    aggregate: aggregateChatStream,
    encode: encodeChatStream,
    denial: encodeChatDenial,
    encodeEvent: rewriteEvent,
    createWindowReleaser: createChatWindowReleaser,
  },
};
