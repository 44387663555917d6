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
  it('gives the answer that the call would have had without streaming', () => {
    const { body, response, faithful } = aggregate(events);
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
    expect(faithful).toBe(true);
  });

  it('inspects a tool input that was cut off in the middle of its JSON', () => {
    expect(aggregate(toolStream('{"a":"le\\u0061k')).response.output).toBe('{"a":"leak');
  });

  it('inspects what a new kind of delta says', () => {
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
  it('goes out as it came if nothing was redacted', () => {
    expect(decodeFrames(stream.encode(aggregate(events)))).toEqual(events);
  });

  it.each([
    ['a tool input with two members of one name', toolStream('{"a":"leak","a":"x"}')],
    ['an unknown event', [start, event({ type: 'news', text: 'leak' }), finish, stop]],
    ['an unknown member of an event', [start, event({ type: 'message_stop', note: 'a leak' })]],
  ])('never goes out with text that was not inspected: %s', (_name, list) => {
    const aggregated = aggregate(list);
    expect(aggregated.response.output).not.toContain('leak');
    expect(stream.encode(aggregated).join('')).not.toContain('leak');
  });

  it('is made anew from the redacted answer, ids, usage and tool calls included', () => {
    const aggregated = aggregate(events);
    const { output, parts } = aggregated.response;
    const spans = ['Hello', 'xy'].map((word) => ({
      start: output.indexOf(word),
      end: output.indexOf(word) + word.length,
      type: 'X',
    }));
    const redacted = anthropicMessages.redactResponse(aggregated.body, parts, spans);
    if (!redacted.ok) throw new Error(redacted.reason);
    const again = aggregate(decodeFrames(stream.encode(aggregated, redacted.body)));
    expect(again.body).toEqual(redacted.body);
    expect(again.response.output).toContain('[REDACTED:X]\n\n[{"cited_text":"quote"}]\n\n{"a":"[REDACTED:X]"}');
    expect(again.faithful).toBe(true);
  });

  it('says the same after encoding, for any blocks', () => {
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
        const again = aggregate(decodeFrames(stream.encode(aggregate([start, stop]), body)));
        expect(before.ok && before.response.output).toBe(again.response.output);
        expect(again.body).toEqual(body);
      }),
    );
  });
});
