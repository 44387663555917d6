/** One conversation of the demo through the gateway, as a client has it, and its result. */
import type { Conversation } from './conversations.ts';
import type { ModelServer } from './model-server.ts';

export interface DemoExchange {
  readonly conversation: Conversation;
  readonly status: number;
  /** From the headers of answers and refusals; empty if they are missing. */
  readonly decision: string;
  readonly evidenceId: string;
  /** Text that the model received; undefined if nothing reached it. */
  readonly received: string | undefined;
  /** The answer, or the message of the refusal. */
  readonly answer: string;
  /** Number of pieces of a streamed answer. */
  readonly pieces: number;
}

export interface ConversationDeps {
  readonly gatewayUrl: string;
  readonly model: ModelServer;
  readonly signal: AbortSignal | undefined;
}

const timeoutMs = 30_000;

/** Sends one conversation and reads its whole answer. */
export async function runConversation(conversation: Conversation, deps: ConversationDeps): Promise<DemoExchange> {
  const before = deps.model.received.length;
  const signals = [AbortSignal.timeout(timeoutMs), ...(deps.signal === undefined ? [] : [deps.signal])];
  const response = await fetch(`${deps.gatewayUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'demo-model',
      messages: [{ role: 'user', content: conversation.text }],
      ...(conversation.stream ? { stream: true } : {}),
    }),
    signal: AbortSignal.any(signals),
  });
  const text = await response.text();
  const pieces = conversation.stream ? readPieces(text) : [];
  return {
    conversation,
    status: response.status,
    decision: response.headers.get('x-assay-decision') ?? '',
    evidenceId: response.headers.get('x-assay-evidence-id') ?? '',
    received: deps.model.received[before],
    answer: pieces.length > 0 ? pieces.join('') : readWhole(text),
    pieces: pieces.length,
  };
}

function readWhole(text: string): string {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return textAt(body, ['choices', 0, 'message', 'content']) ?? textAt(body, ['error', 'message']) ?? '';
}

function readPieces(text: string): string[] {
  const events = text.split('\n\n').flatMap((event) => /^data: (\{.*\})$/m.exec(event)?.[1] ?? []);
  return events.flatMap((event) => textAt(JSON.parse(event), ['choices', 0, 'delta', 'content']) || []);
}

function textAt(value: unknown, path: readonly (string | number)[]): string | undefined {
  const found = path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), value);
  return typeof found === 'string' ? found : undefined;
}
