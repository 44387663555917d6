/** Answers one request with a stream: creates its parts, and ends it with a last message that says why. */
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLostConnection } from '../../../platform/db/lost-connection.ts';
import { toAppError } from '../../../platform/http/problem.ts';
import type { Logger } from '../../../platform/log.ts';
import { type FactsDeps, findFacts } from './facts.ts';
import type { IsShown } from './filter.ts';
import { retryFrame, toComment } from './frames.ts';
import type { Hub } from './hub.ts';
import type { ConsoleMetrics, EndReason } from './metrics.ts';
import { type ConsoleStore, toAgentKey } from './store.ts';
import { createStream } from './stream.ts';
import { createStreamWriter } from './stream-writer.ts';

export interface StreamRequest {
  readonly agentId: string;
  readonly isShown: IsShown;
  /** Events after this number; undefined to start now. */
  readonly after: number | undefined;
}

export interface OpenStreamDeps extends FactsDeps {
  readonly store: ConsoleStore;
  readonly hub: Hub;
  readonly metrics: ConsoleMetrics;
  readonly log: Logger;
  /** Monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
}

/** A stream as the heartbeat loop sees it. */
export interface OpenStream {
  /** Time for which its reader has taken no pending bytes. */
  stalledMs(): number;
  /** Time of the next heartbeat; never while one is running. */
  dueAtMs(): number;
  /** Checks the reader's access and sends a heartbeat, or ends the stream. */
  sendHeartbeat(): Promise<void>;
  /** Duration of the running check; 0 if none runs. */
  lookingMs(): number;
  /** Delivers nothing until the reader's access is confirmed. */
  hold(): void;
  end(reason: EndReason, lastWord: string): void;
}

export interface Opening {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly wanted: StreamRequest;
  /** Called just before the answer starts. @throws AppError if no more streams are accepted. */
  readonly add: (stream: OpenStream) => void;
  /** Called once for an added stream. */
  readonly remove: (stream: OpenStream) => void;
}

const heartbeatMs = 15_000;

/** @throws AppError before anything is sent. */
export async function openStream(deps: OpenStreamDeps, opening: Opening): Promise<void> {
  const { store, hub, metrics, log, runLimited } = deps;
  const { request, reply, wanted } = opening;
  const { organisation: orgId } = request.caller;
  const { agentId } = wanted;
  const { raw } = reply;
  const facts = await findFacts(deps, request, agentId);
  const head = await store.lastSeq();

  const writer = createStreamWriter({
    raw,
    monotonicMs: deps.monotonicMs,
    onBehind: () => end('behind', 'the reader is more than 1,000 events behind: reconnect with Last-Event-ID'),
  });
  const stream = createStream({
    // A number from before a restore of the database may be ahead: new events must not be skipped.
    start: Math.min(wanted.after ?? head, head),
    isShown: wanted.isShown,
    writer,
    onSent: metrics.sent,
    recheck: facts.look,
    sendHeartbeat: (gap) => writer.write(facts.heartbeat(stream.position(), gap)),
    readAfter: (after) => runLimited(() => store.readOf(orgId, agentId, after)),
    onFailed: (error) => end(...toEnd(error, log)),
  });
  const unsubscribe = await hub.subscribe({ key: toAgentKey(orgId, agentId), push: stream.push, lose: stream.restart });

  let isOver = false;
  const leave = (reason: EndReason): void => {
    isOver = true;
    stream.end();
    unsubscribe();
    opening.remove(own);
    metrics.ended(reason);
  };
  const end = (reason: EndReason, lastWord: string): void => {
    if (isOver) return;
    leave(reason);
    writer.end(toComment(`the stream ends: ${lastWord}`));
  };
  const onRefused = async (error: unknown): Promise<void> => {
    if (isLostConnection(error)) {
      // Delivers nothing until access can be confirmed again.
      stream.restart();
      writer.write(toComment('the database cannot be reached'));
      return;
    }
    // Delivers first what caused it, such as the suspension of the agent.
    await hub.settle().catch((cause: unknown) => log.warn({ err: cause }, 'the last events of a stream were not sent'));
    end(...toEnd(error, log));
  };
  const own: OpenStream = {
    ...createBeats(deps, async () => {
      if (isOver) return;
      try {
        await facts.look();
        if (!isOver && stream.isLive()) writer.write(facts.heartbeat(stream.position(), undefined));
      } catch (error) {
        if (!isOver) await onRefused(error);
      }
    }),
    stalledMs: writer.stalledMs,
    end,
    hold() {
      if (!isOver && stream.isLive()) stream.restart();
    },
  };

  try {
    opening.add(own);
  } catch (error) {
    unsubscribe();
    throw error;
  }
  metrics.opened();
  raw.on('close', () => {
    if (!isOver) leave('client');
  });
  // A closed connection sends no close event any more.
  if (raw.destroyed) {
    leave('client');
    reply.hijack();
    return;
  }
  sendHead(reply);
  writer.write(retryFrame);
  stream.begin();
}

/** One at a time, each a fixed time after the last. */
function createBeats(
  { monotonicMs }: OpenStreamDeps,
  once: () => Promise<void>,
): Pick<OpenStream, 'dueAtMs' | 'sendHeartbeat' | 'lookingMs'> {
  let dueAtMs = monotonicMs() + heartbeatMs;
  let beganAtMs: number | undefined;
  return {
    dueAtMs: () => dueAtMs,
    lookingMs: () => (beganAtMs === undefined ? 0 : monotonicMs() - beganAtMs),
    async sendHeartbeat() {
      if (beganAtMs !== undefined) return;
      [beganAtMs, dueAtMs] = [monotonicMs(), Number.POSITIVE_INFINITY];
      await once();
      [beganAtMs, dueAtMs] = [undefined, monotonicMs() + heartbeatMs];
    },
  };
}

function toEnd(error: unknown, log: Logger): [EndReason, string] {
  const known = toAppError(error);
  if (known.status < 500) return ['access', known.publicText];
  log.error({ err: error }, 'a console stream failed');
  return ['error', 'the stream failed: reconnect with Last-Event-ID'];
}

/** Silence after which TCP keep-alive probes start: the system then ends the connection of a peer that vanished. */
const probeAfterMs = 15_000;

function sendHead(reply: FastifyReply): void {
  const { raw } = reply;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) kept[name] = String(value);
  reply.hijack();
  raw.writeHead(200, {
    ...kept,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  if (raw.socket instanceof Socket) raw.socket.setKeepAlive(true, probeAfterMs);
}
