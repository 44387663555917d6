/**
 * A server with the transport before streamable HTTP (2024-11-05): a stream that names the address for messages and
 * carries all answers. One stream at a time; after it breaks, the next request opens another.
 */
import { setMaxListeners } from 'node:events';
import type { Clock } from '../../platform/clock.ts';
import type { GuardedStream } from '../../platform/http/guarded-fetch.ts';
import { isUtf8 } from '../../platform/http/media-type.ts';
import {
  type Ask,
  type Conversation,
  cancelled,
  failed,
  maxMessageChars,
  nothingAsked,
  type Reply,
} from './conversation.ts';
import { createDuplex, type Duplex } from './duplex.ts';
import { notTaken, ofGuarded } from './outcome.ts';
import { notUtf8, type Open, post } from './post-message.ts';
import { readEvents } from './sse.ts';

export interface OldSseDeps {
  readonly url: string;
  readonly open: Open;
  readonly clock: Clock;
}

interface Channel {
  readonly duplex: Duplex;
  end(): void;
}

const streamMs = 60 * 60_000;
const handshakeMs = 20_000;
const sendMs = 30_000;

export function createOldSse({ url, open, clock }: OldSseDeps): Conversation {
  let channel: Promise<Channel | Reply> | undefined;
  const closing = new AbortController();

  const start = async (ask: Pick<Ask, 'headers' | 'signal' | 'timeoutMs'>): Promise<Channel | Reply> => {
    const ending = new AbortController();
    const signal = AbortSignal.any([closing.signal, ending.signal]);
    // Every message of a stream listens to the signal; the callers bound their number.
    setMaxListeners(0, signal);
    let stream: GuardedStream;
    try {
      const bounds = { accept: ['text/event-stream'], timeoutMs: streamMs, maxBytes: 256 * 1024 * 1024 };
      stream = await orLate(open(url, { method: 'GET', headers: ask.headers, ...bounds, signal }), ending);
    } catch (error) {
      return { ...ofGuarded(error, closing.signal), isSent: false };
    }
    if (stream.status >= 400) {
      await stream.close();
      return stream.status >= 500
        ? failed('upstream_unavailable', `the server answers with HTTP ${stream.status}`, retry)
        : { kind: 'status', status: stream.status, headers: stream.headers };
    }
    if (!isUtf8(stream.headers['content-type'])) {
      await stream.close();
      return { ...notUtf8(), isSent: false };
    }
    let target = '';
    let named = (): void => undefined;
    const isNamed = new Promise<void>((resolve) => {
      named = resolve;
    });
    const duplex = createDuplex({
      clock,
      onFlood: () => ending.abort(),
      async send(body, headers) {
        const sent = { url: target, headers, body, id: undefined, signal, timeoutMs: sendMs, onMessage: () => true };
        const reply = await post(open, sent);
        return reply.kind === 'result' ? undefined : reply;
      },
    });
    const read = async (): Promise<void> => {
      try {
        for await (const event of readEvents(stream.body, maxMessageChars)) {
          if (event.type === 'message') duplex.take(event.data);
          if (event.type !== 'endpoint' || target !== '') continue;
          target = toTarget(event.data, url);
          named();
        }
      } catch {
        // On any error the stream is over, and `duplex.end` tells the waiting requests.
      } finally {
        duplex.end(notTaken('upstream_unavailable', 'the server ended the connection before it answered'));
        named();
        await stream.close();
      }
    };
    void read();
    await orLate(isNamed, ending).catch(() => undefined);
    if (target === '') {
      ending.abort();
      return failed('mcp_invalid', 'the server names no message endpoint of its own', { isFault: true });
    }
    const era = await duplex.greet({ ...nothingAsked, ...ask }, false);
    if (era === 'legacy') return { duplex, end: () => ending.abort() };
    ending.abort();
    return typeof era === 'string' ? failed('mcp_invalid', 'the server uses another protocol') : era;
  };

  const take = async (ask: Pick<Ask, 'headers' | 'signal' | 'timeoutMs'>): Promise<Channel | Reply> => {
    const under = channel ?? start(ask);
    channel = under;
    const got = await under;
    if (!('duplex' in got) && channel === under) channel = undefined;
    return got;
  };

  /** Reopens a stream that ended unnoticed, once: nothing was sent into it. */
  const withChannel = async <T>(
    ask: Pick<Ask, 'headers' | 'signal' | 'timeoutMs'>,
    run: (duplex: Duplex) => Promise<T | Reply>,
  ): Promise<T | Reply> => {
    for (let isFirst = true; ; isFirst = false) {
      if (ask.signal.aborted) return cancelled(false);
      const under = await take(ask);
      if (!('duplex' in under)) return under;
      const reply = await run(under.duplex);
      const isOver = Reflect.get(Object(reply), 'kind') === 'failed' && Reflect.get(Object(reply), 'isSent') === false;
      if (!isOver || ask.signal.aborted) return reply;
      channel = undefined;
      if (!isFirst) return reply;
    }
  };

  return {
    request: (ask) => withChannel(ask, (duplex) => duplex.request('legacy', ask)),
    listen: (listening) => withChannel(listening, (duplex) => duplex.listen('legacy', listening)),
    async close() {
      closing.abort();
    },
  };
}

const retry = { isFault: true, isRetryable: true };
/** The address for messages: only at the origin of the stream. */
function toTarget(text: string, url: string): string {
  if (!URL.canParse(text, url)) return '';
  const target = new URL(text, url);
  return target.origin === new URL(url).origin ? target.href : '';
}

async function orLate<T>(work: Promise<T>, ending: AbortController): Promise<T> {
  const timer = setTimeout(() => ending.abort(), handshakeMs);
  timer.unref();
  const late = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
