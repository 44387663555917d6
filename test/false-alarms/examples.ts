/** Bodies like the traffic of real clients and providers: each contains one id, name, number or definition to be judged. */
import { fill, type Random, seeded, signs } from '../../src/auditors/secrets/made.fixture.ts';
import { anthropicMessages } from '../../src/gateway/proxy/anthropic-messages/api.ts';
import type { ProxyApi } from '../../src/gateway/proxy/api.ts';
import { openAiChat } from '../../src/gateway/proxy/openai-chat/api.ts';
import { alternatives, idTemplates, sentences, stops, tools } from './ids.ts';

/** A body as one side sent it. */
export interface Example {
  readonly api: ProxyApi;
  readonly phase: 'request' | 'response';
  readonly body: unknown;
}

/** Makes the example of a number. */
export type Make = (at: number, random: Random) => Example;

const question = { role: 'user', content: 'What is the weather like in Paris today?' };
const chatRequest = (rest: object): Example => ({
  api: openAiChat,
  phase: 'request',
  body: { model: 'gpt-4o', messages: [question], ...rest },
});
const chatAnswer = (rest: object, message: object = {}, choice: object = {}): Example => ({
  api: openAiChat,
  phase: 'response',
  body: {
    id: 'c',
    object: 'chat.completion',
    created: 1_763_900_000,
    model: 'gpt-4o',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'It is sunny.', ...message },
        finish_reason: 'stop',
        ...choice,
      },
    ],
    ...rest,
  },
});
const messagesRequest = (rest: object): Example => ({
  api: anthropicMessages,
  phase: 'request',
  body: { model: 'claude-sonnet-4-5', max_tokens: 1024, messages: [question], ...rest },
});
const messagesAnswer = (rest: object, content: readonly object[] = []): Example => ({
  api: anthropicMessages,
  phase: 'response',
  body: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text: 'It is sunny.' }, ...content],
    stop_sequence: null,
    ...rest,
  },
});

/** Places of an id. Each kind of id is tried at each of its places in turn. */
const places = {
  chatAnswerId: (id: string) => chatAnswer({ id }),
  fingerprint: (id: string) => chatAnswer({ system_fingerprint: id }),
  calledAnswer: (id: string) =>
    chatAnswer(
      {},
      { tool_calls: [{ id, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }] },
    ),
  calledHistory: (id: string) =>
    chatRequest({
      messages: [
        question,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: id, content: 'sunny' },
      ],
    }),
  usedAnswer: (id: string) =>
    messagesAnswer({}, [{ type: 'tool_use', id, name: 'get_weather', input: { city: 'Paris' } }]),
  messageId: (id: string) => messagesAnswer({ id }),
  containerId: (id: string) => messagesAnswer({ container: { id, expires_at: '2026-11-23T17:00:00Z' } }),
  containerTime: (at: string) => messagesAnswer({ container: { id: 'container_1', expires_at: at } }),
  groqId: (id: string) => chatAnswer({ x_groq: { id } }),
  unknownAnswer: (value: string) => chatAnswer({ service_request_id: value }),
  user: (user: string) => chatRequest({ user }),
  safety: (id: string) => chatRequest({ safety_identifier: id }),
  userId: (id: string) => messagesRequest({ metadata: { user_id: id } }),
  metadata: (value: string) => chatRequest({ metadata: { run: value, environment: 'prod' } }),
  cacheKey: (key: string) => chatRequest({ prompt_cache_key: key }),
  unknownRequest: (value: string) => chatRequest({ extra: { ref: value } }),
  model: (model: string) => chatRequest({ model }),
  answeredModel: (model: string) => chatAnswer({ model }),
  participant: (name: string) => chatRequest({ messages: [{ ...question, name }] }),
} as const satisfies Readonly<Record<string, (value: string) => Example>>;

type PlaceName = keyof typeof places;

const placesOf: Readonly<Record<keyof typeof idTemplates, readonly PlaceName[]>> = {
  'ids of chat completions': ['chatAnswerId'],
  'ids of messages': ['messageId'],
  fingerprints: ['fingerprint'],
  'ids of calls of tools': ['calledAnswer', 'calledHistory', 'usedAnswer'],
  'ids of requests': ['groqId', 'unknownAnswer'],
  'ids of files and containers': ['containerId', 'unknownRequest'],
  UUIDs: ['chatAnswerId', 'user', 'metadata', 'unknownAnswer'],
  'ids that sort': ['messageId', 'userId', 'metadata', 'unknownAnswer'],
  'ids of traces': ['metadata', 'unknownAnswer', 'unknownRequest'],
  digests: ['safety', 'cacheKey', 'unknownAnswer', 'metadata'],
  'ids of users': ['user', 'safety', 'userId'],
  'ids of sessions': ['metadata', 'user', 'unknownRequest'],
  'names of models': ['model', 'answeredModel'],
  times: ['containerTime', 'metadata'],
  'cache keys': ['cacheKey'],
  'names of participants': ['participant'],
  'versions and places': ['metadata', 'unknownAnswer'],
};

export const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('the list is empty');
  return item;
};

const ids: Readonly<Record<string, Make>> = Object.fromEntries(
  Object.entries(idTemplates).map(([kind, templates]) => [
    kind,
    (at: number, random: Random) => {
      const names = placesOf[kind as keyof typeof idTemplates];
      const template = templates[at % templates.length] ?? '';
      const place = names[Math.floor(at / templates.length) % names.length] ?? 'metadata';
      return places[place](fill(template, random));
    },
  ]),
);

export const whole = (most: number, random: Random): number => Math.floor(random() * most);

export function toSchema(parameters: Readonly<Record<string, string>>, random: Random): object {
  const names = Object.keys(parameters);
  const properties = names.map((name) => [
    name,
    { type: pick(['string', 'integer', 'array'], random), description: parameters[name] },
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: Object.fromEntries(properties),
    required: names.slice(0, 1 + whole(names.length, random)),
    additionalProperties: false,
  };
}

const definitions: Readonly<Record<string, Make>> = {
  'definitions of tools, chat completions': (_at, random) => {
    const list = Array.from({ length: 1 + whole(4, random) }, () => pick(tools, random));
    return chatRequest({
      tools: list.map(([name, description, parameters]) => ({
        type: 'function',
        function: { name, description, parameters: toSchema(parameters, random), strict: true },
      })),
      tool_choice: pick(['auto', 'required', { type: 'function', function: { name: 'get_weather' } }], random),
    });
  },
  'definitions of tools, messages': (_at, random) => {
    const list = Array.from({ length: 1 + whole(4, random) }, () => pick(tools, random));
    return messagesRequest({
      tools: list.map(([name, description, parameters]) => ({
        name,
        description,
        input_schema: toSchema(parameters, random),
      })),
      tool_choice: { type: 'auto' },
    });
  },
  'names and arguments of called tools': (at, random) => {
    const [name, , parameters] = pick(tools, random);
    const given = Object.fromEntries(
      Object.keys(parameters).map((key) => [key, `${key.slice(0, 4)}-${whole(9_999, random)}`]),
    );
    const id = `call_${signs('a', 24, random)}`;
    return at % 2 === 0
      ? chatAnswer({}, { tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(given) } }] })
      : messagesAnswer({}, [{ type: 'tool_use', id, name, input: given }]);
  },
  'schemas of answers': (_at, random) => {
    const [name, , parameters] = pick(tools, random);
    const schema = toSchema(parameters, random);
    return chatRequest({ response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } });
  },
};

const measures: Readonly<Record<string, Make>> = {
  'counters of tokens and seconds': (at, random) => {
    const [input, output] = [whole(200_000, random), whole(16_000, random)];
    const seconds = () => random() * 3;
    return at % 2 === 0
      ? chatAnswer({
          created: 1_700_000_000 + whole(90_000_000, random),
          usage: {
            prompt_tokens: input,
            completion_tokens: output,
            total_tokens: input + output,
            cost: random() / 100,
            queue_time: seconds(),
            prompt_time: seconds(),
            completion_time: seconds(),
            total_time: seconds(),
            prompt_tokens_details: { cached_tokens: whole(input + 1, random), audio_tokens: 0 },
            time_info: { created: 1_763_900_000 + random() * 1e6, queue: seconds() },
            avg_logprob: -random() * 4,
          },
        })
      : messagesAnswer({
          usage: {
            input_tokens: input,
            output_tokens: output,
            cache_creation_input_tokens: whole(9_000, random),
            cache_read_input_tokens: whole(9_000, random),
            service_tier: 'standard',
            server_tool_use: { web_search_requests: whole(5, random) },
          },
        });
  },
  'log-probabilities': (_at, random) => {
    const said = pick(sentences, random);
    const entry = (token: string) => ({ token, logprob: -random() * 20, bytes: [...Buffer.from(token)] });
    const content = said.map((token) => ({
      ...entry(token),
      top_logprobs: [token, pick(alternatives, random), pick(alternatives, random)].map(entry),
    }));
    return chatAnswer({}, { content: said.join('') }, { logprobs: { content, refusal: null } });
  },
  'settings of a request': (_at, random) =>
    chatRequest({
      temperature: Math.round(random() * 20) / 10,
      top_p: 0.95,
      seed: whole(2 ** 31, random),
      n: 1,
      max_tokens: whole(32_000, random),
      stop: [pick(stops, random), pick(stops, random)],
      logit_bias: { [String(whole(200_000, random))]: -100, [String(whole(200_000, random))]: 5 },
    }),
  'stop sequences': (_at, random) => messagesRequest({ stop_sequences: [pick(stops, random), pick(stops, random)] }),
  'sealed thoughts and signatures': (at, random) =>
    at % 2 === 0
      ? messagesAnswer({}, [
          {
            type: 'thinking',
            thinking: 'The user asks for the weather.',
            signature: `Eq${signs('b', 298 + whole(400, random), random)}==`,
          },
        ])
      : messagesAnswer({}, [{ type: 'redacted_thinking', data: `Em${signs('b', 600, random)}=` }]),
  'sources of an answer': (_at, random) => {
    const url = `https://www.example${whole(90, random)}.org/2026/11/${1 + whole(28, random)}/${signs('z', 8, random)}-report?id=${whole(1e7, random)}`;
    const title = pick(
      ['Weather in Paris', 'Opening hours of the museum', 'Release notes 4.2', 'Annual report 2025'],
      random,
    );
    return chatAnswer(
      { citations: [url] },
      { annotations: [{ type: 'url_citation', url_citation: { start_index: 0, end_index: 12, url, title } }] },
    );
  },
};

/** Every kind of example with the function that makes it. */
export const kinds: Readonly<Record<string, Make>> = { ...ids, ...definitions, ...measures };

/** Makes examples, equally many of each kind; deterministic. */
export function makeExamples(
  count: number,
  seed: number,
  of: Readonly<Record<string, Make>> = kinds,
): (Example & { readonly kind: string })[] {
  const random = seeded(seed);
  const names = Object.keys(of);
  return Array.from({ length: count }, (_, index) => {
    const kind = names[index % names.length] ?? '';
    const make = of[kind];
    if (make === undefined) throw new Error(`there is no kind ${kind}`);
    return { kind, ...make(Math.floor(index / names.length), random) };
  });
}
