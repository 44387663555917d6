/**
 * All streams of this process: how many there may be, a round of heartbeats that looks whether their readers may still
 * read and still do, and their end with the process.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { type OpenStream, type OpenStreamDeps, openStream, type Wish } from './open-stream.ts';
import type { Places } from './places.ts';

export interface ConsoleStreams {
  /** Answers the request with a stream, or throws before anything was answered. @throws AppError. */
  open(request: FastifyRequest, reply: FastifyReply, wish: Wish): Promise<void>;
  /** Heartbeats for all streams now, each with its look at access; the program does it every 15 s for each. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

export interface ConsoleStreamsDeps extends OpenStreamDeps {
  readonly places: Places;
}

const tickMs = 1_000;
/** A reader that takes nothing for so long is gone, or will never read. */
const stalledAfterMs = 30_000;
/** A look at access that takes longer than the time between two of them says nothing any more of who may read. */
const lateAfterMs = 15_000;

export function createConsoleStreams(deps: ConsoleStreamsDeps): ConsoleStreams {
  const { monotonicMs, places, hub } = deps;
  const streams = new Set<OpenStream>();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const tick = (): void => {
    const nowMs = monotonicMs();
    for (const stream of streams) {
      if (stream.stalledMs() > stalledAfterMs) stream.end('stalled', 'its reader takes nothing');
      else if (stream.lookingMs() > lateAfterMs) stream.hold();
      else if (stream.dueAtMs() <= nowMs) void stream.beat();
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
    const detail = 'the server is stopping: come back';
    throw new AppError('unavailable', detail, { detail, retryAfterS: 3 });
  };

  return {
    async open(request, reply, wish) {
      assertRunning();
      const free = places.take(request.caller);
      const freeing = (stream: OpenStream): void => {
        free();
        remove(stream);
      };
      try {
        await openStream(deps, { request, reply, wish, add, remove: freeing });
      } catch (error) {
        free();
        throw error;
      }
    },
    async beat() {
      await Promise.all([...streams].map((stream) => stream.beat()));
    },
    async close() {
      isClosed = true;
      for (const stream of [...streams]) stream.end('shutdown', 'the server is stopping: come back');
      await hub.close();
    },
  };
}
