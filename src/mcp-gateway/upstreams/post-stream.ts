/** One POST that is answered by several results in an event stream, each taken before the next is read. */
import type { GuardedStream } from '../../platform/http/guarded-fetch.ts';
import { isUtf8 as isUtf8Type } from '../../platform/http/media-type.ts';
import type { JsonObject } from '../ports.ts';
import { maxMessageChars, type Reply } from './conversation.ts';
import { readMessages } from './json-rpc.ts';
import { notTaken, ofGuarded } from './outcome.ts';
import { accepted, maxBytes, notUtf8, type Open, type PostRequest, readText, tooLarge } from './post-message.ts';
import { EventTooLargeError, NotUtf8Error, readEvents } from './sse.ts';

export type StreamRequest = Omit<PostRequest, 'id' | 'onMessage' | 'resume' | 'isOurs'> & {
  readonly id: string | number;
  /** Takes a result. `stop`: no more is wanted. */
  readonly onResult: (result: JsonObject) => Promise<'go-on' | 'stop' | 'invalid'>;
};

const maxResults = 1_000;
const idleMs = 120_000;

/** Gives `ended` after the last result, or the reply that took its place. Never rejects for what the server does. */
export async function postStream(open: Open, sent: StreamRequest): Promise<{ readonly kind: 'ended' } | Reply> {
  const { url, headers, body, signal, timeoutMs } = sent;
  let stream: GuardedStream | undefined;
  try {
    stream = await open(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      accept: accepted,
      signal,
      timeoutMs,
      idleMs: Math.min(idleMs, timeoutMs),
      maxBytes,
    });
    return await readResults(stream, sent);
  } catch (error) {
    if (error instanceof EventTooLargeError) return tooLarge();
    if (error instanceof NotUtf8Error) return notUtf8();
    return ofGuarded(error, signal);
  } finally {
    await stream?.close();
  }
}

async function readResults(stream: GuardedStream, sent: StreamRequest): Promise<{ kind: 'ended' } | Reply> {
  const { status, headers } = stream;
  if (status === 401 || status === 403) return { kind: 'status', status, headers };
  if (status >= 500) return notTaken('upstream_unavailable', `the server answers with HTTP ${status}`);
  if (!isUtf8Type(headers['content-type'])) throw new NotUtf8Error();
  let count = 0;
  for await (const text of textsOf(stream)) {
    for (const message of readMessages(text) ?? []) {
      if (message.kind === 'error' && (message.id === sent.id || message.id == null)) return message;
      if (message.kind !== 'result' || message.id !== sent.id) continue;
      count += 1;
      if (count > maxResults) return { ...notTaken('flood', 'the agent sends too many events'), isRetryable: false };
      const next = await sent.onResult(message.result);
      if (next === 'invalid') return unreadable();
      if (next === 'stop') return { kind: 'ended' };
    }
  }
  if (count > 0) return { kind: 'ended' };
  return status >= 400 ? { kind: 'status', status, headers } : unreadable();
}

/** Texts that hold messages: events of the stream, or the one document of an agent that does not stream this. */
async function* textsOf(stream: GuardedStream): AsyncGenerator<string> {
  const type = stream.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === 'text/event-stream') {
    for await (const { data } of readEvents(stream.body, maxMessageChars)) if (data !== '') yield data;
    return;
  }
  const text = await readText(stream);
  if (text === undefined) throw new EventTooLargeError();
  yield text;
}

function unreadable() {
  return notTaken('mcp_invalid', 'the answer of the agent does not follow A2A');
}
