/** A stream reader for tests, written from WHATWG HTML 9.2.6 over a bare Node socket. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

export interface Message {
  /** Undefined if the message had no `id:` line. */
  readonly id: string | undefined;
  readonly event: string;
  readonly value: Record<string, unknown>;
  readonly data: Record<string, unknown>;
}

export interface Reader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly messages: readonly Message[];
  readonly comments: readonly string[];
  readonly retries: readonly string[];
  /** The id to resume with. */
  lastId(): string | undefined;
  /** Waits until the received messages match. */
  until(fits: (reader: Reader) => boolean): Promise<void>;
  /** Messages except heartbeats. */
  events(): readonly Message[];
  /** The whole answer, if it is not a stream. */
  body(): Promise<Record<string, unknown>>;
  readonly ended: Promise<unknown>;
  /** Stops reading and keeps the connection. */
  pause(): void;
  close(): void;
}

export async function openReader(url: string, headers: Record<string, string> = {}): Promise<Reader> {
  const call = request(url, { headers, agent: false });
  call.end();
  // `ended` reports it if the reader is cut off.
  call.on('error', () => {});
  const [answer]: [IncomingMessage] = (await once(call, 'response')) as [IncomingMessage];
  const [messages, comments, retries]: [Message[], string[], string[]] = [[], [], []];
  const listeners = new Set<() => void>();
  let text = '';
  let whole = '';
  let lastId: string | undefined;

  const take = (block: string): void => {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) comments.push(line.slice(1).trim());
      else fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart());
    }
    const [retry, data, id] = [fields.get('retry'), fields.get('data'), fields.get('id')];
    if (retry !== undefined) retries.push(retry);
    if (data === undefined) return;
    const value: Record<string, unknown> = JSON.parse(data);
    lastId = id ?? lastId;
    messages.push({ id, event: fields.get('event') ?? 'message', value, data: Object(value['data']) });
  };
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => {
    whole += chunk;
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    if (answer.statusCode === 200) for (const block of blocks) take(block);
    for (const listen of listeners) listen();
  });
  answer.on('error', () => {});
  const ended = new Promise((resolve) => answer.on('close', () => resolve(undefined)));

  const reader: Reader = {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    messages,
    comments,
    retries,
    ended,
    lastId: () => lastId,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const listen = () => {
          if (!fits(reader)) return;
          listeners.delete(listen);
          resolve();
        };
        listeners.add(listen);
        listen();
        void ended.then(() => (fits(reader) ? resolve() : reject(new Error(`it ended: ${comments.join(' | ')}`))));
      }),
    events: () => messages.filter(({ event }) => event !== 'heartbeat'),
    async body() {
      await ended;
      return JSON.parse(whole);
    },
    pause: () => answer.pause(),
    close: () => call.destroy(),
  };
  return reader;
}
