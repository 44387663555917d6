/** A webhook receiver for tests, and a signature check written from the standard, independent of the signer. */
import { webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly path: string;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Current calls, and their maximum. */
  readonly load: { now: number; most: number };
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

export const ok: Answer = (_request, response) => response.writeHead(204).end();
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end();
export const hang: Answer = () => {};

export async function openReceiver(first: Answer = ok): Promise<Receiver> {
  const received: Received[] = [];
  const load = { now: 0, most: 0 };
  const sockets = new Set<Socket>();
  let answer = first;
  const server = createServer(async (request, response) => {
    load.now += 1;
    load.most = Math.max(load.most, load.now);
    response.on('close', () => {
      load.now -= 1;
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ headers, body: Buffer.concat(chunks).toString('utf8'), path: request.url ?? '' });
    answer(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    load,
    answerWith(next) {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/**
 * Counts the signatures by this secret. Standard Webhooks: a `whsec_` secret is base64 of the key; the header is a list of
 * `v1,<base64>` separated by spaces, each an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`.
 */
export async function countSignatures(secret: string, { headers, body }: Received): Promise<number> {
  if (!secret.startsWith('whsec_')) throw new Error('this is no secret of the standard');
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (letter) => letter.charCodeAt(0));
  const key = await webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const text = new TextEncoder().encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  let count = 0;
  for (const item of (headers['webhook-signature'] ?? '').split(' ')) {
    const [version, base64 = ''] = item.split(',');
    const signature = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    if (version === 'v1' && (await webcrypto.subtle.verify('HMAC', key, signature, text))) count += 1;
  }
  return count;
}
