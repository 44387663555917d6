/** The Anthropic Messages API as a `ProxyApi`. */
import type { ProxyApi, RedactionResult } from '../api.ts';
import { rewriteEvent } from '../event-data.ts';
import { redactBody } from '../redact.ts';
import { createSseDecoder } from '../sse.ts';
import { aggregateMessageStream } from './aggregate.ts';
import { encodeMessageDenial, encodeMessageStream } from './encode.ts';
import { anthropicRefusal } from './errors.ts';
import { parseMessagesRequest } from './request.ts';
import { parseMessagesResponse } from './response.ts';
import { createMessageWindowReleaser } from './window.ts';

export const anthropicMessages: ProxyApi = {
  name: 'anthropic-messages',
  path: '/v1/messages',
  phases: ['request', 'response'],
  parseRequest: parseMessagesRequest,
  parseResponse: parseMessagesResponse,
  redactRequest: (body, parts, spans) => redactBody(body, parts, spans, 'input'),
  redactResponse: (body, parts, spans) => ifStillAnswer(redactBody(body, parts, spans, 'output')),
  refusal: anthropicRefusal,
  stream: {
    createDecoder: createSseDecoder,
    aggregate: aggregateMessageStream,
    encode: encodeMessageStream,
    denial: encodeMessageDenial,
    encodeEvent: rewriteEvent,
    createWindowReleaser: createMessageWindowReleaser,
  },
};

/**
 * Refuses a redaction after which the answer is no longer valid: a block of an unknown kind is read whole, with its
 * `type`.
 */
function ifStillAnswer(redacted: RedactionResult): RedactionResult {
  if (!redacted.ok || parseMessagesResponse(redacted.body).ok) return redacted;
  return { ok: false, reason: 'the spans cover what makes a block one' };
}
