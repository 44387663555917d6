/** Reads the tokens and the finish reason of a model server's answer. Pure, and never throws. */

import { isRecord } from '@assay/sdk/contract';
import type { SseDecoder } from '../proxy/api.ts';
import { isList, type JsonRecord } from '../proxy/json-tree.ts';
import type { AnswerFacts } from './call-watch.ts';

/** Facts of an answer in JSON. */
export function toAnswerFacts(status: number, body: unknown, finish: readonly string[]): AnswerFacts {
  const facts: AnswerFacts = { status, finish: finish[0] };
  if (!isRecord(body)) return facts;
  addUsage(facts, body['usage']);
  if (typeof body['id'] === 'string') facts.id = body['id'];
  return facts;
}

/** Gives the same decoder, which also notes the facts. */
export function notingFacts(decoder: SseDecoder, facts: AnswerFacts): SseDecoder {
  const note = (decoded: ReturnType<SseDecoder['finish']>) => {
    if (decoded.ok) for (const { data } of decoded.events) noteEvent(facts, data);
    return decoded;
  };
  return { push: (bytes) => note(decoder.push(bytes)), finish: () => note(decoder.finish()) };
}

const telling = /"usage"|_reason"|"response\.(?:completed|incomplete|failed)"/;

function noteEvent(facts: AnswerFacts, data: string): void {
  // Most events hold a few words of the answer and nothing else.
  if (!telling.test(data)) return;
  const event = parse(data);
  if (!isRecord(event)) return;
  const { message, delta, choices, response } = event;
  if (isRecord(response)) noteResponse(facts, response);
  // In the Messages API the first event holds the request's tokens, the last delta those of the answer.
  if (isRecord(message)) addUsage(facts, message['usage']);
  addUsage(facts, event['usage']);
  const choice = isList(choices) ? choices[0] : undefined;
  const reason = isRecord(choice) ? choice['finish_reason'] : isRecord(delta) ? delta['stop_reason'] : undefined;
  if (typeof reason === 'string') facts.finish = reason;
}

/** In the responses API the last event repeats the whole answer. */
function noteResponse(facts: AnswerFacts, { id, usage, status, incomplete_details: details }: JsonRecord): void {
  addUsage(facts, usage);
  if (typeof id === 'string') facts.id = id;
  const reason = isRecord(details) ? (details['reason'] ?? status) : status;
  if (typeof reason === 'string' && reason !== 'in_progress') facts.finish = reason;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // Invalid JSON fails the stream elsewhere.
    return undefined;
  }
}

function addUsage(facts: AnswerFacts, usage: unknown): void {
  if (!isRecord(usage)) return;
  facts.inputTokens = toCount(usage['prompt_tokens'] ?? usage['input_tokens']) ?? facts.inputTokens;
  facts.outputTokens = toCount(usage['completion_tokens'] ?? usage['output_tokens']) ?? facts.outputTokens;
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
