/** Requests, answers and streams of the proxied APIs in shapes that are costly to read, of any size. */
import { anthropicMessages } from '../../src/gateway/proxy/anthropic-messages/api.ts';
import type { ProxyApi, ProxyStream, SseEvent } from '../../src/gateway/proxy/api.ts';
import { openAiChat } from '../../src/gateway/proxy/openai-chat/api.ts';
import { openAiCompletions } from '../../src/gateway/proxy/openai-completions/api.ts';
import { openAiEmbeddings } from '../../src/gateway/proxy/openai-embeddings/api.ts';
import { openAiResponses } from '../../src/gateway/proxy/openai-responses/api.ts';
import type { GrowingWork } from './growing-work.ts';
import {
  completionAnswers,
  completionRequests,
  completionStreams,
  responseAnswers,
  responseRequests,
  responseStreams,
} from './openai-work.ts';

type MakeBody = (size: number) => unknown;

const list = <Item>(size: number, toItem: (at: number) => Item): Item[] =>
  Array.from({ length: size }, (_, at) => toItem(at));
const members = (size: number, toValue: (at: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(list(size, (at) => [`member ${at}`, toValue(at)]));

const user = { role: 'user', content: 'Hello' };
const chat = (rest: object, messages: readonly unknown[] = [user]) => ({ model: 'm', messages, ...rest });
const call = (id: string, at: number) => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: `{"at":"\\u0041${at}"}` },
});

const chatRequests: Readonly<Record<string, MakeBody>> = {
  'results of tools that share an id': (size) =>
    chat(
      {},
      list(size, () => ({ role: 'tool', tool_call_id: 'same', content: 'done' })),
    ),
  'empty results of tools that share an id': (size) =>
    chat({}, [user, ...list(size, () => ({ role: 'tool', tool_call_id: 'same', content: '' }))]),
  'ids that look like numbered ones': (size) =>
    chat(
      {},
      list(size, (at) => ({ role: 'tool', tool_call_id: at % 2 === 0 ? 'a' : `a.${at}`, content: 'x' })),
    ),
  'calls of tools that share an id': (size) =>
    chat({}, [{ role: 'assistant', content: 'I call.', tool_calls: list(size, (at) => call('same', at)) }]),
  'messages of an assistant': (size) =>
    chat(
      {},
      list(size, (at) => ({ role: 'assistant', content: `part ${at}` })),
    ),
  'parts of one message': (size) =>
    chat({}, [{ role: 'user', content: list(size, () => ({ type: 'text', text: 'x' })) }]),
  'images in one message': (size) =>
    chat({}, [{ role: 'user', content: list(size, () => ({ type: 'image_url', image_url: { url: 'data:,' } })) }]),
  'definitions of tools': (size) =>
    chat({
      tools: list(size, (at) => ({
        type: 'function',
        function: { name: `f${at}`, description: 'Does it.', parameters: {} },
      })),
    }),
  'unknown members': (size) => chat(members(size, (at) => `text number ${at}`)),
  'members of an unknown member': (size) => chat({ extra: members(size, (at) => [at]) }),
  'lists in lists': (size) => chat({ extra: list(size, () => JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)) }),
  'a text of escapes': (size) => chat({}, [{ role: 'user', content: '\\u0041\\'.repeat(size) }]),
};

const block = (text: string) => ({ type: 'text', text });
const messages = (content: unknown, rest: object = {}) => ({
  model: 'm',
  max_tokens: 9,
  messages: [{ role: 'user', content }],
  ...rest,
});
const messageRequests: Readonly<Record<string, MakeBody>> = {
  'results of tools that share an id': (size) =>
    messages(list(size, () => ({ type: 'tool_result', tool_use_id: 'same', content: 'done' }))),
  'empty results of tools that share an id': (size) =>
    messages([block('Hello'), ...list(size, () => ({ type: 'tool_result', tool_use_id: 'same', content: [] }))]),
  'uses of tools that share an id': (size) => ({
    ...messages('Hello'),
    messages: [
      { role: 'assistant', content: list(size, (at) => ({ type: 'tool_use', id: 'same', name: 'f', input: { at } })) },
    ],
  }),
  'blocks of a message': (size) => messages(list(size, (at) => block(`part ${at}`))),
  documents: (size) =>
    messages(
      list(size, () => ({
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'x y' },
        title: 'a b',
      })),
    ),
  'definitions of tools': (size) =>
    messages('Hello', { tools: list(size, (at) => ({ name: `f${at}`, input_schema: { type: 'object' } })) }),
  'blocks of the system': (size) => messages('Hello', { system: list(size, () => block('Be kind.')) }),
  'unknown members': (size) =>
    messages(
      'Hello',
      members(size, (at) => `text number ${at}`),
    ),
};

const chatAnswer = (choices: readonly unknown[]) => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices,
});
const chatAnswers: Readonly<Record<string, MakeBody>> = {
  choices: (size) =>
    chatAnswer(
      list(size, (index) => ({ index, message: { role: 'assistant', content: 'x y' }, finish_reason: 'stop' })),
    ),
  'calls of tools that share an id': (size) =>
    chatAnswer([
      {
        index: 0,
        message: { role: 'assistant', content: null, tool_calls: list(size, (at) => call('same', at)) },
        finish_reason: 'stop',
      },
    ]),
  'log probabilities': (size) =>
    chatAnswer([
      {
        index: 0,
        message: { role: 'assistant', content: 'x' },
        finish_reason: 'stop',
        logprobs: { content: list(size, () => ({ token: 'x', logprob: -1, bytes: [120], top_logprobs: [] })) },
      },
    ]),
};
const messageAnswer = (content: readonly unknown[]) => ({
  id: 'msg',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
const messageAnswers: Readonly<Record<string, MakeBody>> = {
  blocks: (size) => messageAnswer(list(size, () => block('x y'))),
  'uses of tools that share an id': (size) =>
    messageAnswer(list(size, (at) => ({ type: 'tool_use', id: 'same', name: 'f', input: { at } }))),
  citations: (size) =>
    messageAnswer([
      { ...block('x'), citations: list(size, () => ({ type: 'char_location', cited_text: 'a b', document_index: 0 })) },
    ]),
};

const chatEvent = (data: object | '[DONE]'): SseEvent => ({
  event: null,
  data: data === '[DONE]' ? data : JSON.stringify(data),
});
const chunk = (delta: object, rest: object = {}, finish: string | null = null) =>
  chatEvent({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...rest,
  });
const chatStream = (events: readonly SseEvent[]) => [...events, chunk({}, {}, 'stop'), chatEvent('[DONE]')];
const choiceEvent = (index: number, delta: object, finish: string | null) =>
  chatEvent({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index, delta, finish_reason: finish }],
  });
const chatStreams: Readonly<Record<string, (size: number) => readonly SseEvent[]>> = {
  words: (size) => chatStream(list(size, () => chunk({ content: 'word ' }))),
  sentences: (size) => chatStream(list(size, () => chunk({ content: 'One sentence. Two. ' }))),
  'one text of line ends': (size) => chatStream([chunk({ content: '\n'.repeat(size * 20) })]),
  'one text without spaces': (size) => chatStream([chunk({ content: 'x'.repeat(size * 20) })]),
  'one text of full stops': (size) => chatStream([chunk({ content: '."'.repeat(size * 20) })]),
  'one text of digits': (size) => chatStream([chunk({ content: '1 '.repeat(size * 20) })]),
  'letters without spaces': (size) => chatStream(list(size, () => chunk({ content: 'xyz' }))),
  'fragments of arguments': (size) =>
    chatStream(
      list(size, () =>
        chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '"x' } }] }),
      ),
    ),
  'calls of tools': (size) =>
    chatStream(
      list(size, (index) =>
        chunk({ tool_calls: [{ index, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] }),
      ),
    ),
  choices: (size) => [
    ...list(size, (index) => choiceEvent(index, { content: 'no end of a sentence' }, null)),
    ...list(size, (index) => choiceEvent(index, {}, 'stop')),
    chatEvent('[DONE]'),
  ],
  'empty usage behind a large one': (size) =>
    chatStream([
      chunk({}, { usage: { details: list(size, () => 1) } }),
      ...list(size, () => chunk({}, { usage: null })),
    ]),
  'filter results behind large ones': (size) =>
    chatStream([
      chatEvent({ id: 'c', choices: [{ index: 0, delta: {}, content_filter_results: { list: list(size, () => 1) } }] }),
      ...list(size, () => chatEvent({ id: 'c', choices: [{ index: 0, delta: {}, content_filter_results: null }] })),
    ]),
};

const messageEvent = (data: { readonly type: string; readonly [key: string]: unknown }): SseEvent => ({
  event: data.type,
  data: JSON.stringify(data),
});
const messageStream = (events: readonly SseEvent[]) => [
  messageEvent({ type: 'message_start', message: messageAnswer([]) }),
  ...events,
  messageEvent({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 1 },
  }),
  messageEvent({ type: 'message_stop' }),
];
const blockEvents = (index: number, start: object, deltas: readonly object[]) => [
  messageEvent({ type: 'content_block_start', index, content_block: start }),
  ...deltas.map((delta) => messageEvent({ type: 'content_block_delta', index, delta })),
  messageEvent({ type: 'content_block_stop', index }),
];
const messageStreams: Readonly<Record<string, (size: number) => readonly SseEvent[]>> = {
  words: (size) =>
    messageStream(
      blockEvents(
        0,
        block(''),
        list(size, () => ({ type: 'text_delta', text: 'word ' })),
      ),
    ),
  'one text of line ends': (size) =>
    messageStream(blockEvents(0, block(''), [{ type: 'text_delta', text: '\n'.repeat(size * 20) }])),
  'one text without spaces': (size) =>
    messageStream(blockEvents(0, block(''), [{ type: 'text_delta', text: 'x'.repeat(size * 20) }])),
  blocks: (size) =>
    messageStream(list(size, (index) => blockEvents(index, block(''), [{ type: 'text_delta', text: 'x y' }])).flat()),
  'fragments of input': (size) =>
    messageStream(
      blockEvents(0, { type: 'tool_use', id: 'a', name: 'f', input: {} }, [
        { type: 'input_json_delta', partial_json: '{"a":"' },
        ...list(size, () => ({ type: 'input_json_delta', partial_json: 'x' })),
        { type: 'input_json_delta', partial_json: '"}' },
      ]),
    ),
  citations: (size) =>
    messageStream(
      blockEvents(
        0,
        block(''),
        list(size, () => ({ type: 'citations_delta', citation: { type: 'char_location', cited_text: 'a b' } })),
      ),
    ),
};

const embeddingRequests: Readonly<Record<string, MakeBody>> = {
  inputs: (size) => ({ model: 'm', input: list(size, (at) => `text ${at}`) }),
  tokens: (size) => ({ model: 'm', input: list(size, (at) => at) }),
};

/** Read, then redacted at many places at once, as the gateway does with findings. */
function requestWork(api: ProxyApi, bodies: Readonly<Record<string, MakeBody>>): GrowingWork[] {
  return Object.entries(bodies).map(([name, make]) => ({
    name: `${api.name}: a request with ${name}`,
    prepare(size) {
      const body = make(size);
      return () => {
        const parsed = api.parseRequest(body);
        if (!parsed.ok) throw new Error(parsed.error.message);
        const spans = parsed.request.parts
          .filter(({ into, form }) => into === 'input' && form === 'text')
          .map(({ start }) => ({ start, end: start + 1, type: 'x' }));
        return api.redactRequest(body, parsed.request.parts, spans);
      };
    },
  }));
}

function answerWork(api: ProxyApi, bodies: Readonly<Record<string, MakeBody>>): GrowingWork[] {
  return Object.entries(bodies).map(([name, make]) => ({
    name: `${api.name}: an answer with ${name}`,
    prepare(size) {
      const body = make(size);
      return () => {
        const parsed = api.parseResponse(body);
        if (!parsed.ok) throw new Error(parsed.reason);
        const spans = parsed.response.parts.map(({ start }) => ({ start, end: start + 1, type: 'x' }));
        return api.redactResponse(body, parsed.response.parts, spans);
      };
    },
  }));
}

function streamWork(
  name: string,
  stream: ProxyStream | null,
  streams: Readonly<Record<string, (size: number) => readonly SseEvent[]>>,
): GrowingWork[] {
  if (stream === null) throw new Error(`${name} does not stream`);
  return Object.entries(streams).flatMap(([shape, make]) => [
    {
      name: `${name}: a held stream with ${shape}`,
      prepare(size: number) {
        const events = make(size);
        return () => {
          const aggregated = stream.aggregate(events);
          if (aggregated.ok) stream.encode(aggregated.stream.body);
        };
      },
    },
    {
      name: `${name}: a stream in windows with ${shape}`,
      prepare(size: number) {
        const events = make(size);
        return () => releaseAll(stream, events);
      },
    },
  ]);
}

/** Releases windows like the gateway: all of an event before the next event. */
function releaseAll(stream: ProxyStream, events: readonly SseEvent[]): void {
  const releaser = stream.createWindowReleaser();
  for (const event of events) {
    const step = releaser.push(event);
    if (!step.ok) return;
    for (const { id } of step.windows) releaser.release(id);
  }
  releaser.finish();
}

function decoderWork(): GrowingWork[] {
  const { stream } = openAiChat;
  if (stream === null) throw new Error('chat completions stream');
  const shapes: Readonly<Record<string, (size: number) => readonly Uint8Array[]>> = {
    'one byte at a time': (size) => list(size * 5, () => Buffer.from('x')),
    'lines of one event': (size) => [Buffer.from('data: x\n'.repeat(size))],
    'events in one chunk': (size) => [Buffer.from('data: x\n\n'.repeat(size))],
    'carriage returns': (size) => list(size, () => Buffer.from('\r')),
    comments: (size) => list(size, () => Buffer.from(': x\n')),
  };
  return Object.entries(shapes).map(([name, make]) => ({
    name: `bytes of a stream: ${name}`,
    prepare(size) {
      const chunks = [Buffer.from('data: '), ...make(size)];
      return () => {
        const decoder = stream.createDecoder();
        for (const bytes of chunks) decoder.push(bytes);
        return decoder.finish();
      };
    },
  }));
}

/** Everything that the gateway reads of the proxied APIs. */
export const proxyWork: readonly GrowingWork[] = [
  ...requestWork(openAiChat, chatRequests),
  ...requestWork(anthropicMessages, messageRequests),
  ...requestWork(openAiEmbeddings, embeddingRequests),
  ...requestWork(openAiCompletions, completionRequests),
  ...requestWork(openAiResponses, responseRequests),
  ...answerWork(openAiCompletions, completionAnswers),
  ...answerWork(openAiResponses, responseAnswers),
  ...streamWork('openai-completions', openAiCompletions.stream, completionStreams),
  ...streamWork('openai-responses', openAiResponses.stream, responseStreams),
  ...answerWork(openAiChat, chatAnswers),
  ...answerWork(anthropicMessages, messageAnswers),
  ...streamWork('openai-chat', openAiChat.stream, chatStreams),
  ...streamWork('anthropic-messages', anthropicMessages.stream, messageStreams),
  ...decoderWork(),
];
