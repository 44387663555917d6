import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AggregatedStream, ProxyStream, SseEvent } from '../api.ts';
import { anthropicMessages } from './api.ts';

const stream = requireStream(anthropicMessages.stream);

function requireStream(side: ProxyStream | null): ProxyStream {
  if (side === null) throw new Error('this API streams');
  return side;
}

const event = (data: { readonly type: string } & Readonly<Record<string, unknown>>): SseEvent => ({
  event: data.type,
  data: JSON.stringify(data),
});
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude' };
const start = event({
  type: 'message_start',
  message: {
    ...head,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 1 },
  },
});
const block = (index: number, content: object): SseEvent =>
  event({ type: 'content_block_start', index, content_block: content });
const delta = (index: number, type: string, rest: object): SseEvent =>
  event({ type: 'content_block_delta', index, delta: { type, ...rest } });
const end = (index: number): SseEvent => event({ type: 'content_block_stop', index });
const finish = event({
  type: 'message_delta',
  delta: { stop_reason: 'end_turn', stop_sequence: null },
  usage: { output_tokens: 5 },
});
const stop = event({ type: 'message_stop' });

const events: readonly SseEvent[] = [
  start,
  event({ type: 'ping' }),
  block(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, 'thinking_delta', { thinking: 'let me ' }),
  delta(0, 'thinking_delta', { thinking: 'see' }),
  delta(0, 'signature_delta', { signature: 'SIG' }),
  end(0),
  block(1, { type: 'text', text: '' }),
  delta(1, 'text_delta', { text: 'Hel' }),
  delta(1, 'text_delta', { text: 'lo' }),
  delta(1, 'citations_delta', { citation: { cited_text: 'quote' } }),
  end(1),
  block(2, { type: 'tool_use', id: 'tu_1', name: 'f', input: {} }),
  delta(2, 'input_json_delta', { partial_json: '' }),
  delta(2, 'input_json_delta', { partial_json: '{"a": "\\u0078' }),
  delta(2, 'input_json_delta', { partial_json: 'y"}' }),
  end(2),
  finish,
  stop,
];

function aggregate(list: readonly SseEvent[]): AggregatedStream {
  const result = stream.aggregate(list);
  if (!result.ok) throw new Error(result.reason);
  return result.stream;
}

function decodeFrames(frames: readonly string[]): readonly SseEvent[] {
  const result = stream.createDecoder().push(new TextEncoder().encode(frames.join('')));
  if (!result.ok) throw new Error(result.reason);
  return result.events;
}

const toolStream = (...json: readonly string[]): readonly SseEvent[] => [
  start,
  block(0, { type: 'tool_use', id: 't', name: 'f', input: {} }),
  ...json.map((partial_json) => delta(0, 'input_json_delta', { partial_json })),
  end(0),
  finish,
  stop,
];

describe('message stream aggregation', () => {
  it('gives the same answer as without streaming', () => {
    const { body, response } = aggregate(events);
    expect(body).toEqual({
      ...head,
      content: [
        { type: 'thinking', thinking: 'let me see', signature: 'SIG' },
        { type: 'text', text: 'Hello', citations: [{ cited_text: 'quote' }] },
        { type: 'tool_use', id: 'tu_1', name: 'f', input: { a: 'xy' } },
      ],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 5 },
    });
    expect(response.output).toBe('let me see\n\nHello\n\n[{"cited_text":"quote"}]\n\n{"a":"xy"}');
  });

  it('inspects a tool input truncated in its JSON', () => {
    expect(aggregate(toolStream('{"a":"le\\u0061k')).response.output).toBe('{"a":"leak');
  });

  it('inspects an unknown kind of delta', () => {
    const list = [start, block(0, { type: 'text', text: '' }), delta(0, 'new_delta', { news: 'leak' }), finish, stop];
    expect(aggregate(list).response.output).toContain('leak');
  });

  it.each([
    ['no message_stop', [start, finish], 'incomplete'],
    ['nothing', [], 'incomplete'],
    ['no message_start', [stop], 'malformed'],
    ['two messages', [start, start, stop], 'malformed'],
    ['events behind message_stop', [start, stop, finish], 'malformed'],
    ['blocks out of order', [start, block(1, { type: 'text', text: '' }), stop], 'malformed'],
    ['a delta for no block', [start, delta(0, 'text_delta', { text: 'x' }), stop], 'malformed'],
    ['data that is no JSON', [start, { event: 'x', data: '{' }, stop], 'malformed'],
    ['an error event', [start, event({ type: 'error', error: { type: 'overloaded_error' } })], 'upstream_error'],
  ] as const)('fails on %s', (_name, list, cause) => {
    expect(stream.aggregate(list)).toMatchObject({ ok: false, cause });
  });
});

describe('buffered message stream', () => {
  it('contains only judged parts of the events', () => {
    const { body } = aggregate([
      event({
        type: 'message_start',
        message: { ...head, content: [], usage: { input_tokens: 'leak1' } },
        note: 'leak2',
      }),
      event({ type: 'ping', note: 'leak3' }),
      event({ type: 'news', text: 'leak4' }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' }, note: 'leak 5' }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'leak6', text: 'x' }, note: 'leak 7' }),
      event({ type: 'content_block_stop', index: 0, note: 'leak 8' }),
      event({
        type: 'message_delta',
        delta: { stop_reason: 'leak9', content: ['leak10'] },
        usage: { input_tokens: 1 },
      }),
      finish,
      event({ type: 'message_stop', note: 'leak11' }),
    ]);
    const frames = stream.encode(body);
    expect(JSON.stringify(body) + frames.join('')).not.toContain('leak');
    expect(aggregate(decodeFrames(frames)).body).toEqual(body);
  });

  const toWrongDelta = (index: unknown): readonly [string, readonly SseEvent[]] => {
    const wrong = event({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: 'leak' } });
    return [`a delta of block ${JSON.stringify(index)}`, [start, block(0, { type: 'text', text: '' }), wrong, stop]];
  };
  const raw = (data: string): SseEvent => ({ event: null, data });
  it.each<readonly [string, readonly SseEvent[]]>([
    ['a tool input with two members of one name', toolStream('{"a":"leak","a":"x"}')],
    ['a member twice', [start, raw('{"type":"ping","type":"message_stop"}'), stop]],
    ['a name that differs from its type', [start, { event: 'ping', data: finish.data }, stop]],
    ['content in its start', [event({ type: 'message_start', message: { ...head, content: ['leak'] } }), stop]],
    ...['0', undefined, null, -1, 0.5, 1e9].map(toWrongDelta),
  ])('is refused for %s', (_name, list) => {
    expect(stream.aggregate(list)).toMatchObject({ ok: false, cause: 'malformed' });
    const releaser = stream.createWindowReleaser();
    expect(list.every((it) => releaser.push(it).ok)).toBe(false);
  });

  it('is rebuilt from the redacted answer, including ids, usage and tool calls', () => {
    const aggregated = aggregate(events);
    const { output, parts } = aggregated.response;
    const spans = ['Hello', 'xy'].map((word) => ({
      start: output.indexOf(word),
      end: output.indexOf(word) + word.length,
      type: 'X',
    }));
    const redacted = anthropicMessages.redactResponse(aggregated.body, parts, spans);
    if (!redacted.ok) throw new Error(redacted.reason);
    const again = aggregate(decodeFrames(stream.encode(redacted.body)));
    expect(again.body).toEqual(redacted.body);
    expect(again.response.output).toContain('[REDACTED:X]\n\n[{"cited_text":"quote"}]\n\n{"a":"[REDACTED:X]"}');
  });

  it('is unchanged by encoding, for any blocks', () => {
    const text = fc.string({ unit: 'grapheme' });
    const input = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
    const content = fc.oneof(
      fc.record({ type: fc.constant('text'), text }),
      fc.record({ type: fc.constant('thinking'), thinking: text, signature: fc.constantFrom('', 'SIG') }),
      fc.record({ type: fc.constant('tool_use'), id: fc.uuid(), name: fc.constant('f'), input }),
      fc.record({ type: fc.constant('redacted_thinking'), data: fc.base64String() }),
    );
    fc.assert(
      fc.property(fc.array(content, { maxLength: 4 }), (blocks) => {
        const usage = { input_tokens: 1, output_tokens: 2 };
        const body: unknown = JSON.parse(
          JSON.stringify({ ...head, content: blocks, stop_reason: 'end_turn', stop_sequence: null, usage }),
        );
        const before = anthropicMessages.parseResponse(body);
        const again = aggregate(decodeFrames(stream.encode(body)));
        expect(before.ok && before.response.output).toBe(again.response.output);
        expect(again.body).toEqual(body);
      }),
    );
  });
});
