/** Reads a server's own notifications over HTTP: `subscriptions/listen` (2026-07-28), or the stream of a session. */
import type { GuardedStream } from '../../platform/http/guarded-fetch.ts';
import { isUtf8 } from '../../platform/http/media-type.ts';
import { type Listening, maxMessageChars, type Reply } from './conversation.ts';
import { readMessages, toRequest } from './json-rpc.ts';
import { modernHeaders, toParams } from './modern.ts';
import { ofGuarded } from './outcome.ts';
import { notUtf8, type Open, post } from './post-message.ts';
import { EventTooLargeError, NotUtf8Error, readEvents } from './sse.ts';

export interface ListenStream {
  readonly url: string;
  readonly open: Open;
  readonly listening: Listening;
  /** Id of the 2026-07-28 request; undefined for a session's stream. */
  readonly id: string | undefined;
}

type Ended = { readonly kind: 'ended' | 'none' } | Reply;

export function listenParams(uris: readonly string[]) {
  const lists = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  return { notifications: { ...lists, ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }) } };
}

export async function readListening({ url, open, listening, id }: ListenStream): Promise<Ended> {
  if (id === undefined) return readGet({ url, open, listening });
  const method = 'subscriptions/listen';
  const ask = { params: listenParams(listening.uris), traceparent: '', clientCapabilities: {}, onProgress: undefined };
  const reply = await post(open, {
    url,
    id,
    body: toRequest(id, method, toParams('modern', id, ask)),
    headers: { ...listening.headers, ...modernHeaders({ method, params: {} }) },
    signal: listening.signal,
    timeoutMs: listening.timeoutMs,
    onMessage(message) {
      if (message.kind === 'notification') listening.onNotification(message.method, message.params);
      return true;
    },
  });
  if (reply.kind === 'result') return { kind: 'ended' };
  const isUnknown = reply.kind === 'error' && (reply.code === -32601 || reply.code === -32602);
  return isUnknown || (reply.kind === 'status' && isNone(reply.status)) ? { kind: 'none' } : reply;
}

async function readGet({ url, open, listening }: Omit<ListenStream, 'id'>): Promise<Ended> {
  const { headers, signal, timeoutMs, onNotification } = listening;
  let stream: GuardedStream | undefined;
  try {
    const bounds = { accept: ['text/event-stream'], timeoutMs, maxBytes: 64 * 1024 * 1024 };
    stream = await open(url, { method: 'GET', headers, signal, ...bounds });
    if (isNone(stream.status)) return { kind: 'none' };
    if (stream.status >= 400) return { kind: 'status', status: stream.status, headers: stream.headers };
    if (!isUtf8(stream.headers['content-type'])) return notUtf8();
    for await (const event of readEvents(stream.body, maxMessageChars)) {
      if (event.type !== 'message') continue;
      for (const message of readMessages(event.data) ?? []) {
        if (message.kind === 'notification') onNotification(message.method, message.params);
      }
    }
    return { kind: 'ended' };
  } catch (error) {
    if (error instanceof EventTooLargeError) return { kind: 'ended' };
    if (error instanceof NotUtf8Error) return notUtf8();
    return ofGuarded(error, signal);
  } finally {
    await stream?.close();
  }
}

function isNone(status: number): boolean {
  return status === 405 || status === 501;
}
