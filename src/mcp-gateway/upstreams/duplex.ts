/**
 * JSON-RPC over a two-way channel (a process, or the older HTTP transport). Answers are matched by id, and all waiting
 * requests fail when the channel ends. It speaks the server's era.
 */
import type { Clock } from '../../platform/clock.ts';
import type { JsonObject } from '../ports.ts';
import { type Ask, cancelled, type Failed, failed, type Listening, type Reply } from './conversation.ts';
import { eraOf } from './eras.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { type RequestId, readMessages, toNotification, toOwnAnswer, toRequest } from './json-rpc.ts';
import { listenParams } from './listen-stream.ts';
import { clientInfo, type Era, legacyVersion, toParams } from './modern.ts';
import { notTaken } from './outcome.ts';

export interface Duplex {
  /** Finds out the server's era. `isProbed`: asks for 2026-07-28 first. */
  greet(ask: Ask, isProbed: boolean): Promise<Era | Reply>;
  request(era: Era, ask: Ask): Promise<Reply>;
  listen(era: Era, listening: Listening): Promise<{ readonly kind: 'ended' | 'none' } | Reply>;
  take(text: string): void;
  /** Ends the channel with this reason. */
  end(why: Failed): void;
  pending(): number;
  /** The time for which the server has been silent since it was asked something; 0 where nothing was asked since. */
  silentMs(): number;
}

export interface DuplexDeps {
  /** Gives the receiver's refusal, if any. Rejects where it is unknown whether the text arrived. */
  readonly send: (text: string, headers: Readonly<Record<string, string>>) => Promise<Reply | undefined>;
  readonly clock: Clock;
  /** The server sends far more than it was asked: the channel must be cut. */
  readonly onFlood: () => void;
  readonly probeMs?: number;
}

interface Waiting {
  readonly inbox: Inbox;
  readonly settle: (reply: Reply) => void;
  isSent: boolean;
}

const defaultProbeMs = 5_000;
const handshakeMs = 20_000;
/** The most unrequested messages in ten seconds. */
const maxUnasked = 1_000;
const unaskedMs = 10_000;

export function createDuplex({ send, clock, onFlood, probeMs = defaultProbeMs }: DuplexDeps): Duplex {
  const waiting = new Map<unknown, Waiting>();
  const listeners = new Set<Listening>();
  let ended: Failed | undefined;
  let newestId = 0;
  const unasked = { since: 0, count: 0 };
  /** The time of the first request after the last message. */
  let askedAt: number | undefined;

  const ask = async (id: RequestId, text: string, request: Ask): Promise<Reply> => {
    if (ended !== undefined) return { ...ended, isSent: false };
    if (request.signal.aborted) return cancelled(false);
    return new Promise<Reply>((resolve) => {
      const settle = (reply: Reply): void => {
        if (!waiting.delete(id)) return;
        clearTimeout(timer);
        request.signal.removeEventListener('abort', abort);
        resolve(reply);
      };
      const cut = (reply: Reply): void => {
        settle(reply);
        tell(toNotification('notifications/cancelled', { requestId: id }), request.headers);
      };
      const entry: Waiting = { inbox: createInbox(clock, id, request.onProgress), settle, isSent: false };
      const abort = (): void => cut(cancelled(entry.isSent));
      const late = failed('upstream_timeout', `the server did not answer within ${request.timeoutMs} ms`);
      const timer = setTimeout(() => cut({ ...late, isSent: entry.isSent, isRetryable: true }), request.timeoutMs);
      timer.unref();
      waiting.set(id, entry);
      request.signal.addEventListener('abort', abort, { once: true });
      entry.isSent = true;
      askedAt ??= clock.now();
      send(text, request.headers).then(
        (refusal) => refusal !== undefined && settle(refusal),
        () => settle(notTaken('upstream_unavailable', 'the server ended the connection before it answered')),
      );
    });
  };

  /** Sends without waiting for the outcome: a channel that ended tells the next request. */
  const tell = (text: string, headers: Readonly<Record<string, string>>): void => {
    if (ended === undefined) send(text, headers).catch(() => undefined);
  };

  const askIn = (era: Era, request: Ask): Promise<Reply> => {
    newestId += 1;
    return ask(newestId, toRequest(newestId, request.method, toParams(era, newestId, request)), request);
  };

  const isFlood = (): boolean => {
    const now = clock.now();
    if (now - unasked.since > unaskedMs) Object.assign(unasked, { since: now, count: 0 });
    unasked.count += 1;
    return unasked.count > maxUnasked;
  };

  /** The request that progress belongs to; other messages may belong to any waiting request. */
  const toInbox = (token: unknown): Waiting | undefined => waiting.get(token);

  const takeOne = (message: NonNullable<ReturnType<typeof readMessages>>[number]): void => {
    if (message.kind === 'result' || message.kind === 'error') {
      const entry = waiting.get(message.id);
      if (entry !== undefined) entry.settle(message);
      else if (isFlood()) onFlood();
      return;
    }
    const entry = message.kind === 'notification' ? toInbox(message.params['progressToken']) : undefined;
    if (entry !== undefined) {
      if (!entry.inbox.take(message)) onFlood();
      return;
    }
    if (isFlood()) {
      onFlood();
      return;
    }
    if (message.kind === 'request') tell(toOwnAnswer(message), {});
    else for (const listener of listeners) listener.onNotification(message.method, message.params);
  };

  const greet = async (request: Ask, isProbed: boolean): Promise<Era | Reply> => {
    const none = { params: {}, onProgress: undefined, timeoutMs: Math.min(request.timeoutMs, handshakeMs) };
    if (isProbed) {
      const timeoutMs = Math.min(probeMs, request.timeoutMs);
      const reply = await askIn('modern', { ...request, ...none, method: 'server/discover', timeoutMs });
      if (reply.kind === 'status') return reply;
      if (reply.kind === 'failed' && reply.code !== 'upstream_timeout') return { ...reply, isSent: false };
      if (reply.kind !== 'failed' && eraOf(reply) === 'modern') return 'modern';
    }
    const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo };
    const reply = await askIn('legacy', { ...request, ...none, method: 'initialize', params, traceparent: '' });
    if (reply.kind === 'failed') return { ...reply, isSent: false };
    if (reply.kind !== 'result') return reply;
    tell(toNotification('notifications/initialized'), request.headers);
    return 'legacy';
  };

  const listen: Duplex['listen'] = async (era, listening) => {
    if (ended !== undefined) return { ...ended, isSent: false };
    const { headers, signal, timeoutMs, uris } = listening;
    const none = { paramHeaders: {}, traceparent: '', clientCapabilities: undefined, onProgress: undefined };
    const request = (method: string, params: JsonObject): Ask => ({
      ...none,
      method,
      params,
      headers,
      signal,
      timeoutMs,
    });
    listeners.add(listening);
    try {
      if (era === 'modern') {
        const reply = await askIn(era, request('subscriptions/listen', listenParams(uris)));
        if (reply.kind === 'error') return { kind: reply.code === -32601 ? 'none' : 'ended' };
        return reply.kind === 'result' ? { kind: 'ended' } : reply;
      }
      for (const uri of uris) await askIn(era, request('resources/subscribe', { uri }));
      // Sends nothing: it ends with the channel, the timeout, or the listener.
      return await new Promise((resolve) => {
        const timer = setTimeout(() => settle(), timeoutMs);
        timer.unref();
        const settle = (reply: Reply | { kind: 'ended' } = { kind: 'ended' }): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          waiting.delete(listening);
          resolve(reply);
        };
        const abort = (): void => settle();
        signal.addEventListener('abort', abort, { once: true });
        waiting.set(listening, { inbox: createInbox(clock, ''), settle, isSent: true });
        if (signal.aborted) settle();
      });
    } finally {
      listeners.delete(listening);
    }
  };

  return {
    greet,
    request: askIn,
    listen,
    take(text) {
      askedAt = undefined;
      const messages = readMessages(text);
      // Invalid lines are ignored: some servers write their log there.
      if (messages === undefined && isFlood()) onFlood();
      for (const message of messages ?? []) takeOne(message);
    },
    end(why) {
      ended ??= why;
      for (const entry of [...waiting.values()]) entry.settle({ ...why, isSent: entry.isSent });
    },
    pending: () => waiting.size - listeners.size,
    silentMs: () => (askedAt === undefined ? 0 : clock.now() - askedAt),
  };
}
