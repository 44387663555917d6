/** The built-in model in the form of the responses API. */
import { type EchoSaid, lastUserText, words } from './echo-texts.ts';

const itemId = 'msg_echo';

/** An answer with its id, and the id of the response that it continues. */
export interface EchoResponse extends EchoSaid {
  readonly id: string;
  readonly previous: unknown;
}

/** The text that the caller sent: the input itself, or the last message of the user in it. */
export function inputText({ input }: Record<string, unknown>): string {
  return typeof input === 'string' ? input : lastUserText(input);
}

export function echoResponse(said: EchoResponse) {
  return { ...head(said), status: 'completed', output: [message(said.text)], usage: usageOf(said) };
}

/** The events of the same answer. */
export function* echoResponseEvents(said: EchoResponse): Generator<string> {
  let number = 0;
  const event = (type: string, rest: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...rest })}\n\n`;
  const { text } = said;
  const response = { ...head(said), status: 'in_progress', output: [], usage: null };
  const at = { item_id: itemId, output_index: 0, content_index: 0 };
  yield event('response.created', { response });
  yield event('response.in_progress', { response });
  yield event('response.output_item.added', {
    output_index: 0,
    item: { ...message(''), status: 'in_progress', content: [] },
  });
  yield event('response.content_part.added', { ...at, part: part('') });
  for (const delta of words(text)) yield event('response.output_text.delta', { ...at, delta, logprobs: [] });
  yield event('response.output_text.done', { ...at, text, logprobs: [] });
  yield event('response.content_part.done', { ...at, part: part(text) });
  yield event('response.output_item.done', { output_index: 0, item: message(text) });
  yield event('response.completed', { response: echoResponse(said) });
}

function head({ id, model, created, previous }: EchoResponse) {
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
    previous_response_id: previous,
    temperature: null,
    top_p: null,
    tool_choice: 'auto',
    tools: [],
  };
}

function usageOf({ tokens: { input, output } }: EchoSaid) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

function message(text: string) {
  return { type: 'message', id: itemId, status: 'completed', role: 'assistant', content: [part(text)] };
}

function part(text: string) {
  return { type: 'output_text', text, annotations: [] };
}
