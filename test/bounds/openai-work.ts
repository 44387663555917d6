/** Requests, answers and streams of plain completions and responses in shapes that are costly to read, of any size. */
import type { SseEvent } from '../../src/gateway/proxy/api.ts';

type MakeBody = (size: number) => unknown;

const list = <Item>(size: number, toItem: (at: number) => Item): Item[] =>
  Array.from({ length: size }, (_, at) => toItem(at));
const user = { role: 'user', content: 'Hello' };

export const completionRequests: Readonly<Record<string, MakeBody>> = {
  prompts: (size) => ({ model: 'm', prompt: list(size, (at) => `text ${at}`) }),
};
const tokenLists = (size: number) => ({
  tokens: list(size, () => 'x'),
  token_logprobs: list(size, () => -1),
  top_logprobs: list(size, () => ({ x: -1, y: -2 })),
  text_offset: list(size, (at) => at),
});
export const completionAnswers: Readonly<Record<string, MakeBody>> = {
  choices: (size) => ({ choices: list(size, (index) => ({ index, text: 'x y', finish_reason: 'stop' })) }),
  'log probabilities': (size) => ({ choices: [{ index: 0, text: 'x', logprobs: tokenLists(size) }] }),
};
const completionEvent = (choice: object): SseEvent => ({
  event: null,
  data: JSON.stringify({ id: 'cmpl-1', choices: [{ index: 0, finish_reason: null, ...choice }] }),
});
export const completionStreams: Readonly<Record<string, (size: number) => readonly SseEvent[]>> = {
  words: (size) => [...list(size, () => completionEvent({ text: 'word ' })), { event: null, data: '[DONE]' }],
  'log probabilities': (size) => [
    ...list(size, () => completionEvent({ text: 'word ', logprobs: tokenLists(1) })),
    { event: null, data: '[DONE]' },
  ],
};

const outputText = (text: string) => ({ type: 'output_text', text, annotations: [] });
const functionCall = { type: 'function_call', id: 'fc', call_id: 'same', name: 'f', arguments: '{"at":"\\u0041"}' };
export const responseRequests: Readonly<Record<string, MakeBody>> = {
  messages: (size) => ({ model: 'm', input: list(size, (at) => ({ role: 'user', content: `text ${at}` })) }),
  'calls that share an id': (size) => ({ model: 'm', input: [user, ...list(size, () => functionCall)] }),
  'parts of one message': (size) => ({
    model: 'm',
    input: [{ role: 'user', content: list(size, () => ({ type: 'input_text', text: 'x' })) }],
  }),
};
export const responseAnswers: Readonly<Record<string, MakeBody>> = {
  items: (size) => ({ output: list(size, () => ({ type: 'message', content: [outputText('x y')] })) }),
  parts: (size) => ({ output: [{ type: 'message', content: list(size, () => outputText('x y')) }] }),
  calls: (size) => ({ output: list(size, () => functionCall) }),
  'repeated tools': (size) => ({ output: [], tools: list(size, () => ({ type: 'function', name: 'f' })) }),
};
const toEvents = (events: readonly object[]): SseEvent[] =>
  events.map((data) => ({ event: null, data: JSON.stringify(data) }));
const created = { type: 'response.created', response: { id: 'resp_1', output: [] } };
const inPart = (at: number) => ({ type: 'response.output_text.delta', output_index: 0, content_index: at });
/** One message of these parts, each told by its deltas. */
const toldMessage = (parts: readonly string[][]): SseEvent[] => {
  const item = { type: 'message', id: 'msg_1', content: parts.map((pieces) => outputText(pieces.join(''))) };
  return toEvents([
    created,
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    ...parts.flatMap((pieces, at) => pieces.map((delta) => ({ ...inPart(at), delta }))),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_1', output: [item] } },
  ]);
};
export const responseStreams: Readonly<Record<string, (size: number) => readonly SseEvent[]>> = {
  words: (size) => toldMessage([list(size, () => 'word ')]),
  sentences: (size) => toldMessage([list(size, () => 'One sentence. Two. ')]),
  parts: (size) => toldMessage(list(size, () => ['One.'])),
  items: (size) => {
    const items = list(size, () => ({ type: 'message', content: [outputText('One sentence. Two.')] }));
    const done = items.map((item, at) => ({ type: 'response.output_item.done', output_index: at, item }));
    return toEvents([created, ...done, { type: 'response.completed', response: { output: [] } }]);
  },
};
