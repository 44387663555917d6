/** The built-in model in the form of chat completions and plain completions. */
import { type EchoSaid, words } from './echo-texts.ts';

export function promptText({ prompt }: Record<string, unknown>): string {
  const prompts: unknown[] = Array.isArray(prompt) ? prompt : [prompt];
  return prompts.filter((one) => typeof one === 'string').join('\n');
}

export function completion(said: EchoSaid, finish: string) {
  return { ...plainPiece(said, said.text, finish), usage: usageOf(said) };
}

export function* completionEvents(said: EchoSaid, body: Record<string, unknown>): Generator<string> {
  for (const word of words(said.text)) yield data(plainPiece(said, word, null));
  yield data(plainPiece(said, '', 'stop'));
  if (wantsUsage(body)) yield data({ ...plainPiece(said, '', null), choices: [], usage: usageOf(said) });
  yield 'data: [DONE]\n\n';
}

function plainPiece({ created, model }: EchoSaid, text: string, finish: string | null) {
  const choices = [{ text, index: 0, logprobs: null, finish_reason: finish }];
  return { id: 'cmpl-echo', object: 'text_completion', created, model, choices };
}

export function openAiCompletion(said: EchoSaid) {
  const { created, model, text } = said;
  return {
    id: 'chatcmpl-echo',
    object: 'chat.completion',
    created,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: usageOf(said),
  };
}

export function* openAiEvents(said: EchoSaid, body: Record<string, unknown>): Generator<string> {
  const { created, model } = said;
  const head = { id: 'chatcmpl-echo', object: 'chat.completion.chunk', created, model };
  const chunk = (delta: object, finish: string | null) =>
    data({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
  yield chunk({ role: 'assistant', content: '' }, null);
  for (const word of words(said.text)) yield chunk({ content: word }, null);
  yield chunk({}, 'stop');
  if (wantsUsage(body)) yield data({ ...head, choices: [], usage: usageOf(said) });
  yield 'data: [DONE]\n\n';
}

function usageOf({ tokens: { input, output } }: EchoSaid) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** As in the API, a stream has its usage where the caller asks for it. */
function wantsUsage({ stream_options: options }: Record<string, unknown>): boolean {
  return Reflect.get(Object(options), 'include_usage') === true;
}

function data(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
