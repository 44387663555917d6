/**
 * The client of a gateway in another process: keep-alive pool, bounds on time and size, no redirects, and whether a
 * call was sent.
 */
import { type Dispatcher, Pool } from 'undici';
import { AppError } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/http/access.ts';
import { readBounded } from '../bounded-body.ts';
import { type GatewayCall, gatewayPaths, type OpenedAnswer, type StreamingGatewayClient } from './client.ts';

export interface HttpGatewayOptions {
  /** Base URL, e.g. `http://127.0.0.1:8300`, read at each call; undefined while no gateway is known. */
  readonly url: () => string | undefined;
  /** Timeout of one call; the default depends on the path. */
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  /** For tests; a keep-alive pool if absent. */
  readonly dispatcher?: Dispatcher;
}

const connections = 32;
/** A model may be slow: the gateway itself waits two minutes for the first byte. */
const timeoutsMs = { [gatewayPaths.chat]: 300_000, [gatewayPaths.evaluate]: 60_000 };
const defaultMaxAnswerBytes = 8 * 1024 * 1024;

/** Failures before a byte of the call left. */
const unsentCodes = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'],
]);

/** Connects lazily; nothing is sent before the first call. */
export function createHttpGatewayClient(options: HttpGatewayOptions): StreamingGatewayClient {
  const { url, maxAnswerBytes = defaultMaxAnswerBytes } = options;
  /** By origin, because the gateway's address may become known only after the start. */
  const pools = new Map<string, Dispatcher>();

  const connect = (origin: string): Dispatcher => {
    const known = options.dispatcher ?? pools.get(origin);
    if (known !== undefined) return known;
    const pool = new Pool(origin, { connections, pipelining: 1, connectTimeout: 5_000 });
    pools.set(origin, pool);
    return pool;
  };

  const request = (base: URL, call: GatewayCall, signal: AbortSignal) =>
    connect(base.origin).request({
      origin: base.origin,
      path: `${base.pathname.replace(/\/$/, '')}${call.path}`,
      method: 'POST',
      headers: toHeaders(call),
      body: call.body,
      signal,
    });

  const ask = async (base: URL, call: GatewayCall, signal: AbortSignal) => {
    const answer = await request(base, call, signal);
    const text = (await readBounded(answer.body, maxAnswerBytes)).toString('utf8');
    const { 'x-assay-evidence-id': evidenceId, 'retry-after': retryAfter } = answer.headers;
    return {
      status: answer.statusCode,
      text,
      evidenceId: typeof evidenceId === 'string' && evidenceForm.test(evidenceId) ? evidenceId : undefined,
      retryAfterS: typeof retryAfter === 'string' && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    };
  };

  const open = async (base: URL, call: GatewayCall, signal: AbortSignal): Promise<OpenedAnswer> => {
    const { statusCode: status, headers, body } = await request(base, call, signal);
    const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    return { status, headers: Object.fromEntries(named), chunks: bounded(body, maxAnswerBytes) };
  };

  const within = async <T>(call: GatewayCall, work: (base: URL, signal: AbortSignal) => Promise<T>): Promise<T> => {
    const named = url();
    if (named === undefined) throw new AppError('unavailable', 'no gateway is known', { detail: unknownGateway });
    const timeoutMs = options.timeoutMs ?? timeoutsMs[call.path];
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await work(new URL(named), AbortSignal.any([deadline, call.signal]));
    } catch (cause) {
      call.signal.throwIfAborted();
      throw toFailure(cause, deadline.aborted ? timeoutMs : undefined);
    }
  };

  return {
    isOnLoopback() {
      const base = url();
      return base !== undefined && isLoopback(new URL(base).hostname.replace(/^\[|\]$/g, ''));
    },
    send: (call) => within(call, (base, signal) => ask(base, call, signal)),
    open: (call) => within(call, (base, signal) => open(base, call, signal)),
    async close() {
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}

/** Gives the chunks as they come. @throws RangeError when there is more than `maxBytes`. */
async function* bounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RangeError(`the answer is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

const unknownGateway =
  'no gateway is known to the verifier: set VERIFIER_GATEWAY_URL to the address of one, e.g. http://127.0.0.1:8300';

const evidenceForm = /^ev_[0-9a-f-]{36}$/;

function toHeaders({ agentId, token, sessionId, traceparent }: GatewayCall): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'x-assay-agent-id': agentId,
    'x-assay-session-id': sessionId,
    traceparent,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

function toFailure(cause: unknown, lateAfterMs: number | undefined): AppError {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (unsentCodes.has(String(code))) {
    const detail = 'the gateway cannot be reached';
    return new AppError('unavailable', detail, { cause, detail });
  }
  if (lateAfterMs !== undefined) {
    const detail = `the gateway gave no answer within ${lateAfterMs} ms`;
    return new AppError('upstream_timeout', detail, { cause, detail });
  }
  const detail =
    cause instanceof RangeError ? 'the answer of the gateway is too large' : 'the call to the gateway ended early';
  return new AppError('upstream_unavailable', detail, { cause, detail });
}
