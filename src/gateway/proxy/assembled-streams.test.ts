/**
 * Official clients assemble from any model server stream, hostile or not, exactly the judged answer, or it was refused.
 */
import { env } from 'node:process';
import { isRecord } from '@assay/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { AggregatedStream, ProxyApi, ProxyStream, SseEvent } from './api.ts';
import { isList, type JsonRecord } from './json-tree.ts';
import { viewOfJson } from './json-view.ts';
import {
  type AssemblingClient,
  loadChatClients,
  loadCompletionClients,
  loadMessageClients,
  loadResponseClients,
} from './older-clients.fixture.ts';
import { openAiChat } from './openai-chat/api.ts';
import { openAiCompletions } from './openai-completions/api.ts';
import { openAiResponses } from './openai-responses/api.ts';

const folder = env['ASSAY_TEST_OLDER_CLIENTS'];
if (folder === undefined) console.warn('older clients are not tested: ASSAY_TEST_OLDER_CLIENTS names no folder');

/** Draws mostly valid values, so that many streams are accepted, and enough hostile ones. */
const mostly = <Good, Bad>(good: fc.Arbitrary<Good>, bad: fc.Arbitrary<Bad>) =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: bad });
const indices = mostly(fc.nat(2), fc.constantFrom<unknown>('0', '1', -1, 0.5, 1e9, null, undefined, [0], true));
const words = fc.constantFrom(
  'Hel',
  'lo ',
  'wor',
  'ld. ',
  '',
  'se',
  'cret',
  '{"a":',
  '"x"}',
  '\n',
  '😀',
  '\u2028',
  '0',
);
const odd = fc.constantFrom<unknown>(null, 7, true, '', [], {}, ['odd'], { text: 'odd' }, { index: 0, text: 'odd' });
const text = mostly(words, odd);
const id = mostly(fc.constantFrom('c1', 'c2', ''), odd);
const members = <Members>(model: { [Key in keyof Members]: fc.Arbitrary<Members[Key]> }) =>
  fc.record(model, { requiredKeys: [] });

const call = members({
  index: indices,
  id,
  type: mostly(fc.constant('function'), odd),
  function: mostly(members({ name: mostly(fc.constantFrom('f', 'g', ''), odd), arguments: text }), odd),
});
const part = fc.oneof(fc.record({ type: fc.constant('text'), text }), odd);
const delta = members({
  role: mostly(fc.constant('assistant'), fc.oneof(fc.constant('user'), odd)),
  content: fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: fc.array(part, { maxLength: 2 }) }),
  refusal: mostly(fc.constant(null), text),
  tool_calls: mostly(fc.array(call, { maxLength: 2 }), odd),
  function_call: mostly(fc.constant(undefined), members({ name: text, arguments: text })),
});
const choice = members({
  index: indices,
  delta: mostly(delta, odd),
  finish_reason: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom('stop', 'tool_calls', 'odd')),
  logprobs: mostly(fc.constant(null), odd),
  message: mostly(fc.constant(undefined), odd),
});
const chatChunk = members({
  id: mostly(fc.constant('chatcmpl-1'), id),
  object: mostly(fc.constant('chat.completion.chunk'), odd),
  model: mostly(fc.constant('gpt-4o'), id),
  obfuscation: text,
  choices: mostly(fc.array(choice, { maxLength: 2 }), odd),
  usage: mostly(fc.constant(undefined), odd),
});

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: fc.constant('') }),
  fc.record({ type: fc.constant('tool_use'), id, name: text, input: mostly(fc.constant({}), odd) }),
  odd,
);
const blockDelta = fc.oneof(
  fc.record({ type: fc.constant('text_delta'), text }),
  fc.record({ type: fc.constant('thinking_delta'), thinking: text }),
  fc.record({ type: fc.constant('input_json_delta'), partial_json: text }),
  fc.record({ type: fc.constant('signature_delta'), signature: text }),
  fc.record({ type: fc.constant('citations_delta'), citation: fc.record({ cited_text: text }) }),
  odd,
);
const blockEvents = fc
  .tuple(block, fc.array(blockDelta, { maxLength: 4 }), mostly(fc.constant(0), fc.constantFrom(-1, 1)))
  .map(([content_block, deltas, off]) => (at: number): readonly object[] => [
    { type: 'content_block_start', index: at, content_block },
    ...deltas.map((one, place) => ({ type: 'content_block_delta', index: at + (place === 1 ? off : 0), delta: one })),
    { type: 'content_block_stop', index: at },
  ]);
const messageEvents = fc
  .record({
    id,
    usage: mostly(fc.constant({ input_tokens: 1, output_tokens: 1 }), odd),
    content: mostly(fc.constant<unknown[]>([]), fc.array(block, { maxLength: 1 })),
    blocks: fc.array(blockEvents, { maxLength: 3 }),
    stop_reason: mostly(fc.constant('end_turn'), text),
    strange: mostly(fc.constant<readonly object[]>([]), fc.array(fc.record({ type: fc.constant('news'), text }))),
  })
  .map(({ id: name, usage, content, blocks, stop_reason, strange }): readonly object[] => [
    {
      type: 'message_start',
      message: { id: name, type: 'message', role: 'assistant', model: 'claude', content, stop_reason: null, usage },
    },
    ...strange,
    ...blocks.flatMap((toEvents, at) => toEvents(at)),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ]);

const completionChoice = members({
  index: indices,
  text,
  finish_reason: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom('stop', 'length', 'odd')),
  logprobs: mostly(fc.constant(null), odd),
  delta: mostly(fc.constant(undefined), odd),
});
const completionChunk = members({
  id: mostly(fc.constant('cmpl-1'), id),
  object: mostly(fc.constant('text_completion'), odd),
  model: mostly(fc.constant('gpt-4o'), id),
  choices: mostly(fc.array(completionChoice, { maxLength: 2 }), odd),
  usage: mostly(fc.constant(undefined), odd),
});

const responsePart = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('output_text'), text, annotations: fc.constant([]) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('refusal'), refusal: text }) },
  { weight: 1, arbitrary: odd },
);
const summaryPart = mostly(fc.record({ type: fc.constant('summary_text'), text }), odd);
const responseItem = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('message'),
      id,
      role: fc.constant('assistant'),
      status: mostly(fc.constant('completed'), odd),
      content: mostly(fc.array(responsePart, { maxLength: 2 }), odd),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('function_call'), id, call_id: id, name: text, arguments: text }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('reasoning'), id, summary: fc.array(summaryPart, { maxLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.oneof(odd, fc.record({ type: fc.constant('hologram'), id, says: text })) },
);
const responseDelta = fc
  .record({
    type: fc.constantFrom(
      'response.output_text.delta',
      'response.refusal.delta',
      'response.news',
      'response.in_progress',
    ),
    output_index: indices,
    content_index: indices,
    delta: text,
  })
  .map((data): object => data);
const responseStream = fc
  .record({
    head: fc.record({ id, object: fc.constant('response'), model: mostly(fc.constant('gpt-4o'), id) }),
    output: fc.array(responseItem, { maxLength: 3 }),
    deltas: fc.array(responseDelta, { maxLength: 3 }),
    status: mostly(fc.constant('completed'), fc.constantFrom('incomplete', 'failed', 'odd')),
    isLeftOut: mostly(fc.constant(false), fc.constant(true)),
    last: mostly(fc.constant('response.completed'), fc.constantFrom('response.incomplete', 'response.failed', 'odd')),
    after: mostly(fc.constant<readonly object[]>([]), fc.array(responseDelta, { minLength: 1, maxLength: 1 })),
  })
  .map(({ head, output, deltas, status, isLeftOut, last, after }): readonly object[] => [
    { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
    ...deltas,
    ...output.map((item, at) => ({ type: 'response.output_item.done', output_index: at, item })),
    { type: last, response: { ...head, status, output: isLeftOut ? [] : output } },
    ...after,
  ]);

/** Ways to write one event: all but the last are equivalent by the standard. */
type Write = (name: string, data: string) => string;
const layout = fc.constantFrom<Write>(
  (name, data) => `${name}data: ${data}\n\n`,
  (name, data) => `: note\r\n${name}data:${data}\r\n\r\n`,
  (name, data) => `id: 7\n${name}data: ${data.replaceAll(',"', ',\ndata:"')}\nretry: 1\n\n`,
  (name, data) => `${name}data: ${data.replace('{"', '{"id":"twice","')}\n\n`,
);

function readBytes(stream: ProxyStream, told: string): AggregatedStream | undefined {
  const decoder = stream.createDecoder();
  const events: SseEvent[] = [];
  for (const decoded of [decoder.push(new TextEncoder().encode(told)), decoder.finish()]) {
    if (!decoded.ok) return undefined;
    events.push(...decoded.events);
  }
  const result = stream.aggregate(events);
  return result.ok ? result.stream : undefined;
}

function requireStream({ stream }: ProxyApi): ProxyStream {
  if (stream === null) throw new Error('this API streams');
  return stream;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The content of a completion's choices, in one form. */
function saidInChat(answer: unknown): unknown {
  return choicesOf(answer).map(({ index, message, finish_reason }) => {
    const { content = null, refusal = null, tool_calls = [] } = isRecord(message) ? message : {};
    return { index, finish_reason, content: content || null, refusal: refusal || null, tool_calls };
  });
}

function saidInMessage(answer: unknown): unknown {
  const { content, stop_reason } = isRecord(answer) ? answer : {};
  const blocks = isList(content) ? content.filter(isRecord) : [];
  return {
    stop_reason,
    blocks: blocks.map(({ type, text, thinking, signature, id, name, input }) => ({
      type,
      text,
      thinking,
      signature: signature || '',
      id,
      name,
      input,
    })),
  };
}

function saidInCompletion(answer: unknown): unknown {
  return choicesOf(answer).map(({ index, text, finish_reason }) => ({ index, text, finish_reason }));
}

/** The content of a response's items, in one form. */
function saidInResponse(answer: unknown): unknown {
  const { output, status, id: name } = isRecord(answer) ? answer : {};
  const items = isList(output) ? output.filter(isRecord) : [];
  return {
    id: name,
    status,
    items: items.map((item) => ({
      type: item['type'],
      texts: [...partsIn(item['content']), ...partsIn(item['summary'])].map(({ text, refusal }) => ({ text, refusal })),
      call: [item['call_id'], item['name'], item['arguments']],
    })),
  };
}

function partsIn(list: unknown): readonly JsonRecord[] {
  return isList(list) ? list.filter(isRecord) : [];
}

/** True for responses that the client's helper accepts; it throws at others. */
function isUsualResponse(body: unknown, { name }: AssemblingClient): boolean {
  const { output, status } = isRecord(body) ? body : {};
  // The older one takes a whole response from `response.completed` only: others keep the status of their beginning.
  if (name === 'openai-5' && status !== 'completed') return false;
  return isList(output) && status !== 'failed' && output.every((item) => isRecord(item) && isUsualItem(item));
}

function isUsualItem({ type, content, arguments: given }: JsonRecord): boolean {
  if (type === 'message') return isList(content) && content.every((one) => isRecord(one) && one['type'] !== undefined);
  return type === 'function_call' ? typeof given === 'string' : true;
}

/** True for completions that a client's helper accepts; it throws at others. */
function isUsualChat(body: unknown): boolean {
  const choices = choicesOf(body);
  const areUsual = choices.every(
    ({ index, finish_reason, message, logprobs = null }, at) =>
      index === at &&
      logprobs === null &&
      typeof finish_reason === 'string' &&
      finish_reason !== '' &&
      isRecord(message) &&
      message['role'] === 'assistant' &&
      Object.entries(message).every(isUsualMember),
  );
  return choices.length > 0 && areUsual;
}

function isUsualMember([name, value]: readonly [string, unknown]): boolean {
  if (name === 'tool_calls') return isList(value) && value.every(isUsualCall);
  return name !== 'function_call' && (value === null || typeof value === 'string');
}

function isUsualCall(called: unknown): boolean {
  if (!isRecord(called) || typeof called['id'] !== 'string' || called['id'] === '') return false;
  const used: JsonRecord = isRecord(called['function']) ? called['function'] : {};
  return called['type'] === 'function' && typeof used['name'] === 'string' && typeof used['arguments'] === 'string';
}

function isUsualMessage(body: unknown, { name }: AssemblingClient): boolean {
  const { content, usage } = isRecord(body) ? body : {};
  const blocks = isList(content) ? content.filter(isRecord) : [];
  // The oldest client knows text only.
  const isKnown = name !== 'anthropic-0.20' || blocks.every(({ type }) => type === 'text');
  return isKnown && isRecord(usage) && blocks.every(isUsualBlock);
}

function isUsualBlock({ type, text, thinking, input }: JsonRecord): boolean {
  if (type === 'text') return typeof text === 'string';
  if (type === 'thinking') return typeof thinking === 'string';
  return type === 'tool_use' && isRecord(input);
}

function choicesOf(answer: unknown): readonly JsonRecord[] {
  return isRecord(answer) && isList(answer['choices']) ? answer['choices'].filter(isRecord) : [];
}

interface Reading {
  readonly stream: ProxyStream;
  readonly isUsual: (body: unknown, client: AssemblingClient) => boolean;
  readonly said: (answer: unknown) => unknown;
}

async function expectSame(client: AssemblingClient, told: string, { stream, isUsual, said }: Reading): Promise<void> {
  const read = readBytes(stream, told);
  fc.pre(read !== undefined);
  const body = read?.body;
  const frames = stream.encode(body).join('');
  const known = viewOfJson(JSON.stringify(body));
  const shown = (await client.read(frames)).filter((part) => isRecord(part) && part['threw'] === undefined);
  expect(textsIn(shown).filter((text) => !known.includes(viewOfJson(text)) && !ownWords.has(text))).toEqual([]);
  if (isUsual(body, client)) expect(said(await client.assemble(frames))).toEqual(said(body));
}

/** Protocol words of streams that a whole answer does not have. */
const ownWords: ReadonlySet<string> = new Set([
  ...['chat.completion.chunk', 'message_start', 'message_delta', 'message_stop', 'content_block_start'],
  ...['content_block_delta', 'content_block_stop', 'text_delta', 'thinking_delta', 'input_json_delta'],
  ...['signature_delta', 'citations_delta', '{}', 'text_completion', 'response.created', 'response.in_progress'],
  ...['response.completed', 'response.incomplete', 'response.failed', 'in_progress', 'response.output_item.added'],
  ...['response.output_item.done', 'response.content_part.added', 'response.content_part.done'],
  ...['response.output_text.delta', 'response.output_text.done', 'response.refusal.delta', 'response.refusal.done'],
  ...['response.function_call_arguments.delta', 'response.function_call_arguments.done'],
  ...['response.reasoning_summary_part.added', 'response.reasoning_summary_part.done'],
  ...['response.reasoning_summary_text.delta', 'response.reasoning_summary_text.done'],
]);

const runs = { numRuns: 200, maxSkipsPerRun: 50 };

describe("a client's assembled chat completion", async () => {
  const reading = { stream: requireStream(openAiChat), isUsual: isUsualChat, said: saidInChat };
  const clients = await loadChatClients(folder);
  const names = fc.constantFrom('', 'event: message\n', 'event: thread.x\n');
  const event = fc.tuple(chatChunk, layout, names).map(([data, write, name]) => write(name, JSON.stringify(data)));
  const end = mostly(fc.constant('data: [DONE]\n\n'), fc.constantFrom('', 'data: [DONE] x\n\n'));
  const told = fc.tuple(fc.array(event, { maxLength: 6 }), end).map(([events, last]) => events.join('') + last);

  it.each(clients.map((client) => [client.name, client] as const))('is the judged one: %s', async (_name, client) => {
    await fc.assert(
      fc.asyncProperty(told, (bytes) => expectSame(client, bytes, reading)),
      runs,
    );
  });
});

describe("a client's assembled plain completion", async () => {
  const isUsual = (body: unknown) => choicesOf(body).every(({ text }) => typeof text === 'string');
  const reading = { stream: requireStream(openAiCompletions), isUsual, said: saidInCompletion };
  const clients = await loadCompletionClients(folder);
  const event = fc.tuple(completionChunk, layout).map(([data, write]) => write('', JSON.stringify(data)));
  const end = mostly(fc.constant('data: [DONE]\n\n'), fc.constantFrom('', 'data: [DONE] x\n\n'));
  const told = fc.tuple(fc.array(event, { maxLength: 6 }), end).map(([events, last]) => events.join('') + last);

  it.each(clients.map((client) => [client.name, client] as const))('is the judged one: %s', async (_name, client) => {
    await fc.assert(
      fc.asyncProperty(told, (bytes) => expectSame(client, bytes, reading)),
      runs,
    );
  });
});

describe("a client's assembled response", async () => {
  const reading = { stream: requireStream(openAiResponses), isUsual: isUsualResponse, said: saidInResponse };
  const clients = await loadResponseClients(folder);
  const told = fc
    .tuple(responseStream, fc.array(layout, { minLength: 1, maxLength: 4 }))
    .map(([events, layouts]) => events.map((data, at) => writeNamedEvent(data, layouts[at % layouts.length])).join(''));

  it.each(clients.map((client) => [client.name, client] as const))('is the judged one: %s', async (_name, client) => {
    await fc.assert(
      fc.asyncProperty(told, (bytes) => expectSame(client, bytes, reading)),
      runs,
    );
  });
});

describe("a client's assembled message", async () => {
  const reading = { stream: requireStream(anthropicMessages), isUsual: isUsualMessage, said: saidInMessage };
  const clients = await loadMessageClients(folder);
  const told = fc
    .tuple(messageEvents, fc.array(layout, { minLength: 1, maxLength: 4 }))
    .map(([events, layouts]) => events.map((data, at) => writeNamedEvent(data, layouts[at % layouts.length])).join(''));

  it.each(clients.map((client) => [client.name, client] as const))('is the judged one: %s', async (_name, client) => {
    await fc.assert(
      fc.asyncProperty(told, (bytes) => expectSame(client, bytes, reading)),
      runs,
    );
  });
});

function writeNamedEvent(data: object, write: Write = (name, json) => `${name}data: ${json}\n\n`): string {
  return write('type' in data ? `event: ${data.type}\n` : '', JSON.stringify(data));
}
