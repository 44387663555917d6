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
  it('gives the same answer as without streaming', () => {
    const { body, response } = aggregate(toolEvents);
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
  });

  it('inspects joined fragments of unknown members', () => {
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

  it('fails on an endlessly growing list', () => {
    const calls = Array.from({ length: 10_001 }, (_, index) => ({ index, id: `c${index}` }));
    expect(stream.aggregate([chunk({ delta: { tool_calls: calls } }), done])).toMatchObject({ cause: 'malformed' });
  });
});

describe('buffered chat stream', () => {
  it('contains only judged parts of the events', () => {
    const { body } = aggregate([
      event({ ...head, id: 'leak 1', obfuscation: 'leak2', choices: [], usage: { note: 'leak 3' } }),
      chunk({
        delta: { role: 'leak 4', content: 'x', tool_calls: [{ index: 0, id: 'leak5', function: { name: 'leak6' } }] },
      }),
      chunk({
        delta: { role: 'assistant', tool_calls: [{ index: 0, id: 'c', function: { name: 'f' } }] },
        message: 'leak 7',
      }),
      chunk({ content_filter_results: { note: 'leak 8' } }),
      chunk({ content_filter_results: {}, finish_reason: 'leak9' }),
      chunk({ finish_reason: 'stop' }),
      {
        event: 'leak10',
        data: JSON.stringify({ ...head, object: 'leak 11', choices: null, usage: { total_tokens: 1 } }),
      },
      done,
    ]);
    const frames = stream.encode(body);
    expect(JSON.stringify(body) + frames.join('')).not.toContain('leak');
    expect(aggregate(decodeFrames(frames)).body).toEqual(body);
  });

  const indices = ['0', undefined, null, -1, 0.5, 1e9, [0]];
  it.each([
    ...indices.map((index) => [`of a choice: ${JSON.stringify(index)}`, { index }] as const),
    ...indices.map((index) => {
      const call = { index, id: 'c', function: { name: 'f', arguments: '{}' } };
      return [`of a call: ${JSON.stringify(index)}`, { delta: { tool_calls: [call] } }] as const;
    }),
  ])('is refused for an index %s', (_name, choice) => {
    expect(stream.aggregate([chunk(choice), done])).toMatchObject({ ok: false, cause: 'malformed' });
    expect(stream.createWindowReleaser().push(chunk(choice))).toMatchObject({ ok: false });
  });

  it.each([
    ['a member twice', '{"choices":[],"choices":[{"index":0,"delta":{"content":"leak"}}]}'],
    ['a member twice in other letters', '{"choices":[{"index":0,"delta":{"content":"x","c\\u006fntent":"leak"}}]}'],
    ['the end and more', '[DONE] leak'],
    ['a reserved string', '{"choices":[],"id":"\\ufdd01"}'],
    [
      'a content of two kinds',
      '{"choices":[{"index":0,"delta":{"refusal":{"a":1}}},{"index":0,"delta":{"refusal":"leak"}}]}',
    ],
  ])('is refused for an event with %s', (_name, data) => {
    expect(stream.aggregate([{ event: null, data }, done])).toMatchObject({ ok: false, cause: 'malformed' });
  });

  it('joins text from fragments of parts', () => {
    const parts = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }];
    const { body, response } = aggregate([
      ...['se', 'cret'].map((text) => chunk({ delta: { content: parts(text) } })),
      ...['an', 'swer'].map((content) => chunk({ delta: { content } })),
      done,
    ]);
    expect(response.output).toContain('secret');
    expect(response.output).toContain('answer');
    expect(aggregate(decodeFrames(stream.encode(body))).body).toEqual(body);
  });

  it('keeps every digit of a number that exceeds a double', () => {
    const { body } = aggregate([{ event: null, data: '{"choices":[],"big":12345678901234567890}' }, done]);
    expect(stream.encode(body).join('')).toContain('"big":12345678901234567890');
  });

  it('is rebuilt from the redacted answer, including ids, usage and tool calls', () => {
    const aggregated = aggregate(toolEvents);
    const { output, parts } = aggregated.response;
    const spans = ['Hello', '1'].map((word) => {
      const start = output.indexOf(word);
      return { start, end: start + word.length, type: 'X' };
    });
    const redacted = openAiChat.redactResponse(aggregated.body, parts, spans);
    if (!redacted.ok) throw new Error(redacted.reason);
    const again = aggregate(decodeFrames(stream.encode(redacted.body)));
    expect(again.body).toEqual(redacted.body);
    expect(again.response.output).toBe('[REDACTED:X]\n\nlet me see\n\n{"a":"[REDACTED:X]"}\n\nsecond');
  });

  it('is unchanged by encoding, for any texts, tool calls and cuts', () => {
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
        const again = aggregate(decodeFrames(stream.encode(body)));
        expect(before.ok && before.response.output).toBe(again.response.output);
        expect(again.body).toEqual(body);
      }),
    );
  });
});
