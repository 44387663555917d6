/** The built-in model in the form of the messages API. */
import { type EchoSaid, words } from './echo-texts.ts';

export function anthropicMessage({ text, model, tokens }: EchoSaid) {
  return {
    id: 'msg_echo',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  };
}

export function* anthropicEvents(said: EchoSaid): Generator<string> {
  const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const { input, output } = said.tokens;
  const begun = { content: [], stop_reason: null, usage: { input_tokens: input, output_tokens: 0 } };
  yield event('message_start', { message: { ...anthropicMessage(said), ...begun } });
  yield event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  for (const word of words(said.text)) {
    yield event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: word } });
  }
  yield event('content_block_stop', { index: 0 });
  yield event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: output },
  });
  yield event('message_stop', {});
}
