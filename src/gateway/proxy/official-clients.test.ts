/** Official clients read the output of the adapters, from a server that replays bytes. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { AggregatedStream, ProxyApi, Refusal, RefusalInfo, SseEvent } from './api.ts';
import { openAiChat } from './openai-chat/api.ts';
import { sseComment } from './sse.ts';

interface Replay {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

let server: Server;
let baseUrl: string;
let replay: Replay = { status: 500, headers: {}, text: '' };

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(replay.status, replay.headers).end(replay.text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  baseUrl = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const openai = (): OpenAI => new OpenAI({ apiKey: 'test', baseURL: `${baseUrl}/v1`, maxRetries: 0 });
const anthropic = (): Anthropic => new Anthropic({ apiKey: 'test', baseURL: baseUrl, maxRetries: 0 });
const chatCall = { model: 'm', messages: [{ role: 'user' as const, content: 'x' }] };
const messageCall = { ...chatCall, max_tokens: 9 };

function replayRefusal(refusal: Refusal): void {
  replay = { status: refusal.status, headers: refusal.headers, text: JSON.stringify(refusal.body) };
}

function replayFrames(frames: readonly string[]): void {
  replay = { status: 200, headers: { 'content-type': 'text/event-stream' }, text: frames.join('') };
}

const denial: RefusalInfo = {
  status: 403,
  code: 'policy_denied',
  message: 'Refused by policy.',
  reasons: ['no-injection'],
  evidenceId: 'ev_1',
  traceId: 'abc',
};

async function caught(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

function aggregate(api: ProxyApi, events: readonly SseEvent[]): AggregatedStream {
  const result = api.stream?.aggregate(events);
  if (result?.ok !== true) throw new Error('the events do not aggregate');
  return result.stream;
}

/** The frames of window mode when every window is allowed, with the word redacted. */
function windowFrames(api: ProxyApi, events: readonly SseEvent[], word: string): readonly string[] {
  const releaser = api.stream?.createWindowReleaser();
  if (releaser === undefined) throw new Error('this API streams');
  const frames: string[] = [];
  for (const event of events) {
    const step = releaser.push(event);
    if (!step.ok) throw new Error(step.reason);
    frames.push(...step.frames);
    for (const { id, text } of step.windows) {
      const start = text.lastIndexOf(word);
      const released = releaser.release(id, start === -1 ? [] : [{ start, end: start + word.length, type: 'X' }]);
      if (!released.ok) throw new Error(released.reason);
      frames.push(...released.frames);
    }
  }
  return frames;
}

function redactWord(api: ProxyApi, stream: AggregatedStream, word: string): unknown {
  const start = stream.response.output.indexOf(word);
  const span = { start, end: start + word.length, type: 'X' };
  const result = api.redactResponse(stream.body, stream.response.parts, [span]);
  if (!result.ok) throw new Error(result.reason);
  return result.body;
}

describe('OpenAI client', () => {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 7, model: 'gpt-4o' };
  const chunk = (delta: object, finish: string | null = null): SseEvent => ({
    event: null,
    data: JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] }),
  });
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '{"to":"secret"}' } };
  const events = [
    chunk({ role: 'assistant', content: 'my secret' }),
    chunk({ tool_calls: [call] }),
    chunk({}, 'tool_calls'),
    { event: null, data: JSON.stringify({ ...head, choices: [], usage: { total_tokens: 4 } }) },
    { event: null, data: '[DONE]' },
  ];

  it('throws PermissionDeniedError for a refusal, with code, reasons and evidence id', async () => {
    replayRefusal(openAiChat.refusal(denial));
    const error = await caught(openai().chat.completions.create(chatCall));
    expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError);
    expect(error).toMatchObject({ status: 403, code: 'policy_denied', type: 'permission_error' });
    expect(error).toMatchObject({ error: { reasons: ['no-injection'], evidence_id: 'ev_1', trace_id: 'abc' } });
  });

  it('throws BadRequestError for a bad body, naming the member', async () => {
    replayRefusal(openAiChat.refusal({ status: 400, code: 'invalid_request', message: 'No.', param: 'messages' }));
    const error = await caught(openai().chat.completions.create(chatCall));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ param: 'messages' });
  });

  it.each([
    ['as it was judged', false, 'my secret', '{"to":"secret"}'],
    ['redacted', true, 'my [REDACTED:X]', '{"to":"secret"}'],
  ])('reads a buffered stream %s, comments and tool calls included', async (_name, isRedacted, content, args) => {
    const stream = aggregate(openAiChat, events);
    const frames = openAiChat.stream?.encode(isRedacted ? redactWord(openAiChat, stream, 'secret') : stream.body);
    replayFrames([sseComment('assay waiting'), ...(frames ?? []), sseComment('assay evidence ev_1')]);
    const final = await openai().chat.completions.stream(chatCall).finalChatCompletion();
    expect(final).toMatchObject({ id: 'chatcmpl-1', model: 'gpt-4o', usage: { total_tokens: 4 } });
    expect(final.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content, tool_calls: [{ id: 'c1', function: { name: 'f', arguments: args } }] },
    });
  });

  it('reads a stream released window by window', async () => {
    replayFrames(windowFrames(openAiChat, events, 'secret'));
    const final = await openai().chat.completions.stream(chatCall).finalChatCompletion();
    expect(final).toMatchObject({ id: 'chatcmpl-1', model: 'gpt-4o', usage: { total_tokens: 4 } });
    expect(final.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'my [REDACTED:X]',
        tool_calls: [{ id: 'c1', function: { arguments: '{"to":"[REDACTED:X]"}' } }],
      },
    });
  });

  it('sees content_filter and then throws when an opened stream is denied', async () => {
    replayFrames(openAiChat.stream?.denial(denial, { id: 'chatcmpl-1', model: 'gpt-4o' }) ?? []);
    const finish: unknown[] = [];
    const error = await caught(
      (async () => {
        const stream = await openai().chat.completions.create({ ...chatCall, stream: true });
        for await (const part of stream) finish.push(part.choices[0]?.finish_reason);
      })(),
    );
    expect(finish).toEqual(['content_filter']);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ code: 'policy_denied', error: { evidence_id: 'ev_1' } });
  });

  it('throws without a finish reason when an opened stream fails', async () => {
    replayFrames(openAiChat.stream?.denial({ status: 502, code: 'upstream_error', message: 'No answer.' }) ?? []);
    const error = await caught(openai().chat.completions.stream(chatCall).finalChatCompletion());
    expect(error).toMatchObject({ code: 'upstream_error', type: 'server_error' });
  });
});

describe('Anthropic client', () => {
  const event = (data: { readonly type: string; readonly [key: string]: unknown }): SseEvent => ({
    event: data.type,
    data: JSON.stringify(data),
  });
  const usage = { input_tokens: 3, output_tokens: 1 };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const delta = (index: number, rest: object): SseEvent => event({ type: 'content_block_delta', index, delta: rest });
  const events = [
    event({ type: 'message_start', message }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    delta(0, { type: 'text_delta', text: 'my secret' }),
    event({ type: 'content_block_stop', index: 0 }),
    event({
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 't1', name: 'f', input: {} },
    }),
    delta(1, { type: 'input_json_delta', partial_json: '{"to":"sec' }),
    delta(1, { type: 'input_json_delta', partial_json: 'ret"}' }),
    event({ type: 'content_block_stop', index: 1 }),
    event({
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    event({ type: 'message_stop' }),
  ];

  it('throws PermissionDeniedError for a refusal, with code, reasons and evidence id', async () => {
    replayRefusal(anthropicMessages.refusal(denial));
    const error = await caught(anthropic().messages.create(messageCall));
    expect(error).toBeInstanceOf(Anthropic.PermissionDeniedError);
    const inner = { type: 'permission_error', code: 'policy_denied', reasons: ['no-injection'], evidence_id: 'ev_1' };
    expect(error).toMatchObject({ status: 403, error: { type: 'error', error: inner } });
  });

  it('throws BadRequestError for a bad body', async () => {
    replayRefusal(
      anthropicMessages.refusal({ status: 400, code: 'invalid_request', message: 'No.', param: 'messages' }),
    );
    const error = await caught(anthropic().messages.create(messageCall));
    expect(error).toBeInstanceOf(Anthropic.BadRequestError);
    expect(error).toMatchObject({ error: { error: { type: 'invalid_request_error', param: 'messages' } } });
  });

  it.each([
    ['as it was judged', false, 'my secret'],
    ['redacted', true, 'my [REDACTED:X]'],
  ])('reads a buffered stream %s, comments and tool calls included', async (_name, isRedacted, text) => {
    const stream = aggregate(anthropicMessages, events);
    const body = isRedacted ? redactWord(anthropicMessages, stream, 'secret') : stream.body;
    replayFrames([sseComment('assay'), ...(anthropicMessages.stream?.encode(body) ?? []), sseComment('assay')]);
    const final = await anthropic().messages.stream(messageCall).finalMessage();
    expect(final).toMatchObject({ id: 'msg_1', model: 'claude', stop_reason: 'tool_use', usage: { output_tokens: 5 } });
    expect(final.content).toMatchObject([
      { type: 'text', text },
      { type: 'tool_use', id: 't1', input: { to: 'secret' } },
    ]);
  });

  it('reads a stream released window by window', async () => {
    replayFrames(windowFrames(anthropicMessages, events, 'secret'));
    const final = await anthropic().messages.stream(messageCall).finalMessage();
    expect(final).toMatchObject({ id: 'msg_1', model: 'claude', stop_reason: 'tool_use', usage: { output_tokens: 5 } });
    expect(final.content).toMatchObject([
      { type: 'text', text: 'my [REDACTED:X]' },
      { type: 'tool_use', id: 't1', input: { to: '[REDACTED:X]' } },
    ]);
  });

  it('sees stop_reason refusal and then throws when an opened stream is denied', async () => {
    replayFrames(anthropicMessages.stream?.denial(denial, { model: 'claude' }) ?? []);
    const stops: unknown[] = [];
    const error = await caught(
      (async () => {
        const stream = await anthropic().messages.create({ ...messageCall, stream: true });
        for await (const part of stream) if (part.type === 'message_delta') stops.push(part.delta.stop_reason);
      })(),
    );
    expect(stops).toEqual(['refusal']);
    expect(error).toBeInstanceOf(Anthropic.APIError);
    expect(error).toMatchObject({ error: { error: { code: 'policy_denied', evidence_id: 'ev_1' } } });
  });

  it('throws in its stream helper when an opened stream is denied or fails', async () => {
    for (const info of [denial, { status: 502, code: 'upstream_error', message: 'No answer.' }]) {
      replayFrames(anthropicMessages.stream?.denial(info) ?? []);
      const error = await caught(anthropic().messages.stream(messageCall).finalMessage());
      expect(error).toMatchObject({ error: { error: { code: info.code } } });
    }
  });
});
