/**
 * One `/mcp` endpoint on HTTP (MCP 2026-07-28, and the revisions before it without sessions): POST only, no foreign
 * pages, bounded bodies, tool calls in a queue; then the protocol library, with one server for each request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerNotifier } from '@modelcontextprotocol/server';
import { type BrowserGuard, findForeignPage } from './browser-guard.ts';
import {
  type Admission,
  type CallQueue,
  createCallQueue,
  type QueueState,
  type Schedule,
  scheduleByTimer,
} from './call-queue.ts';
import { type CreateMcpServer, createProtocol, type McpExchange } from './protocol.ts';
import { type MessageBounds, readMessage } from './read-message.ts';
import { idOf, type RpcRefusal, rpcCodes, sendRefusal } from './rpc-answer.ts';
import type { McpSettings } from './settings.ts';

export interface McpHttpOptions<Caller> {
  readonly settings: McpSettings;
  /** Makes the server for one request. */
  readonly createServer: CreateMcpServer<Caller>;
  /** `done_before` if the caller of `handle` has kept foreign pages out. */
  readonly browserGuard?: BrowserGuard | 'done_before' | undefined;
  /** Called with inner errors, but not with refused requests, of which anybody could send many. */
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly limits?: Partial<McpLimits> | undefined;
  readonly schedule?: Schedule | undefined;
}

export interface McpLimits extends MessageBounds {
  /** Limits of waiting calls, in number and time. */
  readonly maxWaitingCalls: number;
  readonly maxWaitMs: number;
  /** Clients that listen to changes. */
  readonly maxSubscriptions: number;
}

export interface McpHandleOptions<Caller> {
  /** Passed to tools. */
  readonly caller: Caller;
  /** The body, where a framework has parsed it. */
  readonly parsedBody?: unknown;
}

export interface McpHttp<Caller> {
  /** Answers a request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse, options: McpHandleOptions<Caller>): Promise<void>;
  /** Notifies clients that listen to changes; `undefined` before the first request. */
  changes(): ServerNotifier | undefined;
  /** Numbers of running and waiting calls. */
  queue(): QueueState;
  /** Refuses waiting and later calls, lets running calls finish, then ends streams of changes. */
  close(): Promise<void>;
}

const defaultLimits: McpLimits = {
  maxWaitingCalls: 256,
  maxWaitMs: 30_000,
  maxSubscriptions: 64,
  maxBodyBytes: 4 * 1024 * 1024,
  maxDepth: 64,
};
const retryAfterS = 1;

export function createMcpHttp<Caller>(options: McpHttpOptions<Caller>): McpHttp<Caller> {
  const { settings, browserGuard = {}, onError = () => {}, schedule = scheduleByTimer } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const queue = createCallQueue(
    { maxRunning: settings.maxConcurrentCalls, maxWaiting: limits.maxWaitingCalls, maxWaitMs: limits.maxWaitMs },
    schedule,
  );
  const protocol = createProtocol(options.createServer, limits, onError);
  const calls = new Set<Promise<void>>();

  async function answer(request: IncomingMessage, response: ServerResponse, given: McpHandleOptions<Caller>) {
    const refusal = checkHead(request, browserGuard);
    if (refusal !== undefined) return sendRefusal(request, response, refusal);
    const message = await readMessage(request, given.parsedBody, limits);
    if (message.kind === 'gone') return;
    if (message.kind === 'refused') return sendRefusal(request, response, message.refusal);
    const signal = signalOf(response);
    const place = await takePlace(queue, message.value, signal);
    if (place.kind === 'gone') return void response.destroy();
    if (place.kind === 'refused') {
      return sendRefusal(request, response, toBusy(place, settings.maxConcurrentCalls, limits), idOf(message.value));
    }
    if (protocol.isClosed()) return sendRefusal(request, response, toClosing(), idOf(message.value));
    const held: Promise<unknown>[] = [];
    const exchange: McpExchange<Caller> = {
      caller: given.caller,
      signal,
      traceparent: toText(request.headers['traceparent']),
      hold(work) {
        held.push(work);
        return work;
      },
    };
    const served = protocol.serve(request, response, message.value, exchange);
    if (isCall(message.value)) track(calls, served);
    try {
      await served;
    } finally {
      // A client that went away ends its answer here, while its tool may still be running.
      Promise.allSettled(held).then(place.release, onError);
    }
  }

  return {
    async handle(request, response, given) {
      try {
        await answer(request, response, given);
      } catch (error) {
        onError(error);
        if (response.headersSent) response.destroy();
        else sendRefusal(request, response, { status: 500, code: rpcCodes.internal, message: 'The server failed' });
      }
    },
    changes: protocol.changes,
    queue: queue.state,
    async close() {
      queue.close();
      protocol.refuse();
      await Promise.allSettled(calls);
      await protocol.close();
    },
  };
}

function checkHead(request: IncomingMessage, guard: BrowserGuard | 'done_before'): RpcRefusal | undefined {
  const foreign = guard === 'done_before' ? undefined : findForeignPage(request, guard);
  if (foreign !== undefined) return { status: 403, code: rpcCodes.foreignPage, message: foreign };
  if (!/^[\w.:[\]-]{1,300}$/.test(request.headers.host ?? '')) {
    return { status: 400, code: rpcCodes.invalidRequest, message: 'The Host header is missing or malformed' };
  }
  if (request.method === 'POST') return undefined;
  const message = 'Send each message with POST: this server has no sessions and no separate stream';
  return { status: 405, code: rpcCodes.notAllowed, message, headers: { allow: 'POST' } };
}

/** Only tool calls need a place: lists cost nothing, and a stream of changes would keep it forever. */
function takePlace(queue: CallQueue, message: unknown, signal: AbortSignal): Promise<Admission> {
  return isCall(message) ? queue.enter(signal) : Promise.resolve({ kind: 'admitted', release: () => {} });
}

function isCall(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call';
}

function track(calls: Set<Promise<void>>, call: Promise<void>): void {
  calls.add(call);
  const forget = () => calls.delete(call);
  call.then(forget, forget);
}

function toClosing(): RpcRefusal {
  const headers = { 'retry-after': String(retryAfterS) };
  return { status: 503, code: rpcCodes.busy, message: 'The service is stopping; nothing was done', headers };
}

function toBusy(
  { reason, state }: Extract<Admission, { kind: 'refused' }>,
  maxConcurrentCalls: number,
  limits: McpLimits,
): RpcRefusal {
  if (reason === 'closing') return toClosing();
  const why =
    reason === 'full'
      ? `${state.waiting} calls are waiting already`
      : `no slot became free within ${limits.maxWaitMs / 1000} seconds`;
  return {
    status: 503,
    code: rpcCodes.busy,
    headers: { 'retry-after': String(retryAfterS) },
    message: `Too many calls at once: ${why}. Try again in a moment; nothing was done`,
    data: {
      reason,
      running: state.running,
      waiting: state.waiting,
      max_concurrent_calls: maxConcurrentCalls,
      retry_after_s: retryAfterS,
    },
  };
}

/** Aborts when the client goes away before its answer. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function toText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
