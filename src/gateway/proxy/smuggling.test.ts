/** A text put anywhere into a streamed answer never reaches the client without having been inspected. */
import { describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { ProxyApi, SseEvent } from './api.ts';
import { isList, isRecord } from './json-tree.ts';
import { openAiChat } from './openai-chat/api.ts';

const marker = 'zq smuggled zq';

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 7, model: 'gpt-4o' };
const call = { index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
const chatEvents: readonly object[] = [
  { ...head, choices: [{ index: 0, delta: { role: 'assistant', content: '', refusal: null }, finish_reason: null }] },
  { ...head, choices: [{ index: 0, delta: { content: 'Hello. ' }, finish_reason: null }] },
  { ...head, choices: [{ index: 0, delta: { content: 'You', reasoning: 'hm' }, finish_reason: null }] },
  { ...head, choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] },
  { ...head, choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ' ' } }] } }] },
  { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  { ...head, choices: [], usage: { total_tokens: 3, details: { cached: 0 } } },
];

const usage = { input_tokens: 1, output_tokens: 1 };
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], usage };
const messageEvents: readonly object[] = [
  { type: 'message_start', message },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '', citations: [] } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello. ' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'You' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
  { type: 'content_block_stop', index: 2 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
];

/** Names that mean something to the adapters, and one that does not. */
const names = [
  ...[
    'id',
    'object',
    'model',
    'role',
    'type',
    'name',
    'text',
    'content',
    'message',
    'delta',
    'choices',
    'usage',
    'error',
  ],
  ...['refusal', 'reasoning', 'arguments', 'input', 'thinking', 'citations', 'citation', 'tool_calls', 'function_call'],
  ...['finish_reason', 'stop_reason', 'stop_sequence', 'content_filter_results', 'system_fingerprint', 'service_tier'],
  ...['moderation', 'container', 'audio', 'annotations', 'created', 'index', 'partial_json', 'obfuscation', 'unknown'],
];
const values = [
  marker,
  [marker],
  { text: marker },
  { [marker]: 1 },
  [{ type: 'text', text: marker }],
  { content: marker },
];

/** Sets one member of one object in a copy of the events: `where` counts objects from the first event on. */
function smuggle(events: readonly object[], where: number, name: string, value: unknown): readonly SseEvent[] {
  const copy: unknown = structuredClone(events);
  const containers: object[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (isRecord(node)) containers.push(node);
    for (const item of Object.values(node)) walk(item);
  };
  walk(copy);
  const target = containers[where % containers.length];
  if (target !== undefined) Reflect.set(target, name, value);
  return (isList(copy) ? copy : []).map((data) => ({ event: null, data: JSON.stringify(data) }));
}

const apis: readonly (readonly [string, ProxyApi, readonly object[], readonly SseEvent[]])[] = [
  ['openai-chat', openAiChat, chatEvents, [{ event: null, data: '[DONE]' }]],
  ['anthropic-messages', anthropicMessages, messageEvents, []],
];

/** Every member name and value in every container of the events: tried exhaustively, not by chance. */
function* places(events: readonly object[]): Generator<readonly [string, readonly SseEvent[]]> {
  for (let where = 0; where < countContainers(events); where++) {
    for (const name of names) {
      for (const value of values)
        yield [`${name} = ${JSON.stringify(value)} in ${where}`, smuggle(events, where, name, value)];
    }
  }
}

function countContainers(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  return Object.values(node).reduce((count: number, item) => count + countContainers(item), isRecord(node) ? 1 : 0);
}

describe.each(apis)('%s', (_name, api, told, end) => {
  const { stream } = api;
  if (stream === null) throw new Error('this API streams');

  it('buffered: what goes out was inspected, or is told as uninspected', () => {
    const leaks: string[] = [];
    for (const [place, events] of places(told)) {
      const result = stream.aggregate([...events, ...end]);
      if (!result.ok || !stream.encode(result.stream).join('').includes(marker)) continue;
      const { output, uninspected } = result.stream.response;
      if (!output.includes(marker) && uninspected.length === 0) leaks.push(place);
    }
    expect(leaks).toEqual([]);
  });

  it('window by window: what goes out was inspected', () => {
    const leaks: string[] = [];
    for (const [place, events] of places(told)) {
      const releaser = stream.createWindowReleaser();
      const sent: string[] = [];
      const audited: string[] = [];
      for (const event of [...events, ...end]) {
        const step = releaser.push(event);
        if (!step.ok) break;
        sent.push(...step.frames);
        for (const { id, text } of step.windows) {
          audited.push(text);
          const released = releaser.release(id);
          if (released.ok) sent.push(...released.frames);
        }
      }
      if (sent.join('').includes(marker) && !audited.join('').includes(marker)) leaks.push(place);
    }
    expect(leaks).toEqual([]);
  });
});
