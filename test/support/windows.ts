/** Builders and readers for window mode tests: streams of the APIs, a model that sends on command, proven Evidence. */
import type { ServerResponse } from 'node:http';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import type { Evidence } from '../../src/contract/evidence.ts';
import { checkEvidence } from '../../src/proof/evidence.ts';
import type { TestGateway } from './gateway.ts';
import { chunks, type ModelServer } from './model-server.ts';

export interface StreamedApi {
  readonly name: string;
  readonly path: string;
  readonly call: (content: string) => object;
  /** Frames before the text, for each piece of it, and after it. */
  readonly tell: (pieces: readonly string[]) => {
    readonly before: readonly string[];
    readonly pieces: readonly string[];
    readonly after: readonly string[];
  };
  /** Frames of an answer that is one tool call with these pieces of arguments. */
  readonly tellTool: (args: readonly string[]) => readonly string[];
  /** The text that a client reads: texts and tool arguments, joined. */
  readonly read: (stream: string) => string;
  /** Final mark of a complete stream. */
  readonly terminator: string;
  readonly deniedFinish: string;
  /** Windows beside those of the sentences: ids and heads before them, what ends the answer after them. */
  readonly besides: { readonly before: number; readonly after: number };
  /** How often the arguments of one call are told, each time whole. */
  readonly timesArguments: number;
}

const ask = (content: string) => ({ model: 'm', stream: true, messages: [{ role: 'user', content }] });

const chatFrame = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const openAi: StreamedApi = {
  name: 'OpenAI',
  path: '/v1/chat/completions',
  call: ask,
  tell(texts) {
    const frames = chunks(texts);
    return { before: frames.slice(0, 1), pieces: frames.slice(1, -2), after: frames.slice(-2) };
  },
  tellTool: (args) => [
    chatFrame({ role: 'assistant', content: null }),
    chatFrame({
      tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'send', arguments: '' } }],
    }),
    ...args.map((part) => chatFrame({ tool_calls: [{ index: 0, function: { arguments: part } }] })),
    chatFrame({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ],
  read: (stream) =>
    eventsOf(stream)
      .flatMap((event) => event.choices ?? [])
      .map(({ delta }) => `${delta.content ?? ''}${delta.tool_calls?.[0]?.function?.arguments ?? ''}`)
      .join(''),
  terminator: '"finish_reason":"stop"',
  deniedFinish: '"content_filter"',
  besides: { before: 1, after: 0 },
  timesArguments: 1,
};

const event = (type: string, rest: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
const emptyMessage = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const delta = (member: object) => event('content_block_delta', { index: 0, delta: member });
const messageEnd = (reason: string) => [
  event('content_block_stop', { index: 0 }),
  event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 2 } }),
  event('message_stop'),
];

const anthropic: StreamedApi = {
  name: 'Anthropic',
  path: '/v1/messages',
  call: (content) => ({ ...ask(content), max_tokens: 50 }),
  tell: (texts) => ({
    before: [
      event('message_start', { message: emptyMessage }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ],
    pieces: texts.map((text) => delta({ type: 'text_delta', text })),
    after: messageEnd('end_turn'),
  }),
  tellTool: (args) => [
    event('message_start', { message: emptyMessage }),
    event('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 't1', name: 'send', input: {} } }),
    ...args.map((part) => delta({ type: 'input_json_delta', partial_json: part })),
    ...messageEnd('tool_use'),
  ],
  read: (stream) =>
    eventsOf(stream)
      .map(({ delta: it }) => (typeof it === 'object' ? `${it.text ?? ''}${it.partial_json ?? ''}` : ''))
      .join(''),
  terminator: 'message_stop',
  deniedFinish: '"refusal"',
  besides: { before: 1, after: 0 },
  timesArguments: 1,
};

const responseOf = (item: object, status = 'completed') => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_763_900_000,
  model: 'm',
  status,
  output: status === 'completed' ? [item] : [],
});
const responseText = (text: string) => ({
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const firstOf = (item: object) => [
  event('response.created', { response: responseOf(item, 'in_progress') }),
  event('response.output_item.added', { output_index: 0, item }),
];
const lastOf = (item: object) => [
  event('response.output_item.done', { output_index: 0, item }),
  event('response.completed', { response: responseOf(item) }),
];

const responses: StreamedApi = {
  name: 'OpenAI responses',
  path: '/v1/responses',
  call: (input) => ({ model: 'm', stream: true, input }),
  tell: (texts) => ({
    before: firstOf({ ...responseText(''), content: [] }),
    pieces: texts.map((text) =>
      event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta: text }),
    ),
    after: lastOf(responseText(texts.join(''))),
  }),
  tellTool(args) {
    const item = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'send', arguments: args.join('') };
    return [...firstOf({ ...item, arguments: '' }), ...lastOf(item)];
  },
  read: (stream) =>
    eventsOf(stream)
      .map(({ delta: text }) => (typeof text === 'string' ? text : ''))
      .join(''),
  terminator: 'response.completed',
  deniedFinish: '"type":"error"',
  besides: { before: 2, after: 2 },
  timesArguments: 4,
};

export const streamedApis: readonly StreamedApi[] = [openAi, anthropic, responses];

interface AnyEvent {
  readonly choices?: readonly {
    readonly delta: {
      readonly content?: string | null;
      readonly tool_calls?: readonly { function?: { arguments?: string } }[];
    };
  }[];
  readonly delta?: string | { readonly text?: string; readonly partial_json?: string };
}

function eventsOf(stream: string): AnyEvent[] {
  const lines = stream.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line): AnyEvent => JSON.parse(line.slice('data: '.length)));
}

/** All frames of an answer in these pieces. */
export function framesOf(api: StreamedApi, pieces: readonly string[]): string[] {
  const told = api.tell(pieces);
  return [...told.before, ...told.pieces, ...told.after];
}

/** A stream without its comments, the input of `response_hash`. */
export function withoutComments(stream: string): string {
  return stream.replaceAll(/^:.*\n\n/gm, '');
}

/** The headers in the closing comment. */
export function closingOf(stream: string): Record<string, string> {
  return JSON.parse(/: assay (\{.*\})/.exec(stream)?.[1] ?? '{}');
}

export interface SpeakingModel {
  say(...frames: readonly string[]): void;
  end(): void;
  /** Breaks the connection in the middle of the answer. */
  breakOff(): void;
  /** Resolves when its connection is closed; true if its answer was incomplete. */
  readonly closed: Promise<boolean>;
}

/** Answers the next call with a stream under the test's control. */
export function nextCall(model: ModelServer): Promise<SpeakingModel> {
  return new Promise((resolve) => {
    model.answerWith((_call, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      resolve({
        say: (...frames) => response.write(frames.join('')),
        end: () => response.end(),
        breakOff: () => response.destroy(),
        closed: new Promise((closed) => response.once('close', () => closed(!response.writableFinished))),
      });
    });
  });
}

/** Reads a stream piece by piece. */
export function readerOf(response: Response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const more = async (): Promise<boolean> => {
    const part = await reader?.read();
    if (part?.value !== undefined) text += decoder.decode(part.value, { stream: true });
    return part?.done === false;
  };
  return {
    async until(isThere: (text: string) => boolean): Promise<string> {
      while (!isThere(text)) if (!(await more())) throw new Error(`the stream ended with: ${text}`);
      return text;
    },
    async toEnd(): Promise<string> {
      while (await more());
      return text;
    },
    cancel: () => reader?.cancel(),
  };
}

/** Every Evidence in the gateway's log, each proven with the keys of its chain. */
export async function provenEvidence(gateway: TestGateway): Promise<Evidence[]> {
  const [head = '', ...lines] = (await (await gateway.get('/v1/receipts/export')).text()).trim().split('\n');
  const records = lines.map((line) => JSON.parse(line));
  const { keys } = JSON.parse(head);
  const proven: Evidence[] = [];
  for (const { attachment } of records) {
    if (attachment === undefined) continue;
    const jws = Buffer.from(attachment, 'base64url').toString('latin1');
    const verdict = await checkEvidence(jws, {
      keys: () => ({
        jwk: { kty: 'OKP', crv: 'Ed25519', x: keys[0].public_key },
        keyAttestationHashes: [keys[0].attestation_hash],
      }),
      now: Date.now(),
      crypto: nodeProofCrypto,
    });
    if (!verdict.ok) throw new Error(`${verdict.reason}: ${verdict.message}`);
    proven.push(verdict.evidence);
  }
  return proven;
}
