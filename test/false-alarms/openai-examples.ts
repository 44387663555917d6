/** Requests and answers of plain completions and responses, whole and assembled from streams. */
import { fill } from '../../src/auditors/secrets/made.fixture.ts';
import { openAiCompletions } from '../../src/gateway/proxy/openai-completions/api.ts';
import { openAiResponses } from '../../src/gateway/proxy/openai-responses/api.ts';
import { createSseDecoder } from '../../src/gateway/proxy/sse.ts';
import { completionEvents } from '../../src/gateway/upstream/echo-completions.ts';
import { echoResponseEvents } from '../../src/gateway/upstream/echo-responses.ts';
import { type Example, type Make, pick, toSchema, whole } from './examples.ts';
import { idTemplates, sentences, tools } from './ids.ts';

const head = { id: 'r', object: 'response', created_at: 1_763_900_000, model: 'gpt-4o', status: 'completed' };
const textItem = (id: string, text = 'It is sunny.') => ({
  type: 'message',
  id,
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});

const responsesRequest = (rest: object, items: readonly object[] = []): Example => ({
  api: openAiResponses,
  phase: 'request',
  body: {
    model: 'gpt-4o',
    input: [{ role: 'user', content: 'What is the weather like in Paris today?' }, ...items],
    ...rest,
  },
});

const responsesAnswer = (rest: object, items: readonly object[] = []): Example => ({
  api: openAiResponses,
  phase: 'response',
  body: { ...head, output: [textItem('m'), ...items], ...rest },
});

const completionsAnswer = (rest: object): Example => ({
  api: openAiCompletions,
  phase: 'response',
  body: {
    id: 'c',
    object: 'text_completion',
    created: 1_763_900_000,
    model: 'gpt-4o',
    choices: [{ index: 0, text: 'It is sunny.', logprobs: null, finish_reason: 'stop' }],
    ...rest,
  },
});

/** Places of an id. */
const places = {
  responseId: (id: string) => responsesAnswer({ id }),
  itemId: (id: string) => responsesAnswer({ output: [textItem(id)] }),
  previousId: (id: string) => responsesAnswer({ previous_response_id: id }),
  itemCallId: (id: string) =>
    responsesAnswer({}, [
      { type: 'function_call', id: 'f', call_id: id, name: 'get_weather', arguments: '{"city":"Paris"}' },
    ]),
  itemHistory: (id: string) =>
    responsesRequest({}, [
      { type: 'function_call', call_id: id, name: 'get_weather', arguments: '{"city":"Paris"}' },
      { type: 'function_call_output', call_id: id, output: 'sunny' },
    ]),
  itemMetadata: (value: string) => responsesRequest({ metadata: { run: value } }),
  completionId: (id: string) => completionsAnswer({ id }),
} as const satisfies Readonly<Record<string, (value: string) => Example>>;

const said = { model: 'gpt-4o', created: 1_763_900_000, tokens: { input: 9, output: 12 } };

/** The answer of a stream, as the gateway assembles it. */
function assemble({ stream, ...api }: Pick<Example['api'], 'stream' | 'name'>, frames: Iterable<string>): unknown {
  const decoded = createSseDecoder().push(Buffer.from([...frames].join('')));
  const result = decoded.ok ? stream?.aggregate(decoded.events) : undefined;
  if (result?.ok !== true) throw new Error(`a stream of ${api.name} cannot be read`);
  return result.stream.body;
}

/** A streamed answer with this text, of one API or the other. */
function streamedAnswer(at: number, text: string): Example {
  return at % 2 === 0
    ? {
        api: openAiResponses,
        phase: 'response',
        body: assemble(openAiResponses, echoResponseEvents({ ...said, text, id: 'r', previous: null })),
      }
    : {
        api: openAiCompletions,
        phase: 'response',
        body: assemble(openAiCompletions, completionEvents({ ...said, text }, {})),
      };
}

const placesOf = {
  'ids of messages': ['responseId', 'itemId', 'previousId'],
  'ids of chat completions': ['completionId'],
  'ids of calls of tools': ['itemCallId', 'itemHistory'],
  UUIDs: ['responseId', 'itemId', 'itemCallId'],
  'ids of sessions': ['itemMetadata'],
} as const satisfies Readonly<Partial<Record<keyof typeof idTemplates, readonly (keyof typeof places)[]>>>;

const ids = Object.entries(placesOf).map(([kind, names]): readonly [string, Make] => [
  `${kind}, responses`,
  (at, random) => {
    const templates = idTemplates[kind as keyof typeof placesOf];
    const name = names[Math.floor(at / templates.length) % names.length] ?? 'responseId';
    return places[name](fill(templates[at % templates.length] ?? '', random));
  },
]);

/** Every kind of example of these APIs with the function that makes it. */
export const openAiKinds: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(ids),
  'definitions of tools, responses': (at, random) => {
    const list = Array.from({ length: 1 + whole(4, random) }, () => pick(tools, random));
    const defined = list.map(([name, description, parameters]) => ({
      type: 'function',
      name,
      description,
      parameters: toSchema(parameters, random),
      strict: true,
    }));
    return at % 2 === 0 ? responsesRequest({ tools: defined }) : responsesAnswer({ tools: defined });
  },
  'streamed completions and responses': (at, random) => streamedAnswer(at, pick(sentences, random).join('')),
};
