/**
 * All streams of this process: their limit, the heartbeat loop that checks access and progress of their readers, and their end
 * with the process.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { type OpenStream, type OpenStreamDeps, openStream, type StreamRequest } from './open-stream.ts';
import type { StreamLimiter } from './stream-limiter.ts';

export interface ConsoleStreams {
  /** Answers the request with a stream. @throws AppError before anything is sent. */
  open(request: FastifyRequest, reply: FastifyReply, wanted: StreamRequest): Promise<void>;
  /** Sends heartbeats to all streams now, each with an access check. The program does it every 15 s for each stream. */
  sendHeartbeat(): Promise<void>;
  close(): Promise<void>;
}

export interface ConsoleStreamsDeps extends OpenStreamDeps {
  readonly streamLimiter: StreamLimiter;
}

const tickMs = 1_000;
/** A reader that takes nothing for this long is gone, or will never read. */
const stalledAfterMs = 30_000;
/** An access check that takes longer than the interval of checks is too old to count. */
const lateAfterMs = 15_000;

export function createConsoleStreams(deps: ConsoleStreamsDeps): ConsoleStreams {
  const { monotonicMs, streamLimiter, hub } = deps;
  const streams = new Set<OpenStream>();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const tick = (): void => {
    const nowMs = monotonicMs();
    for (const stream of streams) {
      if (stream.stalledMs() > stalledAfterMs) stream.end('stalled', 'the reader does not read');
      else if (stream.lookingMs() > lateAfterMs) stream.hold();
      else if (stream.dueAtMs() <= nowMs) void stream.sendHeartbeat();
    }
  };
  const add = (stream: OpenStream): void => {
    assertRunning();
    streams.add(stream);
    timer ??= setInterval(tick, tickMs).unref();
  };
  const remove = (stream: OpenStream): void => {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const assertRunning = (): void => {
    if (!isClosed) return;
    const detail = 'the server is stopping: reconnect';
    throw new AppError('unavailable', detail, { detail, retryAfterS: 3 });
  };

  return {
    async open(request, reply, wanted) {
      assertRunning();
      const free = streamLimiter.acquire(request.caller);
      const freeing = (stream: OpenStream): void => {
        free();
        remove(stream);
      };
      try {
        await openStream(deps, { request, reply, wanted, add, remove: freeing });
      } catch (error) {
        free();
        throw error;
      }
    },
    async sendHeartbeat() {
      await Promise.all([...streams].map((stream) => stream.sendHeartbeat()));
    },
    async close() {
      isClosed = true;
      for (const stream of [...streams]) stream.end('shutdown', 'the server is stopping: reconnect');
      await hub.close();
    },
  };
}
