/** Sends calls to the configured model server over a keep-alive pool and returns the unparsed answer. */
import { type Dispatcher, Pool } from 'undici';
import { AppError } from '../../platform/errors.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';

export interface HttpUpstreamOptions {
  /** `GATEWAY_UPSTREAM_URL`: origin with an optional path prefix; a trailing `/v1` is ignored. */
  readonly url: string;
  /** Time until the first byte of the answer; the body has the same limit between two chunks. */
  readonly timeoutMs: number;
  readonly connections?: number;
}

/** Answer headers about the transfer between model server and gateway, not about the answer itself. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'te',
  'proxy-authenticate',
]);

export function createHttpUpstream({ url, timeoutMs, connections = 256 }: HttpUpstreamOptions): Upstream {
  const base = new URL(url);
  // Clients are configured with and without `/v1`; the routes here include it.
  const prefix = base.pathname.replace(/\/$/, '').replace(/\/v1$/, '');
  const pool = new Pool(base.origin, {
    connections,
    pipelining: 1,
    connectTimeout: Math.min(timeoutMs, 10_000),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const toOptions = (call: UpstreamCall): Dispatcher.RequestOptions => ({
    method: call.method,
    path: `${prefix}${call.path}`,
    headers: Object.assign({}, call.headers, { 'accept-encoding': 'identity' }),
    body: call.body ?? null,
  });
  return {
    name: base.origin,
    async send(call) {
      try {
        const answer = await pool.request({ ...toOptions(call), signal: call.signal });
        if (isEncoded(answer.headers['content-encoding'])) {
          await answer.body.dump();
          throw encoded();
        }
        return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: guarded(answer.body) };
      } catch (cause) {
        throw toUpstreamError(cause);
      }
    },
    async sendWhole(call, maxBytes) {
      const { signal } = call;
      try {
        const answer = await requestWhole(pool, { options: toOptions(call), signal, maxBytes, assertHead });
        return { ...answer, headers: plainHeaders(answer.headers) };
      } catch (cause) {
        throw toUpstreamError(cause);
      }
    },
    close: () => pool.destroy(),
  };
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly bytes: Buffer;
}

interface WholeRequest {
  readonly options: Dispatcher.DispatchOptions;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Checks the head of the answer; an error ends the call before a byte of the body is kept. */
  readonly assertHead: (headers: RawAnswer['headers']) => void;
}

/**
 * Requests the answer in one piece. Most answers are read whole before judging, and without a stream between socket
 * and buffer that costs half as much. @throws errors of undici and of `assertHead`, the reason of the signal, or RangeError past
 * `maxBytes`.
 */
function requestWhole(pool: Pool, { options, signal, maxBytes, assertHead }: WholeRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: RawAnswer['headers'] = {};
    let abort: (() => void) | undefined;
    const end = (): void => {
      if (abort !== undefined) signal.removeEventListener('abort', abort);
    };
    pool.dispatch(options, {
      onRequestStart(controller) {
        // Called again when a connection broke before the request was sent on it.
        end();
        abort = () => controller.abort(toError(signal.reason));
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      },
      onResponseStart(controller, statusCode, head) {
        // An informational answer (1xx) precedes the answer itself.
        if (statusCode < 200) return;
        status = statusCode;
        headers = head;
        try {
          assertHead(head);
        } catch (error) {
          controller.abort(toError(error));
        }
      },
      onResponseData(controller, chunk) {
        size += chunk.byteLength;
        if (size <= maxBytes) chunks.push(chunk);
        else controller.abort(new RangeError(`the answer is larger than ${maxBytes} bytes`));
      },
      onResponseEnd() {
        end();
        const [only] = chunks;
        resolve({ status, headers, bytes: only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        end();
        reject(error);
      },
    });
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the call was abandoned');
}

function encoded(): AppError {
  return new AppError('upstream_unavailable', 'the model server answered compressed although asked not to');
}

function assertHead(headers: Dispatcher.ResponseData['headers']): void {
  if (isEncoded(headers['content-encoding'])) throw encoded();
}

/** Auditors cannot read compressed bytes; the request did not offer compression. */
function isEncoded(encoding: string | string[] | undefined): boolean {
  return encoding !== undefined && encoding !== 'identity';
}

async function* guarded(body: Dispatcher.ResponseData['body']): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (cause) {
    throw toUpstreamError(cause);
  }
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    // INVARIANT: `x-assay-` headers of an answer come from this gateway, never from a model server.
    if (value === undefined || hopByHop.has(name) || name.startsWith('x-assay-')) continue;
    plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

function toUpstreamError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof RangeError) return new AppError('upstream_unavailable', cause.message, { cause });
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  const slow =
    code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT';
  return slow
    ? new AppError('upstream_timeout', 'the model server took too long', { cause })
    : new AppError('upstream_unavailable', `the model server failed (${String(code ?? 'no code')})`, { cause });
}
