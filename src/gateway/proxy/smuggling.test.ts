/** A text at any position of an answer or a request is never forwarded without inspection. */
import { describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { InspectedResponse, ProxyApi, SseEvent } from './api.ts';
import { isList } from './json-tree.ts';
import { openAiChat } from './openai-chat/api.ts';
import { openAiCompletions } from './openai-completions/api.ts';
import { openAiResponses } from './openai-responses/api.ts';

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

const plainHead = { ...head, id: 'cmpl-1', object: 'text_completion' };
const plainEvents: readonly object[] = [
  { ...plainHead, choices: [{ index: 0, text: 'Hello. ', logprobs: { tokens: ['Hello. '] }, finish_reason: null }] },
  { ...plainHead, choices: [{ index: 0, text: 'You', logprobs: null, finish_reason: null }] },
  { ...plainHead, choices: [{ index: 0, text: '', finish_reason: 'stop' }] },
  { ...plainHead, choices: [], usage: { total_tokens: 3, details: { cached: 0 } } },
];

const textPart = { type: 'output_text', text: 'Hello. You', annotations: [] };
const textItem = { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content: [textPart] };
const callItem = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{"a":1}' };
const thoughtItem = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }] };
const responseAnswer = {
  id: 'resp_1',
  object: 'response',
  model: 'gpt-4o',
  status: 'completed',
  output: [thoughtItem, textItem, callItem],
  usage: { input_tokens: 1, output_tokens: 1 },
};
const at = { item_id: 'msg_1', output_index: 1, content_index: 0 };
const responseEvents: readonly object[] = [
  { type: 'response.created', response: { ...responseAnswer, output: [] } },
  { type: 'response.output_item.done', output_index: 0, item: thoughtItem },
  { type: 'response.output_item.added', output_index: 1, item: { ...textItem, content: [] } },
  { type: 'response.content_part.added', ...at, part: { ...textPart, text: '' } },
  { type: 'response.output_text.delta', ...at, delta: 'Hello. You', logprobs: [] },
  { type: 'response.output_item.done', output_index: 1, item: textItem },
  { type: 'response.output_item.done', output_index: 2, item: callItem },
  { type: 'response.completed', response: responseAnswer },
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
  ...['cache_control', 'caller', 'is_error', 'title', 'context', 'stop', 'user', 'tool_choice', 'metadata', 'closed'],
];
const values = [
  marker,
  [marker],
  { text: marker },
  { [marker]: 1 },
  [{ type: 'text', text: marker }],
  { content: marker },
];

/** Copies of a value with one changed member, for every object, name and value. */
function* smuggled(root: object): Generator<readonly [string, object]> {
  const count = objectsIn(root).length;
  for (let where = 0; where < count; where++) {
    for (const name of names) {
      for (const value of values) {
        const copy = structuredClone(root);
        const target = objectsIn(copy)[where];
        if (target !== undefined) Reflect.set(target, name, value);
        yield [`${name} = ${JSON.stringify(value)} in ${where}`, copy];
      }
    }
  }
}

function objectsIn(node: unknown): readonly object[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(objectsIn);
  return isList(node) ? inside : [node, ...inside];
}

/** The same for a stream, with one changed event. */
function* smuggledEvents(told: readonly object[]): Generator<readonly [string, readonly SseEvent[]]> {
  const events = told.map(toEvent);
  for (const [index, event] of told.entries()) {
    for (const [place, copy] of smuggled(event)) yield [`event ${index}: ${place}`, events.with(index, toEvent(copy))];
  }
}

/** Everything that auditors get of an answer. */
function seenOf({ output, documents }: InspectedResponse): string {
  return [output, ...documents.map(({ text }) => text)].join('\n');
}

function toEvent(data: object): SseEvent {
  return { event: null, data: JSON.stringify(data) };
}

const apis: readonly (readonly [string, ProxyApi, readonly object[], readonly SseEvent[]])[] = [
  ['openai-chat', openAiChat, chatEvents, [{ event: null, data: '[DONE]' }]],
  ['openai-completions', openAiCompletions, plainEvents, [{ event: null, data: '[DONE]' }]],
  ['openai-responses', openAiResponses, responseEvents, []],
  ['anthropic-messages', anthropicMessages, messageEvents, []],
];

describe.each(apis)('%s', (_name, api, told, end) => {
  const { stream } = api;
  if (stream === null) throw new Error('this API streams');

  it('buffered: every output was inspected, or is reported as uninspected', () => {
    const leaks: string[] = [];
    for (const [place, events] of smuggledEvents(told)) {
      const result = stream.aggregate([...events, ...end]);
      if (!result.ok || !stream.encode(result.stream).join('').includes(marker)) continue;
      const { uninspected } = result.stream.response;
      if (!seenOf(result.stream.response).includes(marker) && uninspected.length === 0) leaks.push(place);
    }
    expect(leaks).toEqual([]);
  });

  it('window by window, every output is inspected', () => {
    const leaks: string[] = [];
    for (const [place, events] of smuggledEvents(told)) {
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

const chatRequest = {
  model: 'm',
  messages: [
    { role: 'system', content: [{ type: 'text', text: 's' }] },
    { role: 'user', content: [{ type: 'text', text: 'u' }] },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 't' },
  ],
  tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
  response_format: { type: 'json_schema', json_schema: { name: 'n' } },
  prediction: { type: 'content', content: 'p' },
};
const plainRequest = { model: 'm', prompt: ['u', 'v'], suffix: 's', stream_options: { include_usage: true } };
const responseRequest = {
  model: 'm',
  instructions: 's',
  input: [
    { role: 'user', content: [{ type: 'input_text', text: 'u' }] },
    thoughtItem,
    textItem,
    callItem,
    { type: 'function_call_output', call_id: 'c1', output: 'r' },
  ],
  tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
  text: { format: { type: 'json_schema', name: 'n', schema: {} } },
};
const messageRequest = {
  model: 'm',
  system: [{ type: 'text', text: 's' }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'u', citations: [] },
        { type: 'document', source: { type: 'text', data: 'd' } },
        { type: 'search_result', source: 'x', title: 't', content: [{ type: 'text', text: 'r' }] },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'r' }] }] },
  ],
  tools: [{ name: 'f', input_schema: { type: 'object' } }],
};
const chatAnswer = {
  id: 'chatcmpl-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'x', tool_calls: [call] }, finish_reason: 'stop' }],
  usage: { total_tokens: 3 },
};
const plainAnswer = {
  id: 'cmpl-1',
  choices: [{ index: 0, text: 'x', logprobs: { tokens: ['x'] } }],
  usage: { total_tokens: 3 },
};
const messageAnswer = {
  ...message,
  content: [
    { type: 'text', text: 'x', citations: [{ title: 't' }] },
    { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
  ],
};

describe('unstreamed', () => {
  it.each([
    ['openai-chat', openAiChat, chatRequest],
    ['openai-completions', openAiCompletions, plainRequest],
    ['openai-responses', openAiResponses, responseRequest],
    ['anthropic-messages', anthropicMessages, messageRequest],
  ])('%s request: every text was inspected, or is reported as uninspected', (_name, api, body) => {
    const leaks: string[] = [];
    for (const [place, copy] of smuggled(body)) {
      const parsed = api.parseRequest(copy);
      if (!parsed.ok) continue;
      const { input, system, documents, uninspected } = parsed.request;
      const seen = [input, system, ...documents.map(({ text }) => text)].join('\n');
      if (!seen.includes(marker) && uninspected.length === 0) leaks.push(place);
    }
    expect(leaks).toEqual([]);
  });

  it.each([
    ['openai-chat', openAiChat, chatAnswer],
    ['openai-completions', openAiCompletions, plainAnswer],
    ['openai-responses', openAiResponses, responseAnswer],
    ['anthropic-messages', anthropicMessages, messageAnswer],
  ])('%s answer: every text was inspected, or is reported as uninspected', (_name, api, body) => {
    const leaks: string[] = [];
    for (const [place, copy] of smuggled(body)) {
      const parsed = api.parseResponse(copy);
      if (!parsed.ok) continue;
      const { uninspected } = parsed.response;
      if (!seenOf(parsed.response).includes(marker) && uninspected.length === 0) leaks.push(place);
    }
    expect(leaks).toEqual([]);
  });
});
