/** The model behind the demo's gateway. It repeats and records its input, so that the demo can show what arrived. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface ModelServer {
  readonly url: string;
  /** Text of the last user message of every call, in order. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

const maxBodyBytes = 1024 * 1024;
const modelName = 'demo-model';

/** Listens on a free port of loopback. */
export async function startModelServer(now: () => number): Promise<ModelServer> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response, received, Math.floor(now() / 1000)).catch((error: unknown) => {
      // The gateway sees a broken model server, and the demo an unexpected refusal.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model server does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  received: string[],
  created: number,
): Promise<void> {
  const body: unknown = JSON.parse(await readBody(request));
  const asked = lastUserText(body);
  received.push(asked);
  const text = `You asked: ${asked}`;
  if (Reflect.get(Object(body), 'stream') === true) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of toEvents(text, created)) response.write(event);
    response.end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(toCompletion(text, created)));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Uint8Array = chunk;
    size += bytes.byteLength;
    if (size > maxBodyBytes) throw new RangeError('the body is too large for the demo');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function lastUserText(body: unknown): string {
  const messages: unknown = Reflect.get(Object(body), 'messages');
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content: unknown = Reflect.get(Object(last), 'content');
  if (typeof content !== 'string') throw new TypeError('the demo sends only plain text');
  return content;
}

function toCompletion(text: string, created: number) {
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    id: 'chatcmpl-demo',
    object: 'chat.completion',
    created,
    model: modelName,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  };
}

function* toEvents(text: string, created: number): Generator<string> {
  const head = { id: 'chatcmpl-demo', object: 'chat.completion.chunk', created, model: modelName };
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  yield chunk({ role: 'assistant', content: '' }, null);
  for (const word of text.match(/\s*\S+/g) ?? []) yield chunk({ content: word }, null);
  yield chunk({}, 'stop');
  yield 'data: [DONE]\n\n';
}
