/** The built-in model of a first start: repeats the user's last message in the form of the called API. */
import { completion, completionEvents, openAiCompletion, openAiEvents, promptText } from './echo-completions.ts';
import { createEchoKept, toItems } from './echo-kept.ts';
import { anthropicEvents, anthropicMessage } from './echo-messages.ts';
import { echoResponse, echoResponseEvents, inputText } from './echo-responses.ts';
import { type CountTokens, countGiven, type EchoSaid, lastUserText } from './echo-texts.ts';
import { readAll } from './read-all.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from './upstream.ts';

const modelName = 'echo';
const encoder = new TextEncoder();

export interface EchoOptions {
  /** Seconds since the epoch, for the `created` members. */
  readonly now: () => number;
  /** For the usage that it reports. */
  readonly countTokens: CountTokens;
  /** Begins the ids of responses, so that no other process makes the same. */
  readonly series: string;
}

/** Answers like a model server, in memory. */
export function createEchoUpstream({ now, countTokens, series }: EchoOptions): Upstream {
  const say = async (body: Record<string, unknown>, heard: string): Promise<EchoSaid> => {
    const text = `You said: ${heard}`;
    const tokens = { input: await countGiven(body, countTokens), output: await countTokens(text) };
    return { text, model: modelName, created: now(), tokens };
  };
  const kept = createEchoKept(series);
  const respond = async (call: UpstreamCall): Promise<UpstreamAnswer> => {
    if (call.method !== 'POST' || call.path.includes('/responses/')) {
      const found = kept.answer(call.method, call.path);
      if (found === undefined) return notKept('response_id');
      return 'json' in found ? json(200, found.json) : sse(found.events);
    }
    const body = readBody(call);
    const { previous_response_id: previous = null, store } = body;
    if (previous !== null && !kept.has(previous)) return notKept('previous_response_id');
    const said = { ...(await say(body, inputText(body))), id: kept.nextId(), previous };
    const response = echoResponse(said);
    if (store !== false) kept.keep({ response, events: () => echoResponseEvents(said), items: toItems(body) });
    return body['stream'] === true ? sse(echoResponseEvents(said)) : json(200, response);
  };
  const answer = async (call: UpstreamCall): Promise<UpstreamAnswer> => {
    if (call.path.startsWith('/v1/models')) return json(200, { object: 'list', data: [modelCard(now())] });
    if (call.path.startsWith('/v1/responses')) return respond(call);
    const body = readBody(call);
    if (call.path.startsWith('/v1/embeddings')) return json(200, embeddings(body, await countGiven(body, countTokens)));
    const streamed = body['stream'] === true;
    if (call.path.startsWith('/v1/completions')) {
      const said = await say(body, promptText(body));
      return streamed ? sse(completionEvents(said, body)) : json(200, completion(said, 'stop'));
    }
    const said = await say(body, lastUserText(body['messages']));
    if (call.path.startsWith('/v1/messages')) {
      return streamed ? sse(anthropicEvents(said)) : json(200, anthropicMessage(said));
    }
    return streamed ? sse(openAiEvents(said, body)) : json(200, openAiCompletion(said));
  };
  return {
    name: modelName,
    send: answer,
    async sendWhole(call, maxBytes) {
      const { status, headers, body } = await answer(call);
      return { status, headers, bytes: await readAll(body, maxBytes) };
    },
    close: async () => {},
  };
}

function readBody(call: UpstreamCall): Record<string, unknown> {
  const text = typeof call.body === 'string' ? call.body : new TextDecoder().decode(call.body);
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

function modelCard(created: number) {
  return { id: modelName, object: 'model', created, owned_by: 'assay' };
}

function embeddings(body: Record<string, unknown>, tokens: number) {
  const inputs = Array.isArray(body['input']) ? body['input'] : [body['input']];
  return {
    object: 'list',
    model: modelName,
    data: inputs.map((_, index) => ({ object: 'embedding', index, embedding: [0, 0, 0, 1] })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function notKept(param: string): UpstreamAnswer {
  const message = 'The echo model keeps no such response.';
  return json(404, { error: { message, type: 'invalid_request_error', param, code: 'response_not_found' } });
}

function json(status: number, body: unknown): UpstreamAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: bytes([JSON.stringify(body)]) };
}

function sse(frames: Iterable<string>): UpstreamAnswer {
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: bytes(frames) };
}

async function* bytes(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield encoder.encode(part);
}
