import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { ProxyApi, ProxyStream, RedactionSpan, SseEvent, StreamWindow, WindowReleaser } from './api.ts';
import { openAiChat } from './openai-chat/api.ts';

/** Makes the events of one answer in an API: its texts, and a tool call. */
type Tell = (texts: readonly string[], toolArguments?: readonly string[]) => readonly SseEvent[];

const chatEvent = (data: object): SseEvent => ({ event: null, data: JSON.stringify(data) });
const chatHead = { id: 'msg_1', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'gpt-4o' };
const chatChunk = (delta: object, finish: string | null = null): SseEvent =>
  chatEvent({ ...chatHead, choices: [{ index: 0, delta, finish_reason: finish }] });
const tellChat: Tell = (texts, args) => [
  chatChunk({ role: 'assistant', content: '' }),
  ...texts.map((content) => chatChunk({ content })),
  ...(args ?? []).map((part, index) =>
    chatChunk({
      tool_calls: [
        index === 0
          ? { index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: part } }
          : { index: 0, function: { arguments: part } },
      ],
    }),
  ),
  chatChunk({}, 'stop'),
  chatEvent({ ...chatHead, choices: [], usage: { total_tokens: 3 } }),
  { event: null, data: '[DONE]' },
];

const event = (data: { readonly type: string; readonly [key: string]: unknown }): SseEvent => ({
  event: data.type,
  data: JSON.stringify(data),
});
const usage = { input_tokens: 1, output_tokens: 1 };
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
const tellMessage: Tell = (texts, args) => [
  event({ type: 'message_start', message }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ...texts.map((text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
  event({ type: 'content_block_stop', index: 0 }),
  ...(args === undefined
    ? []
    : [
        event({
          type: 'content_block_start',
          index: 1,
          content_block: { type: 'tool_use', id: 't1', name: 'f', input: {} },
        }),
        ...args.map((partial_json) =>
          event({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json } }),
        ),
        event({ type: 'content_block_stop', index: 1 }),
      ]),
  event({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 5 },
  }),
  event({ type: 'message_stop' }),
];

function requireStream(api: ProxyApi): ProxyStream {
  if (api.stream === null) throw new Error('this API streams');
  return api.stream;
}

interface Run {
  readonly releaser: WindowReleaser;
  readonly windows: StreamWindow[];
  readonly frames: string[];
  ended: boolean;
}

/** Pushes all events; with `allow`, every window is released at once. */
function run(
  api: ProxyApi,
  events: readonly SseEvent[],
  allow?: (window: StreamWindow) => readonly RedactionSpan[],
): Run {
  const releaser = requireStream(api).createWindowReleaser();
  const state: Run = { releaser, windows: [], frames: [], ended: false };
  for (const step of [...events.map((it) => () => releaser.push(it)), () => releaser.finish()]) {
    const result = step();
    if (!result.ok) throw new Error(`${result.cause}: ${result.reason}`);
    state.windows.push(...result.windows);
    state.frames.push(...result.frames);
    state.ended ||= result.ended;
    if (allow === undefined) continue;
    for (const window of result.windows) {
      const released = releaser.release(window.id, allow(window));
      if (!released.ok) throw new Error(`${released.cause}: ${released.reason}`);
      state.frames.push(...released.frames);
      state.ended ||= released.ended;
    }
  }
  return state;
}

function outputOf(api: ProxyApi, frames: readonly string[]): string {
  const decoded = requireStream(api)
    .createDecoder()
    .push(new TextEncoder().encode(frames.join('')));
  if (!decoded.ok) throw new Error(decoded.reason);
  const result = requireStream(api).aggregate(decoded.events);
  if (!result.ok) throw new Error(result.reason);
  return result.stream.response.output;
}

const apis: readonly (readonly [string, ProxyApi, Tell])[] = [
  ['openai-chat', openAiChat, tellChat],
  ['anthropic-messages', anthropicMessages, tellMessage],
];

describe.each(apis)('window mode of %s', (_name, api, tell) => {
  it('sends no character of a window before its release', () => {
    const { windows, frames, ended } = run(api, tell(['First sen', 'tence. Second ', 'sentence.'], ['{"a":"third"}']));
    expect(windows.map(({ text, overlap }) => text.slice(overlap))).toEqual([
      'msg_1',
      'First sentence. ',
      'Second sentence.',
      expect.stringMatching(/^{"a":"third"}\n\n(f\nc1|t1\nf)$/),
    ]);
    expect(frames.join('')).not.toMatch(/First|Second|third/);
    expect(ended).toBe(false);
  });

  it('sends a sentence as soon as it is released, before the rest has arrived', () => {
    const events = tell(['First sentence. ', 'Second']);
    const { releaser, windows } = startOf(api, events.slice(0, 4));
    const steps = windows.slice(0, 2).map(({ id }) => releaser.release(id));
    expect(steps.map((step) => step.ok && step.frames.join(''))).toEqual([
      expect.stringContaining('msg_1'),
      expect.stringContaining('First sentence. '),
    ]);
  });

  it('sends no id before its audit, not even in a denial', () => {
    const { releaser, frames, windows } = startOf(api, tell(['Text. ', 'More.']).slice(0, -1));
    expect(frames).toEqual([]);
    expect(windows[0]?.text).toBe('msg_1');
    const denial = releaser.deny({ status: 403, code: 'policy_denied', message: 'No.' }).join('');
    expect(denial).not.toContain('msg_1');
  });

  it('shows each window the text before it', () => {
    const { windows } = run(api, tell(['One two. ', 'Three four. ', 'Five.']));
    expect(windows.map(({ text }) => text)).toEqual([
      'msg_1',
      'One two. ',
      'One two. Three four. ',
      'One two. Three four. Five.',
    ]);
  });

  it('keeps the order when windows are released out of order', () => {
    const { releaser, windows, frames } = run(api, tell(['One. ', 'Two. ', 'Three.'], ['{"a":1}']));
    for (const { id } of windows.toReversed()) {
      const step = releaser.release(id);
      if (step.ok) frames.push(...step.frames);
    }
    expect(outputOf(api, frames)).toBe('One. Two. Three.\n\n{"a":1}');
  });

  it('redacts in the new part of a window, and in tool calls', () => {
    const { frames } = run(api, tell(['Keep this. ', 'My secret here.'], ['{"to":"sec', 'ret"}']), ({ text }) => {
      const start = text.indexOf('secret');
      return start === -1 ? [] : [{ start, end: start + 6, type: 'X' }];
    });
    expect(outputOf(api, frames)).toBe('Keep this. My [REDACTED:X] here.\n\n{"to":"[REDACTED:X]"}');
  });

  it('leaves spans of the overlap alone, which were already handled', () => {
    const { frames } = run(api, tell(['A secret. ', 'More.']), ({ text }) =>
      text.startsWith('A secret') ? [{ start: 2, end: 8, type: 'X' }] : [],
    );
    expect(outputOf(api, frames)).toBe('A [REDACTED:X]. More.');
  });

  it('fails for a span whose beginning was already sent, and sends nothing more', () => {
    const { releaser, windows } = run(api, tell(['Card 1. ', '2 end.']));
    const second = windows[2];
    if (second === undefined) throw new Error('no second window');
    const span = { start: second.overlap - 3, end: second.overlap + 1, type: 'X' };
    expect(releaser.release(second.id, [span])).toEqual({
      ok: false,
      cause: 'unusable_spans',
      reason: 'a span starts in text that was already sent',
    });
    expect(releaser.finish().ok).toBe(false);
    expect(releaser.release(second.id).ok).toBe(false);
  });

  it('fails when the stream stops before its end', () => {
    const releaser = requireStream(api).createWindowReleaser();
    for (const it of tell(['Text.']).slice(0, -1)) releaser.push(it);
    expect(releaser.finish()).toMatchObject({ ok: false, cause: 'incomplete' });
  });

  it('fails on an error of the server and on events after the end', () => {
    const releaser = requireStream(api).createWindowReleaser();
    expect(releaser.push(event({ type: 'error', error: { message: 'x' } }))).toMatchObject({ cause: 'upstream_error' });
    const done = run(api, tell(['x']), () => []);
    expect(done.ended).toBe(true);
    expect(done.releaser.push(tell(['x'])[1] ?? event({ type: 'x' })).ok).toBe(false);
  });

  it('ends with an error event and a finish reason when denied', () => {
    const { releaser, windows } = run(api, tell(['Text.']));
    releaser.release(windows[0]?.id ?? 0);
    const frames = releaser.deny({ status: 403, code: 'policy_denied', message: 'No.' }).join('');
    expect(frames).toContain('policy_denied');
    expect(frames).toMatch(/"content_filter"|"refusal"/);
    expect(frames).not.toContain('message_start');
  });

  it('sends its finish reason only with its last frame, so that a denial of the whole can replace it', () => {
    const { releaser, frames } = startOf(api, tell(['Text.']).slice(0, -1));
    expect(frames.join('')).not.toMatch(/"stop"|end_turn/);
    const denial = releaser.deny({ status: 403, code: 'policy_denied', message: 'No.' }).join('');
    expect(denial).not.toMatch(/"stop"|end_turn/);
    expect(run(api, tell(['Text.']), () => []).frames.join('')).toMatch(/"stop"|end_turn/);
  });

  it('refuses to release a window that does not wait', () => {
    const { releaser } = run(api, tell(['x']));
    expect(() => releaser.release(99)).toThrow('does not wait');
  });

  it('equals the whole answer, and audits every character, for any text and fragments', () => {
    const unit = fc.constantFrom('a', 'b ', '. ', '\n', '12', '@', '😀', 'word ', '。');
    fc.assert(
      fc.property(
        fc.array(
          fc.array(unit, { maxLength: 40 }).map((it) => it.join('')),
          { maxLength: 8 },
        ),
        fc.array(fc.json(), { maxLength: 1 }),
        (texts, args) => {
          const isObject = args.every((it) => it.startsWith('{'));
          const events = tell(texts, isObject && args.length > 0 ? args : undefined);
          const { frames, windows, ended } = run(api, events, () => []);
          const whole = requireStream(api).aggregate(events);
          expect(whole.ok && whole.stream.response.output).toBe(outputOf(api, frames));
          expect(windows.map(({ text, overlap }) => text.slice(overlap)).join('')).toContain(texts.join(''));
          expect(ended).toBe(true);
        },
      ),
    );
  });
});

function startOf(api: ProxyApi, events: readonly SseEvent[]): Run {
  const releaser = requireStream(api).createWindowReleaser();
  const state: Run = { releaser, windows: [], frames: [], ended: false };
  for (const it of events) {
    const step = releaser.push(it);
    if (!step.ok) throw new Error(`${step.cause}: ${step.reason}`);
    state.windows.push(...step.windows);
    state.frames.push(...step.frames);
  }
  return state;
}

describe('window mode with unknown members', () => {
  it('holds them back until the end of the choice, and sends them audited', () => {
    const events = [
      chatChunk({ content: 'x', reasoning_details: [{ index: 0, text: 'hidden ' }] }),
      chatChunk({ reasoning_details: [{ index: 0, text: 'leak' }] }),
      chatChunk({}, 'stop'),
      chatEvent({ ...chatHead, choices: [], citations: ['https://cited'] }),
      { event: null, data: '[DONE]' },
    ];
    const { windows, frames } = run(openAiChat, events);
    expect(frames.join('')).not.toMatch(/hidden|leak|cited/);
    expect(windows.map(({ text }) => text).join()).toMatch(/hidden leak.*https:\/\/cited/s);
    expect(outputOf(openAiChat, run(openAiChat, events, () => []).frames)).toContain('hidden leak');
  });

  it('makes a window of an unreadable part, and reports it', () => {
    const events = [
      chatChunk({ audio: { id: 'a1', data: 'UklGRg==' } }),
      chatChunk({}, 'stop'),
      { event: null, data: '[DONE]' },
    ];
    const { windows, frames } = run(openAiChat, events);
    expect(windows.slice(1)).toMatchObject([
      { text: expect.stringContaining('a1'), overlap: 0, uninspected: [{ kind: 'audio' }] },
    ]);
    expect(frames.join('')).not.toContain('UklGRg');
    expect(run(openAiChat, events, () => []).frames.join('')).toContain('UklGRg');
  });

  it('sends nothing unaudited: heads, roles, finish reasons, events and future members', () => {
    const chat = chatEvent({
      ...chatHead,
      id: 'leak1',
      model: 'leak2',
      system_fingerprint: 'leak3',
      service_tier: 'leak4',
      object: 'leak5',
      obfuscation: 'leak6',
      choices: [
        {
          index: 0,
          message: { content: 'leak7' },
          note: 'leak8',
          logprobs: { content: ['leak9'] },
          delta: { role: 'leak10', content: 'leak11', note: 'leak12' },
          finish_reason: 'leak13',
        },
      ],
      usage: { note: 'leak14' },
    });
    const done = { event: null, data: '[DONE]' };
    const news = [
      event({
        type: 'message_start',
        note: 'leak20',
        message: { ...message, id: 'leak21', model: 'leak22', usage: { note: 'leak23' } },
      }),
      event({ type: 'ping', note: 'leak24' }),
      event({
        type: 'content_block_start',
        index: 0,
        note: 'leak25',
        content_block: { type: 'thinking', thinking: 'leak26', signature: 'leak27', note: 'leak28' },
      }),
      event({ type: 'content_block_stop', index: 0, note: 'leak29' }),
      event({ type: 'news', text: 'leak30' }),
      event({
        type: 'message_delta',
        delta: { stop_reason: 'leak31', stop_sequence: 'leak32' },
        usage: { note: 'leak33' },
      }),
      event({ type: 'message_stop', note: 'leak34' }),
    ];
    for (const [api, events] of [
      [openAiChat, [chat, done]],
      [anthropicMessages, news],
    ] as const) {
      const { frames, windows, ended } = run(api, events, () => []);
      const audited = windows.map(({ text }) => text).join('\n');
      const sent = frames.join('').match(/leak\d+/g) ?? [];
      expect(ended).toBe(true);
      expect(sent.length).toBeGreaterThan(4);
      expect(sent.filter((leak) => !audited.match(/leak\d+/g)?.includes(leak))).toEqual([]);
      expect(run(api, events).frames.join('')).not.toContain('leak');
    }
  });

  it('forwards pings, which keep a connection open', () => {
    const events = tellMessage(['x']);
    const list = [...events.slice(0, 1), event({ type: 'ping' }), ...events.slice(1)];
    expect(run(anthropicMessages, list, () => []).frames).toContain('event: ping\ndata: {"type":"ping"}\n\n');
  });

  it('sends citations and the signature of a thought after their text', () => {
    const events = [
      event({ type: 'message_start', message }),
      event({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'SIG=' } }),
      event({ type: 'content_block_stop', index: 0 }),
      event({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'Said' } }),
      event({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'citations_delta', citation: { cited_text: 'quote' } },
      }),
      event({ type: 'content_block_stop', index: 1 }),
      event({ type: 'message_stop' }),
    ];
    const { frames, windows } = run(anthropicMessages, events, () => []);
    expect(frames.join('')).toContain('"signature_delta","signature":"SIG="');
    expect(windows.map(({ text }) => text)).toEqual(['msg_1', 'hm', 'SIG=', 'Said', '[{"cited_text":"quote"}]']);
    expect(outputOf(anthropicMessages, frames)).toBe('hm\n\nSaid\n\n[{"cited_text":"quote"}]');
  });
});
