/** OpenAI chat completions as a `ProxyApi`. */
import { isRecord } from '@assay/sdk/contract';
import type { ProxyApi, RedactionResult } from '../api.ts';
import { rewriteEvent } from '../event-data.ts';
import { isList } from '../json-tree.ts';
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

/** Removes the log-probabilities of a redacted answer, because they repeat it token by token. */
function withoutLogprobs(result: RedactionResult): RedactionResult {
  if (!result.ok || !isRecord(result.body) || !isList(result.body['choices'])) return result;
  const choices = result.body['choices'].map((choice) =>
    isRecord(choice) && Object.hasOwn(choice, 'logprobs') ? { ...choice, logprobs: null } : choice,
  );
  return { ...result, body: { ...result.body, choices } };
}
