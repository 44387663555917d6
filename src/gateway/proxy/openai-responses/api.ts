/** OpenAI responses as a `ProxyApi`. */
import { isRecord } from '@assay/sdk/contract';
import { limits } from '../../../contract/limits.ts';
import type { ProxyApi, ProxyStream, RedactionResult } from '../api.ts';
import { isList } from '../json-tree.ts';
import { openAiRefusal } from '../openai-errors.ts';
import { redactBody } from '../redact.ts';
import { createSseDecoder } from '../sse.ts';
import { aggregateResponseStream } from './aggregate.ts';
import { encodeResponseDenial, encodeResponseStream } from './encode.ts';
import { parseResponsesRequest } from './request.ts';
import { parseResponsesAnswer } from './response.ts';
import { createResponseWindowReleaser } from './window.ts';

export const openAiResponses: ProxyApi & { readonly stream: ProxyStream } = {
  name: 'openai-responses',
  path: '/v1/responses',
  phases: ['request', 'response'],
  isKept: true,
  parseRequest: parseResponsesRequest,
  parseResponse: parseResponsesAnswer,
  redactRequest: (body, parts, spans) => redactBody(body, parts, spans, 'input'),
  redactResponse: (body, parts, spans) => withoutLogprobs(redactBody(body, parts, spans, 'output')),
  refusal: openAiRefusal,
  stream: {
    // The last event repeats the whole answer.
    createDecoder: (options) => createSseDecoder({ maxEventBytes: limits.wholeEventBytes, ...options }),
    aggregate: aggregateResponseStream,
    encode: (body) => encodeResponseStream(body),
    denial: (info) => encodeResponseDenial(info),
    // The events before the last are not judged, so that none of them is relayed.
    encodeEvent: () => undefined,
    isAlwaysHeld: true,
    createWindowReleaser: (options) => createResponseWindowReleaser(options),
  },
};

/** Removes the log-probabilities of a redacted answer or list, because they repeat it token by token. */
function withoutLogprobs(result: RedactionResult): RedactionResult {
  if (!result.ok || !isRecord(result.body)) return result;
  const { body } = result;
  const lists = ['output', 'data'].flatMap((name) => {
    const items = body[name];
    return isList(items) ? [[name, items.map(itemWithoutLogprobs)]] : [];
  });
  return { ...result, body: { ...body, ...Object.fromEntries(lists) } };
}

function itemWithoutLogprobs(item: unknown): unknown {
  if (!isRecord(item) || !isList(item['content'])) return item;
  const content = item['content'].map((part) =>
    isRecord(part) && Object.hasOwn(part, 'logprobs') ? { ...part, logprobs: [] } : part,
  );
  return { ...item, content };
}
