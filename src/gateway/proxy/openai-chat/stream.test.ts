import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AggregatedStream, ProxyStream, SseEvent } from '../api.ts';
import { openAiChat } from './api.ts';

const stream = requireStream(openAiChat.stream);

function requireStream(side: ProxyStream | null): ProxyStream {
  if (side === null) throw new Error('this API streams');
  return side;
}

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 7, model: 'gpt-4o' };
const event = (data: object): SseEvent => ({ event: null, data: JSON.stringify(data) });
const chunk = (choice: object, rest: object = {}): SseEvent =>
  event({ ...head, choices: [{ index: 0, finish_reason: null, ...choice }], ...rest });
const done: SseEvent = { event: null, data: '[DONE]' };

function aggregate(events: readonly SseEvent[]): AggregatedStream {
  const result = stream.aggregate(events);
  if (!result.ok) throw new Error(result.reason);
  return result.stream;
}

function decodeFrames(frames: readonly string[]): readonly SseEvent[] {
  const decoder = stream.createDecoder();
  const events: SseEvent[] = [];
  for (const result of [decoder.push(new TextEncoder().encode(frames.join(''))), decoder.finish()]) {
    if (!result.ok) throw new Error(result.reason);
    events.push(...result.events);
  }
  return events;
}

const toolEvents: readonly SseEvent[] = [
  chunk({ delta: { role: 'assistant', content: '', refusal: null } }),
  chunk({ delta: { reasoning_content: 'let me ' } }),
  chunk({ delta: { reasoning_content: 'see' } }),
  chunk({ delta: { content: 'Hel' } }),
  chunk({ delta: { content: 'lo' } }),
  chunk({ delta: { tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'g', arguments: '' } }] } }),
  chunk({
    delta: { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":' } }] },
  }),
  chunk({ delta: { tool_calls: [{ index: 0, function: { arguments: '1}' } }] } }),
  chunk({ delta: { content: 'second' }, index: 1 }),
  chunk({ delta: {}, finish_reason: 'tool_calls' }),
  chunk({ delta: {}, finish_reason: 'stop', index: 1 }),
  event({ ...head, choices: [], usage: { total_tokens: 9 } }),
  done,
];

describe('chat stream aggregation', () => {
  it('gives the answer that the call would have had without streaming', () => {
    const { body, response, faithful } = aggregate(toolEvents);
    expect(body).toEqual({
      ...head,
      object: 'chat.completion',
      usage: { total_tokens: 9 },
      choices: [
        {
          index: 0,
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: 'Hello',
            refusal: null,
            reasoning_content: 'let me see',
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
              { id: 'c2', type: 'function', function: { name: 'g', arguments: '' } },
            ],
          },
        },
        { index: 1, finish_reason: 'stop', message: { role: 'assistant', content: 'second' } },
      ],
    });
    expect(response.output).toBe('Hello\n\nlet me see\n\n{"a":1}\n\nsecond');
    expect(response.finish).toEqual(['tool_calls', 'stop']);
    expect(faithful).toBe(true);
  });

  it('inspects fragments of members that it does not know, put together', () => {
    const fragment = (text: string) => ({ reasoning_details: [{ index: 0, type: 'reasoning.text', text }] });
    const { response } = aggregate([chunk({ delta: fragment('se') }), chunk({ delta: fragment('cret') }), done]);
    expect(response.output).toContain('secret');
  });

  it.each([
    ['no [DONE]', [chunk({ delta: { content: 'x' } })], 'incomplete'],
    ['nothing', [], 'incomplete'],
    ['[DONE] alone', [done], 'malformed'],
    ['events behind [DONE]', [chunk({}), done, chunk({})], 'malformed'],
    ['data that is no JSON', [{ event: null, data: '{' }, done], 'malformed'],
    ['a choice without index', [event({ choices: [{ delta: {} }] }), done], 'malformed'],
    ['a negative index', [chunk({ index: -1 }), done], 'malformed'],
    ['a delta as text', [chunk({ delta: 'x' }), done], 'malformed'],
    ['an error event', [chunk({}), event({ error: { message: 'x' } })], 'upstream_error'],
  ] as const)('fails on %s', (_name, events, cause) => {
    expect(stream.aggregate(events)).toMatchObject({ ok: false, cause });
  });

  it('fails on a list that grows without end', () => {
    const calls = Array.from({ length: 10_001 }, (_, index) => ({ index, id: `c${index}` }));
    expect(stream.aggregate([chunk({ delta: { tool_calls: calls } }), done])).toMatchObject({ cause: 'malformed' });
  });
});

describe('buffered chat stream', () => {
  it('goes out as it came if nothing was redacted', () => {
    expect(decodeFrames(stream.encode(aggregate(toolEvents)))).toEqual(toolEvents);
  });

  it.each([
    ['a function name overwritten by a later one', { tool_calls: [{ index: 0, function: { name: 'hidden leak!' } }] }],
    ['a role overwritten', { role: 'a hidden leak' }],
    ['a value of another kind', { content: { text: 'hidden leak' } }],
  ])('never goes out with text that was not inspected: %s', (_name, delta) => {
    const first = { role: 'assistant', content: 'x', tool_calls: [{ index: 0, id: 'c', function: { name: 'a' } }] };
    const last = { tool_calls: [{ index: 0, function: { name: 'b' } }], role: 'assistant', content: 'y' };
    const aggregated = aggregate([chunk({ delta: first }), chunk({ delta }), chunk({ delta: last }), done]);
    const sent = stream.encode(aggregated).join('');
    expect(sent.includes('leak') && !aggregated.response.output.includes('leak')).toBe(false);
  });

  it('never goes out with text in the books that a later chunk replaced', () => {
    const books = { usage: { note: 'a leak' } };
    const aggregated = aggregate([
      chunk({ delta: { content: 'x' } }, books),
      chunk({}, { usage: { note: 'b c' } }),
      done,
    ]);
    expect(stream.encode(aggregated).join('').includes('a leak')).toBe(aggregated.response.output.includes('a leak'));
  });

  it('keeps padding that is a plain word and drops padding that could be text', () => {
    expect(aggregate([chunk({ delta: { content: 'x' } }, { obfuscation: 'aB3' }), done]).faithful).toBe(true);
    expect(aggregate([chunk({ delta: { content: 'x' } }, { obfuscation: 'a leak' }), done]).faithful).toBe(false);
  });

  it('is made anew from the redacted answer, ids, usage and tool calls included', () => {
    const aggregated = aggregate(toolEvents);
    const { output, parts } = aggregated.response;
    const spans = ['Hello', '1'].map((word) => {
      const start = output.indexOf(word);
      return { start, end: start + word.length, type: 'X' };
    });
    const redacted = openAiChat.redactResponse(aggregated.body, parts, spans);
    if (!redacted.ok) throw new Error(redacted.reason);
    const again = aggregate(decodeFrames(stream.encode(aggregated, redacted.body)));
    expect(again.body).toEqual(redacted.body);
    expect(again.response.output).toBe('[REDACTED:X]\n\nlet me see\n\n{"a":"[REDACTED:X]"}\n\nsecond');
    expect(again.faithful).toBe(true);
  });

  it('says the same after encoding, for any texts, tool calls and cuts', () => {
    const text = fc.string({ unit: 'grapheme' });
    const call = fc.record({
      id: fc.uuid(),
      type: fc.constant('function'),
      function: fc.record({ name: fc.constant('f'), arguments: fc.json() }),
    });
    const message = fc.record({
      role: fc.constant('assistant'),
      content: fc.option(text),
      reasoning: text,
      tool_calls: fc.array(call, { maxLength: 3 }),
    });
    const choices = fc.array(message, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(choices, (messages) => {
        const body = {
          ...head,
          object: 'chat.completion',
          choices: messages.map((it, index) => ({ index, message: it, finish_reason: 'stop' })),
        };
        const before = openAiChat.parseResponse(body);
        const empty = aggregate([chunk({}), done]);
        const again = aggregate(decodeFrames(stream.encode(empty, body)));
        expect(before.ok && before.response.output).toBe(again.response.output);
        expect(again.body).toEqual(body);
      }),
    );
  });
});
