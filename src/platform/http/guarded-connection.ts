/**
 * The connection of a guarded call. It goes to judged addresses only, and closes with the call unless it is kept
 * (guarded-kept.ts).
 */
import { isIP, type LookupFunction } from 'node:net';
import { type Dispatcher, errors } from 'undici';
import { AppError } from '../errors.ts';
import { assertTaken, bounded, type GuardedStream, isRead, refuseAnswer } from './guarded-answer.ts';
import type { GuardedFetchDeps, GuardedRequest } from './guarded-fetch.ts';
import { createGuardedAgent } from './guarded-kept.ts';

/** Time limit to connect, within the whole time limit, so that an address that never answers fails early. */
const defaultConnectTimeoutMs = 3_000;

/** Sends one request. A redirect is an answer like any other here. The body is bounded and fails with the connection. */
export async function sendGuarded(
  url: URL,
  addresses: readonly string[],
  request: GuardedRequest & { readonly signal: AbortSignal },
  deps: Pick<GuardedFetchDeps, 'ca' | 'connectTimeoutMs' | 'kept' | 'tls'>,
): Promise<GuardedStream> {
  const { method = 'GET', body, accept, signal, idleMs = 0 } = request;
  const { ca, connectTimeoutMs = defaultConnectTimeoutMs, kept, tls } = deps;
  const connecting = { lookup: answerWith(addresses), timeoutMs: connectTimeoutMs, ca, tls: tls?.() };
  // One connection for each call, unless the caller keeps connections, so that callers share nothing. Proxies of the
  // environment are ignored.
  const agent = kept?.agentFor(url.origin, connecting) ?? createGuardedAgent(connecting, { connections: 1 });
  const end = async (): Promise<void> => {
    if (kept === undefined) await agent.destroy();
  };
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      signal,
      bodyTimeout: idleMs,
      headers: {
        ...request.headers,
        accept: accept.length === 0 ? '*/*' : accept.join(', '),
        // Nothing is decompressed. A compressed answer is refused.
        'accept-encoding': 'identity',
        'user-agent': 'assay',
      },
      ...(body === undefined ? {} : { body }),
    });
    // An unread body fails when the connection is closed; that is no error.
    answer.body.on('error', () => {});
    const { statusCode: status } = answer;
    // Drops an unread rest; the connection continues if it was read to its end.
    const close = async (): Promise<void> => {
      answer.body.destroy();
      await end();
    };
    const headers = toHeaders(answer.headers);
    const isRedirect = status >= 300 && status < 400;
    try {
      if (!isRedirect) assertTaken({ status, headers }, request);
    } catch (error) {
      await close();
      throw error;
    }
    const isBodyRead = !isRedirect && isRead(status, request);
    return { status, headers, body: isBodyRead ? bounded(answer.body, request.maxBytes) : nothing(), close };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Gives every failure as the AppError of guarded calls. */
export function toAppError(error: unknown, { isLate, timeoutMs }: { isLate: boolean; timeoutMs: number }): AppError {
  if (error instanceof AppError) return error;
  if (isLate) return tooLate(`the target did not answer within ${timeoutMs} ms`, error);
  if (error instanceof errors.ConnectTimeoutError) {
    return tooLate('no connection was made in time', error);
  }
  if (error instanceof errors.BodyTimeoutError) return tooLate('the answer ended early', error);
  if (error instanceof errors.HeadersOverflowError) {
    return refuseAnswer('outbound_size', 'the headers of the answer are too large');
  }
  const detail = 'the target cannot be reached';
  return new AppError('upstream_unavailable', detail, { cause: error, detail });
}

/** Replaces the resolver of the connection. It knows the judged addresses only. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = all;
    if (options.all === true) callback(null, all);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}

/** Headers that may come in several lines, all of which count (RFC 9110 section 5.3). */
const listed = new Set(['www-authenticate', 'link']);

function toHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([key, value]) => {
    const name = key.toLowerCase();
    if (value === undefined || name === 'set-cookie') return [];
    const values = Array.isArray(value) ? value : [value];
    const [first] = values;
    if (first === undefined) return [];
    return [[name, listed.has(name) ? values.join(', ') : first] as const];
  });
  return Object.fromEntries(entries);
}

function tooLate(detail: string, cause: unknown): AppError {
  return new AppError('upstream_timeout', detail, { cause, detail });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
