/**
 * One POST of streamable HTTP and its answer: JSON, or an event stream that contains the answer. It serves both
 * protocol eras; the caller sets the headers.
 */
import { isUtf8 } from 'node:buffer';
import type { GuardedClient, GuardedStream } from '../../platform/http/guarded-fetch.ts';
import { isUtf8 as isUtf8Type } from '../../platform/http/media-type.ts';
import { type Failed, failed, maxMessageChars, type Reply } from './conversation.ts';
import { type Message, type RequestId, readMessages } from './json-rpc.ts';
import { notTaken, ofGuarded } from './outcome.ts';
import { EventTooLargeError, NotUtf8Error, readEvents } from './sse.ts';

export type Open = GuardedClient['open'];

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Undefined for messages without an answer. */
  readonly id: RequestId | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** One of our own services: its "busy" is trusted to mean that nothing was done. */
  readonly isOurs?: boolean;
  /** Takes everything but the answer. @returns false when it is too much */
  readonly onMessage: (message: Message) => boolean;
  /** Resumes a stream that ended too early by the id of its last event (before 2026-07-28). */
  readonly resume?: ((lastId: string, retryMs: number | undefined) => Promise<GuardedStream | undefined>) | undefined;
}

/** With status and headers of the answer, where there was one. */
export type PostResult = Reply & {
  readonly answerStatus?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
};

export const accepted = ['application/json', 'text/event-stream'];
/** Bound of a whole answer, with all messages before it. */
export const maxBytes = 2 * maxMessageChars;
const idleMs = 120_000;
const maxResumed = 5;

/** Never rejects for what the server does. */
export async function post(open: Open, sent: PostRequest): Promise<PostResult> {
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
    const reply = await readReply(stream, sent);
    return { ...reply, answerStatus: stream.status, answerHeaders: stream.headers };
  } catch (error) {
    if (error instanceof EventTooLargeError) return tooLarge();
    if (error instanceof NotUtf8Error) return notUtf8();
    return ofGuarded(error, signal);
  } finally {
    await stream?.close();
  }
}

async function readReply(stream: GuardedStream, sent: PostRequest): Promise<Reply> {
  const { status, headers } = stream;
  // The body is not read: the code that holds the credential handles these.
  if (status === 401 || status === 403) return { kind: 'status', status, headers };
  if (status === 503 && sent.isOurs === true && (await isBusy(stream))) return busy();
  if (status >= 500) return notTaken('upstream_unavailable', `the server answers with HTTP ${status}`);
  if (!isUtf8Type(headers['content-type'])) throw new NotUtf8Error();
  const isStream = headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'text/event-stream';
  if (status < 300 && isStream) return readStream(stream, sent);
  const text = await readText(stream);
  if (text === undefined) return tooLarge();
  const messages = readMessages(text) ?? [];
  const answer = findAnswer(messages, sent, status >= 400);
  if (answer !== undefined) return answer;
  if (status >= 400) return { kind: 'status', status, headers };
  if (sent.id === undefined) return { kind: 'result', result: {} };
  return notTaken('mcp_invalid', 'the answer of the server does not follow MCP');
}

/** The service refused the call before it began (`rpcCodes.busy` of the SDK): too many calls, or it is stopping. */
const busyCode = -32011;

async function isBusy(stream: GuardedStream): Promise<boolean> {
  const [answer] = readMessages((await readText(stream)) ?? '') ?? [];
  return answer?.kind === 'error' && answer.code === busyCode;
}

function busy(): Failed {
  return failed('busy', 'the service takes no more calls at present', { isRetryable: true });
}

/** Undefined for more than one message may hold. @throws NotUtf8Error */
export async function readText({ body }: GuardedStream): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxMessageChars) return undefined;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new NotUtf8Error();
  return bytes.toString('utf8');
}

/** The answer is not UTF-8; another reader would see another text. */
export function notUtf8(): Failed {
  return notTaken('mcp_invalid', 'the server does not answer in UTF-8');
}

/** Finds the answer with our id; an HTTP refusal may have none. */
function findAnswer(
  messages: readonly Message[],
  { id, onMessage }: PostRequest,
  mayLackId = false,
): Reply | undefined {
  let answer: Reply | undefined;
  for (const message of messages) {
    const isAnswer = message.kind === 'result' || message.kind === 'error';
    const isOurs = isAnswer && (message.id === id || (mayLackId && message.id == null && message.kind === 'error'));
    if (isOurs && id !== undefined) answer ??= message;
    else if (!onMessage(message)) return flooded();
  }
  return answer;
}

async function readStream(first: GuardedStream, sent: PostRequest): Promise<Reply> {
  let stream: GuardedStream | undefined = first;
  let lastId: string | undefined;
  let retryMs: number | undefined;
  for (let resumed = 0; stream !== undefined && resumed <= maxResumed; resumed += 1) {
    try {
      for await (const event of readEvents(stream.body, maxMessageChars)) {
        ({ lastId = lastId, retryMs = retryMs } = event);
        // An event without data announces the position for a resume (2025-11-25).
        if (event.type !== 'message' || event.data === '') continue;
        const messages = readMessages(event.data);
        if (messages === undefined) return notTaken('mcp_invalid', 'the answer of the server does not follow MCP');
        const answer = findAnswer(messages, sent);
        if (answer !== undefined) return answer;
      }
    } catch (error) {
      const isRefused = error instanceof EventTooLargeError || error instanceof NotUtf8Error;
      if (isRefused || sent.resume === undefined || lastId === undefined) throw error;
    } finally {
      if (stream !== first) await stream.close();
    }
    stream = lastId === undefined ? undefined : await sent.resume?.(lastId, retryMs);
  }
  return notTaken('upstream_unavailable', 'the server ended before its answer was complete');
}

function flooded(): Failed {
  return { ...notTaken('flood', 'the server sends too many other messages'), isRetryable: false };
}

export function tooLarge(): Failed {
  return { ...notTaken('outbound_size', 'the answer is larger than 4 MiB'), isRetryable: false };
}
