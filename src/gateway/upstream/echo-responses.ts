/** The built-in model in the form of the responses API. */
import { lastUserText } from './echo-texts.ts';

const id = 'resp_echo';
const itemId = 'msg_echo';

/** The text that the caller sent: the input itself, or the last message of the user in it. */
export function inputText({ input }: Record<string, unknown>): string {
  return typeof input === 'string' ? input : lastUserText(input);
}

export function echoResponse(text: string, model: string, created: number) {
  return { ...head(model, created), status: 'completed', output: [message(text)], usage: noTokens };
}

/** The events of the same answer. */
export function* echoResponseEvents(pieces: readonly string[], model: string, created: number): Generator<string> {
  let number = 0;
  const event = (type: string, rest: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...rest })}\n\n`;
  const text = pieces.join('');
  const response = { ...head(model, created), status: 'in_progress', output: [], usage: null };
  const at = { item_id: itemId, output_index: 0, content_index: 0 };
  yield event('response.created', { response });
  yield event('response.in_progress', { response });
  yield event('response.output_item.added', {
    output_index: 0,
    item: { ...message(''), status: 'in_progress', content: [] },
  });
  yield event('response.content_part.added', { ...at, part: part('') });
  for (const delta of pieces) yield event('response.output_text.delta', { ...at, delta, logprobs: [] });
  yield event('response.output_text.done', { ...at, text, logprobs: [] });
  yield event('response.content_part.done', { ...at, part: part(text) });
  yield event('response.output_item.done', { output_index: 0, item: message(text) });
  yield event('response.completed', { response: echoResponse(text, model, created) });
}

function head(model: string, created: number) {
  return {
    id,
    object: 'response',
    created_at: created,
    model,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: null,
    top_p: null,
    tool_choice: 'auto',
    tools: [],
  };
}

const noTokens = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

function message(text: string) {
  return { type: 'message', id: itemId, status: 'completed', role: 'assistant', content: [part(text)] };
}

function part(text: string) {
  return { type: 'output_text', text, annotations: [] };
}
