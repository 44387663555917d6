/** The connection of a guarded call: to judged addresses only, for this one call and gone with it, unless it is kept (guarded-kept.ts). */
import { isIP, type LookupFunction } from 'node:net';
import { type Dispatcher, errors } from 'undici';
import { AppError } from '../errors.ts';
import { assertTaken, bounded, type GuardedStream, isRead, refuse } from './guarded-answer.ts';
import type { GuardedFetchDeps, GuardedRequest } from './guarded-fetch.ts';
import { createGuardedAgent } from './guarded-kept.ts';

/** Of the whole time, what reaching it may take: an address that swallows everything is given up early. */
const defaultConnectTimeoutMs = 3_000;

/** Sends one request; a redirect is an answer like any other here. Its body is bounded, and errs as the connection does. */
export async function sendGuarded(
  url: URL,
  addresses: readonly string[],
  request: GuardedRequest & { readonly signal: AbortSignal },
  { ca, connectTimeoutMs = defaultConnectTimeoutMs, kept }: Pick<GuardedFetchDeps, 'ca' | 'connectTimeoutMs' | 'kept'>,
): Promise<GuardedStream> {
  const { method = 'GET', body, accept, signal, idleMs = 0 } = request;
  const connecting = { lookup: answerWith(addresses), timeoutMs: connectTimeoutMs, ca };
  // One connection for one call, unless whoever calls keeps them: nothing of it serves another caller. It is never a
  // proxy's, whatever the environment says.
  const agent = kept?.agentFor(url.origin, connecting) ?? createGuardedAgent(connecting, { connections: 1 });
  const end = async (): Promise<void> => {
    if (kept === undefined) await agent.destroy();
  };
  try {
    const answer = await agent.request({
      ...{ origin: url.origin, path: `${url.pathname}${url.search}`, method, signal, bodyTimeout: idleMs },
      headers: {
        ...request.headers,
        accept: accept.length === 0 ? '*/*' : accept.join(', '),
        // Nothing is ever decompressed: an answer that is compressed all the same is refused.
        'accept-encoding': 'identity',
        'user-agent': 'assay',
      },
      ...(body === undefined ? {} : { body }),
    });
    // A body that nobody reads errs when the connection is closed: that is nobody's error.
    answer.body.on('error', () => {});
    const { statusCode: status } = answer;
    // Cut off where it was not read to its end; the connection goes on where it was.
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

/** Every failure as the caller of a guarded call is told of it. */
export function toAppError(error: unknown, { isLate, timeoutMs }: { isLate: boolean; timeoutMs: number }): AppError {
  if (error instanceof AppError) return error;
  if (isLate) return tooLate(`the target did not answer within ${timeoutMs} ms`, error);
  if (error instanceof errors.ConnectTimeoutError) {
    return tooLate('no connection was made in time', error);
  }
  if (error instanceof errors.BodyTimeoutError) return tooLate('the answer stopped in its middle', error);
  if (error instanceof errors.HeadersOverflowError) {
    return refuse('outbound_size', 'the headers of the answer are too large');
  }
  const detail = 'the target cannot be reached';
  return new AppError('upstream_unavailable', detail, { cause: error, detail });
}

/** Stands in for the resolver of the connection: it knows the judged addresses only. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = all;
    if (options.all === true) callback(null, all);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}

/** Challenges and links may come in several lines, and mean all of them (RFC 9110 section 5.3). */
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
