/** The built-in model of a first start: repeats the user's last message in the form of the called API. */
import { echoResponse, echoResponseEvents, inputText } from './echo-responses.ts';
import { lastUserText } from './echo-texts.ts';
import { readAll } from './read-all.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from './upstream.ts';

const modelName = 'echo';
const encoder = new TextEncoder();

/** Answers like a model server, in memory; `now` gives seconds since the epoch for the `created` members. */
export function createEchoUpstream(now: () => number): Upstream {
  const answer = (call: UpstreamCall): UpstreamAnswer => {
    if (call.path.startsWith('/v1/models')) return json(200, { object: 'list', data: [modelCard(now())] });
    const body = readBody(call);
    if (call.path.startsWith('/v1/embeddings')) return json(200, embeddings(body));
    const streamed = body['stream'] === true;
    if (call.path.startsWith('/v1/completions')) {
      const said = `You said: ${promptText(body)}`;
      return streamed ? sse(completionEvents(said, now())) : json(200, completion(said, now(), 'stop'));
    }
    if (call.path.startsWith('/v1/responses')) {
      const said = `You said: ${inputText(body)}`;
      return streamed
        ? sse(echoResponseEvents(words(said), modelName, now()))
        : json(200, echoResponse(said, modelName, now()));
    }
    const text = `You said: ${lastUserText(body['messages'])}`;
    if (call.path.startsWith('/v1/messages'))
      return streamed ? sse(anthropicEvents(text)) : json(200, anthropicMessage(text));
    return streamed ? sse(openAiEvents(text, now())) : json(200, openAiCompletion(text, now()));
  };
  return {
    name: modelName,
    send: async (call) => answer(call),
    async sendWhole(call, maxBytes) {
      const { status, headers, body } = answer(call);
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

function promptText({ prompt }: Record<string, unknown>): string {
  const prompts: unknown[] = Array.isArray(prompt) ? prompt : [prompt];
  return prompts.filter((one) => typeof one === 'string').join('\n');
}

function completion(text: string, created: number, finish: string | null) {
  return {
    id: 'cmpl-echo',
    object: 'text_completion',
    created,
    model: modelName,
    choices: [{ text, index: 0, logprobs: null, finish_reason: finish }],
    ...(finish === null ? {} : { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
  };
}

function* completionEvents(text: string, created: number): Generator<string> {
  for (const word of words(text)) yield `data: ${JSON.stringify(completion(word, created, null))}\n\n`;
  yield `data: ${JSON.stringify(completion('', created, 'stop'))}\n\n`;
  yield 'data: [DONE]\n\n';
}

function modelCard(created: number) {
  return { id: modelName, object: 'model', created, owned_by: 'assay' };
}

function openAiCompletion(text: string, created: number) {
  return {
    id: 'chatcmpl-echo',
    object: 'chat.completion',
    created,
    model: modelName,
    choices: [
      { index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  };
}

function* openAiEvents(text: string, created: number): Generator<string> {
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-echo', object: 'chat.completion.chunk', created, model: modelName, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  yield chunk({ role: 'assistant', content: '' }, null);
  for (const word of words(text)) yield chunk({ content: word }, null);
  yield chunk({}, 'stop');
  yield 'data: [DONE]\n\n';
}

function anthropicMessage(text: string) {
  return {
    id: 'msg_echo',
    type: 'message',
    role: 'assistant',
    model: modelName,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  };
}

function* anthropicEvents(text: string): Generator<string> {
  const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  yield event('message_start', { message: { ...anthropicMessage(''), content: [], stop_reason: null } });
  yield event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  for (const word of words(text))
    yield event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: word } });
  yield event('content_block_stop', { index: 0 });
  yield event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 0 },
  });
  yield event('message_stop', {});
}

function embeddings(body: Record<string, unknown>) {
  const inputs = Array.isArray(body['input']) ? body['input'] : [body['input']];
  return {
    object: 'list',
    model: modelName,
    data: inputs.map((_, index) => ({ object: 'embedding', index, embedding: [0, 0, 0, 1] })),
    usage: { prompt_tokens: 0, total_tokens: 0 },
  };
}

function words(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? [];
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
