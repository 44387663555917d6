/**
 * A server over streamable HTTP in its era: single POSTs (2026-07-28), or a session with a handshake before that. A
 * tool call is sent again only after a harmless request showed why it was refused: the server now speaks the other era,
 * or forgot the session. The server had not accepted it then.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { GuardedStream } from '../../platform/http/guarded-fetch.ts';
import {
  type Ask,
  type Conversation,
  cancelled,
  failed,
  type Listening,
  nothingAsked,
  type Reply,
} from './conversation.ts';
import { type Eras, eraOf } from './eras.ts';
import { createInbox } from './inbox.ts';
import { type Message, type RequestId, toNotification, toOwnAnswer, toRequest } from './json-rpc.ts';
import { readListening } from './listen-stream.ts';
import { clientInfo, type Era, legacyVersion, modernHeaders, toParams } from './modern.ts';
import { accepted, maxBytes, type Open, type PostResult, post } from './post-message.ts';

export interface StreamableDeps {
  readonly url: string;
  readonly open: Open;
  readonly eras: Eras;
  readonly clock: Clock;
  readonly isOurs?: boolean;
}

interface Session {
  readonly id: string | undefined;
  readonly version: string;
}

/** A discovered value, or the reply that prevented the discovery. */
type Found<T> = { readonly found: T } | { readonly reply: Reply };

const sideTimeoutMs = 5_000;
const handshakeMs = 20_000;
const longestRetryMs = 10_000;
const maxOwnAnswers = 20;

export function createStreamable({ url, open, eras, clock, isOurs = false }: StreamableDeps): Conversation {
  let session: Promise<Found<Session>> | undefined;
  let made: Session | undefined;
  let newestId = 0;
  const closing = new AbortController();
  // Messages without a caller end with it; their number is not bounded here.
  setMaxListeners(0, closing.signal);

  const nextId = (): RequestId => {
    newestId += 1;
    return newestId;
  };

  const exchange = (
    ask: Pick<Ask, 'signal' | 'timeoutMs'>,
    headers: Readonly<Record<string, string>>,
    [id, body]: readonly [RequestId | undefined, string],
    onMessage: (message: Message) => boolean = () => true,
    resume?: (lastId: string, retryMs: number | undefined) => Promise<GuardedStream | undefined>,
  ): Promise<PostResult> =>
    post(open, { url, headers, body, id, onMessage, resume, isOurs, signal: ask.signal, timeoutMs: ask.timeoutMs });

  /** Sends without waiting for the outcome. */
  const tell = (headers: Readonly<Record<string, string>>, body: string): void => {
    // The outcome comes too late to matter.
    exchange({ signal: closing.signal, timeoutMs: sideTimeoutMs }, headers, [undefined, body]).catch(() => undefined);
  };

  const discover = async (ask: Ask): Promise<Found<Era>> => {
    const probe = { ...ask, method: 'server/discover', params: {}, onProgress: undefined };
    const id = nextId();
    const headers = { ...ask.headers, ...modernHeaders(probe) };
    const body = toRequest(id, probe.method, toParams('modern', id, probe));
    const bounded = { signal: ask.signal, timeoutMs: Math.min(ask.timeoutMs, handshakeMs) };
    const reply = await exchange(bounded, headers, [id, body]);
    if (reply.kind === 'failed') return { reply: { ...reply, isSent: false } };
    if (reply.kind === 'status' && (reply.status === 401 || reply.status === 403)) return { reply };
    const found = reply.kind === 'status' ? 'legacy' : eraOf(reply);
    eras.remember(url, found);
    return { found };
  };

  const greet = async (ask: Ask): Promise<Found<Session>> => {
    const id = nextId();
    const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo };
    const bounded = { signal: ask.signal, timeoutMs: Math.min(ask.timeoutMs, handshakeMs) };
    const reply = await exchange(bounded, ask.headers, [id, toRequest(id, 'initialize', params)]);
    if (reply.kind === 'failed') return { reply: { ...reply, isSent: false } };
    if (reply.kind !== 'result') return { reply };
    const version = reply.result['protocolVersion'];
    const sessionId = reply.answerHeaders?.['mcp-session-id'];
    if (typeof version !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(version)) {
      return { reply: failed('mcp_invalid', 'the answer of the server does not follow MCP', { isFault: true }) };
    }
    const isUsable = sessionId !== undefined && /^[\x21-\x7e]{1,1024}$/.test(sessionId);
    made = { id: isUsable ? sessionId : undefined, version };
    const ready = [undefined, toNotification('notifications/initialized')] as const;
    await exchange(bounded, sessionHeaders(ask.headers, made), ready);
    return { found: made };
  };

  const sessionOf = async (ask: Ask): Promise<Found<Session>> => {
    const under = session ?? greet(ask);
    session = under;
    // A caller that shares another's handshake does not fail with the other's cancellation.
    const got = await under;
    if ('found' in got) return got;
    if (session === under) session = undefined;
    const isOthers = got.reply.kind === 'failed' && got.reply.code === 'cancelled' && !ask.signal.aborted;
    return isOthers ? sessionOf(ask) : got;
  };

  const askModern = (ask: Ask): Promise<PostResult> => {
    const id = nextId();
    const inbox = createInbox(clock, id, ask.onProgress);
    const headers = { ...ask.headers, ...ask.paramHeaders, ...modernHeaders(ask) };
    return exchange(ask, headers, [id, toRequest(id, ask.method, toParams('modern', id, ask))], inbox.take);
  };

  /** Checks that the session still exists: some servers also answer this way when a tool does not find something. */
  const isThere = async (ask: Ask, headers: Readonly<Record<string, string>>): Promise<boolean> => {
    const id = nextId();
    const bounded = { signal: ask.signal, timeoutMs: Math.min(ask.timeoutMs, sideTimeoutMs) };
    return !isSessionLost(await exchange(bounded, headers, [id, toRequest(id, 'ping', {})]));
  };

  const askLegacy = async (ask: Ask): Promise<PostResult> => {
    const got = await sessionOf(ask);
    if ('reply' in got) return got.reply;
    const id = nextId();
    const headers = sessionHeaders(ask.headers, got.found);
    const inbox = createInbox(clock, id, ask.onProgress);
    let answered = 0;
    const onMessage = (message: Message): boolean => {
      if (message.kind === 'request') {
        answered += 1;
        if (answered > maxOwnAnswers) return false;
        tell(headers, toOwnAnswer(message));
      }
      return inbox.take(message);
    };
    const resume = async (lastId: string, retryMs = 1_000): Promise<GuardedStream | undefined> => {
      await wait(Math.min(retryMs, longestRetryMs), undefined, { signal: ask.signal, ref: false });
      const again = { method: 'GET', headers: { ...headers, 'last-event-id': lastId } } as const;
      const bounds = { accept: ['text/event-stream'], timeoutMs: ask.timeoutMs, maxBytes };
      const stream = await open(url, { ...again, ...bounds, signal: ask.signal });
      if (stream.status === 200) return stream;
      await stream.close();
      return undefined;
    };
    const sent = [id, toRequest(id, ask.method, toParams('legacy', id, ask))] as const;
    const reply = await exchange(ask, headers, sent, onMessage, resume);
    const isCut = reply.kind === 'failed' && (reply.code === 'cancelled' || reply.code === 'upstream_timeout');
    if (isCut && reply.isSent) tell(headers, toNotification('notifications/cancelled', { requestId: id }));
    if (got.found.id === undefined || !isSessionLost(reply)) return reply;
    if (ask.method === 'tools/call' && (await isThere(ask, headers))) return reply;
    if (made === got.found) session = undefined;
    return lostSession;
  };

  const findEra = (ask: Ask): Promise<Found<Era>> => {
    const known = eras.find(url);
    return known === undefined ? discover(ask) : Promise.resolve({ found: known });
  };

  /** Tries at most twice: the remembered era or session may be outdated, and then the server has done nothing. */
  const request = async (ask: Ask): Promise<Reply> => {
    for (let isFirst = true; ; isFirst = false) {
      if (ask.signal.aborted) return cancelled(false);
      const known = eras.find(url);
      const got = await findEra(ask);
      if ('reply' in got) return got.reply;
      const reply = got.found === 'modern' ? await askModern(ask) : await askLegacy(ask);
      if (reply === lostSession) {
        if (isFirst) continue;
        return failed('upstream_unavailable', 'the server loses its sessions at once', { isRetryable: true });
      }
      if (!isFirst || known === undefined || !isOtherEra(reply)) return reply;
      eras.forget(url);
      const now = await findEra(ask);
      // The server was addressed in its own era, so this is its answer.
      if ('reply' in now || now.found === got.found) return reply;
      session = undefined;
    }
  };

  const listen = async (listening: Listening) => {
    const ask = {
      ...nothingAsked,
      headers: listening.headers,
      signal: listening.signal,
      timeoutMs: listening.timeoutMs,
    };
    const got = await findEra(ask);
    if ('reply' in got) return got.reply;
    const isModern = got.found === 'modern';
    const greeted = isModern ? undefined : await sessionOf(ask);
    if (greeted !== undefined && 'reply' in greeted) return greeted.reply;
    if (greeted === undefined) return readListening({ url, open, listening, id: `listen-${nextId()}` });
    const headers = sessionHeaders(listening.headers, greeted.found);
    for (const uri of listening.uris) await askLegacy({ ...ask, method: 'resources/subscribe', params: { uri } });
    const ended = await readListening({ url, open, listening: { ...listening, headers }, id: undefined });
    if (ended.kind === 'status' && ended.status === 404) session = undefined;
    return ended;
  };

  return {
    request,
    listen,
    async close() {
      const ended = made;
      if (ended?.id !== undefined) {
        const bounds = { accept: accepted, timeoutMs: sideTimeoutMs, maxBytes };
        // A server may refuse to end a session; ours is over either way.
        await open(url, { method: 'DELETE', headers: sessionHeaders({}, ended), ...bounds }).then(
          (stream) => stream.close(),
          () => undefined,
        );
      }
      closing.abort();
    },
  };
}

const lostSession: Reply = { kind: 'status', status: 404, headers: {} };

function sessionHeaders(headers: Readonly<Record<string, string>>, { id, version }: Session): Record<string, string> {
  return { ...headers, 'mcp-protocol-version': version, ...(id === undefined ? {} : { 'mcp-session-id': id }) };
}

/** Refused by HTTP for its session: 404, or 400 from a restarted server. */
function isSessionLost(reply: PostResult): boolean {
  if (reply.kind !== 'error') return reply.kind === 'status' && reply.status === 404;
  const { answerStatus: status, code } = reply;
  return (status === 404 && code !== -32601) || (status === 400 && (code === -32000 || code === -32001));
}

const otherEra = new Set([400, 404, 405, 406]);
/** Error codes of a 2026-07-28 server that understood the request. */
const understood = new Set([-32601, -32602, -32020, -32021]);

/** Refused by HTTP, so nothing was done, and not in the way of the remembered era. */
function isOtherEra(reply: PostResult): boolean {
  if (reply.kind === 'status') return otherEra.has(reply.status);
  return reply.kind === 'error' && otherEra.has(reply.answerStatus ?? 200) && !understood.has(reply.code);
}
