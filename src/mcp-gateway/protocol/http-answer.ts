/**
 * The answer to one POST: one JSON document, or, from the first notification on, an event stream that ends with the
 * answer. A client that disconnects cancels the request; one that reads too slowly is cut off.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../ports.ts';
import type { Unread } from './unread.ts';
import type { McpAnswer, McpError, RequestId } from './wire.ts';

export interface HttpAnswerLimits {
  /** Pause between the comments that keep a stream open. */
  readonly keepAliveMs: number;
  /** The most unread bytes of a slow reader before it is cut off. */
  readonly maxWaitingBytes: number;
  /** The time that a reader may take for the rest after the end. */
  readonly drainMs: number;
  /** The most unread bytes of all ended answers together. */
  readonly maxUnreadBytes: number;
}

export const httpAnswerLimits: HttpAnswerLimits = {
  keepAliveMs: 15_000,
  maxWaitingBytes: 8 * 1024 * 1024,
  drainMs: 60_000,
  maxUnreadBytes: 256 * 1024 * 1024,
};

export interface HttpAnswer {
  /** Aborted when the client disconnected before the end, or was cut off. */
  readonly signal: AbortSignal;
  readonly canStream: boolean;
  open(): void;
  /** Sends a notification before the answer; dropped where the client accepts no streams. */
  notify(method: string, params: JsonObject): void;
  /** Sends a part of an answer that is a stream of results; dropped where the client accepts no streams. */
  part(id: RequestId, json: string): void;
  /** Sends the answer; later calls do nothing. */
  end(id: RequestId | null, answer: McpAnswer): void;
  /** Called each time a comment keeps the stream open. */
  onKeepAlive(listener: () => void): void;
  /** Ends without an answer, because the client waits for none. */
  cancel(): void;
}

export function createHttpAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  limits: HttpAnswerLimits,
  unread: Unread,
): HttpAnswer {
  const controller = new AbortController();
  const canStream = (request.headers.accept ?? '').includes('text/event-stream');
  let timer: NodeJS.Timeout | undefined;
  let isStreaming = false;
  let isOver = false;
  let kept = () => {};

  response.on('error', () => controller.abort());
  response.once('close', () => {
    clearInterval(timer);
    if (!isOver) controller.abort();
    isOver = true;
  });

  const cut = () => {
    controller.abort();
    response.destroy();
  };

  const write = (text: string) => {
    if (isOver) return;
    response.write(text);
    if (response.writableLength > limits.maxWaitingBytes) cut();
  };

  const open = () => {
    if (isStreaming || isOver || !canStream) return;
    isStreaming = true;
    response.writeHead(200, { ...noStore, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    response.flushHeaders();
    timer = setInterval(() => {
      write(': keep-alive\n\n');
      kept();
    }, limits.keepAliveMs);
    timer.unref();
  };

  const end = (id: RequestId | null, answer: McpAnswer) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    const json = toMessage(id, answer);
    if (isStreaming) response.end(toEvent(json));
    else sendJson(response, json, answer.kind === 'error' ? answer.error : undefined);
    cutWhenStuck(response, limits.drainMs);
    unread.add(response);
  };

  const cancel = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    controller.abort();
    if (!isStreaming) response.writeHead(202, noStore);
    response.end();
  };

  return {
    signal: controller.signal,
    canStream,
    open,
    end,
    cancel,
    notify: (method, params) => {
      if (!canStream) return;
      open();
      write(toEvent(JSON.stringify({ jsonrpc: '2.0', method, params })));
    },
    part: (id, json) => {
      if (!canStream) return;
      open();
      write(toEvent(toMessage(id, { kind: 'result', json })));
    },
    onKeepAlive: (listener) => {
      kept = listener;
    },
  };
}

const noStore = { 'cache-control': 'no-store, no-transform' };

/** Sends one JSON answer with its HTTP status and headers. */
export function sendJson(response: ServerResponse, json: string, error: McpError | undefined): void {
  const retryAfter = error?.retryAfterS === undefined ? {} : { 'retry-after': String(error.retryAfterS) };
  const allow = error?.status === 405 ? { allow: 'POST' } : {};
  // The rest of the body is not read.
  const close = error?.status === 413 ? { connection: 'close' } : {};
  response.writeHead(error?.status ?? 200, {
    ...noStore,
    ...retryAfter,
    ...allow,
    ...close,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  });
  response.end(json);
}

export function toMessage(id: RequestId | null, answer: McpAnswer): string {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
  if (answer.kind === 'result') return `${head},"result":${answer.json}}`;
  const { code, message, data } = answer.error;
  return `${head},"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}}`;
}

const toEvent = (json: string): string => `event: message\ndata: ${json}\n\n`;

function cutWhenStuck(response: ServerResponse, drainMs: number): void {
  if (response.writableFinished || response.writableLength === 0) return;
  const timer = setTimeout(() => response.destroy(), drainMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}
