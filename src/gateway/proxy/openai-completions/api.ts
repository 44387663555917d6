/** OpenAI plain completions (the older API, which many model servers still have) as a `ProxyApi`. */
import type { ProxyApi } from '../api.ts';
import { rewriteEvent } from '../event-data.ts';
import { withoutLogprobs } from '../logprobs.ts';
import { openAiRefusal } from '../openai-errors.ts';
import { redactBody } from '../redact.ts';
import { createSseDecoder } from '../sse.ts';
import { aggregateCompletionStream } from './aggregate.ts';
import { encodeCompletionDenial, encodeCompletionStream } from './encode.ts';
import { parseCompletionRequest } from './request.ts';
import { parseCompletionResponse } from './response.ts';
import { createCompletionWindowReleaser } from './window.ts';

export const openAiCompletions: ProxyApi = {
  name: 'openai-completions',
  path: '/v1/completions',
  phases: ['request', 'response'],
  parseRequest: parseCompletionRequest,
  parseResponse: parseCompletionResponse,
  redactRequest: (body, parts, spans) => redactBody(body, parts, spans, 'input'),
  redactResponse: (body, parts, spans) => withoutLogprobs(redactBody(body, parts, spans, 'output')),
  refusal: openAiRefusal,
  stream: {
    createDecoder: createSseDecoder,
    aggregate: aggregateCompletionStream,
    encode: encodeCompletionStream,
    denial: encodeCompletionDenial,
    encodeEvent: rewriteEvent,
    createWindowReleaser: createCompletionWindowReleaser,
  },
};
