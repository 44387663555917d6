/**
 * The only way out to addresses that somebody else names (docs/outbound.md). A name is resolved here, every address of
 * the answer is judged, and the connection is made to those very addresses: a name that resolves differently the second
 * time (DNS rebinding) is never asked a second time. No proxy of the environment is used: it would resolve anew.
 *
 * `client(url, request)` gives a whole answer, `client.open(url, request)` one whose body arrives piece by piece, and
 * `toFetch(client, options)` (guarded-as-fetch.ts) a `fetch` for libraries. {@link metadataLimits} are those of documents
 * that describe others (RFC 8414, 9728, 7591, key sets), `readJson` (guarded-answer.ts) reads them.
 */
import type { AppError } from '../errors.ts';
import { type GuardedAnswer, type GuardedStream, isRead, readAll, withCheckedJson } from './guarded-answer.ts';
import { sendGuarded, toAppError } from './guarded-connection.ts';
import { createDeadline } from './guarded-deadline.ts';
import { assertHeaders, nextHop } from './guarded-hop.ts';
import type { KeptConnections } from './guarded-kept.ts';
import { assertCallable, findAddresses, placeOf, readUrl } from './guarded-target.ts';
import { mergeAllow, type OutboundAllow } from './outbound-addresses.ts';
import { type Resolve, resolveBySystem } from './system-resolver.ts';

export type { GuardedAnswer, GuardedStream } from './guarded-answer.ts';
export type { Resolve } from './system-resolver.ts';

/** One call. */
export interface GuardedRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Media types that the answer may have; an empty list when its body is of no interest: then none is read. */
  readonly accept: readonly string[];
  /** Over everything, resolving and the whole body included; 10 seconds if absent. */
  readonly timeoutMs?: number;
  /** Between two pieces of the body; only {@link GuardedRequest.timeoutMs} if absent. */
  readonly idleMs?: number;
  /** Of the answer's body; 1 MiB if absent. */
  readonly maxBytes?: number;
  /** How deep JSON of the answer may nest; not looked at if absent. */
  readonly maxDepth?: number;
  /**
   * Redirects that are followed, at most 3 and by GET only; none if absent. Each hop is judged as the first one was,
   * https never leads to http, and another origin gets no header of this request.
   */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
  /** What is allowed for this call besides what the deployment allows: rules of an organisation. */
  readonly alsoAllow?: OutboundAllow;
  /** Told of a refusal before the caller is. */
  readonly onRefused?: (refusal: Refusal) => Promise<void>;
}

/** What was refused and why; never a path or a query. */
export interface Refusal {
  /** Empty where the address could not even be read. */
  readonly host: string;
  readonly port: number;
  /** `outbound_…`. */
  readonly reason: string;
}

/**
 * @throws AppError `unprocessable` with a `reason` (`outbound_…`) for a target that may not be called or an answer that
 * is not taken, `upstream_unavailable`, `upstream_timeout`.
 */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedAnswer>;

/** The client whole: to be called, and to open answers whose body streams. */
export interface GuardedClient {
  (url: string, request: GuardedRequest): Promise<GuardedAnswer>;
  /** The body is to be read to its end or closed; at the time limit it is cut off. @throws AppError as {@link GuardedFetch}. */
  open(url: string, request: GuardedRequest): Promise<GuardedStream>;
}

export interface GuardedFetchDeps {
  readonly allow: OutboundAllow;
  /** Ports that are called at public addresses besides 443 and 8443. */
  readonly ports?: ReadonlySet<number>;
  /** The system's resolver if absent. */
  readonly resolve?: Resolve;
  /** What reaching an address may take, of the whole time; 3 seconds if absent. */
  readonly connectTimeoutMs?: number;
  /** Told of a refusal of calls that name nobody of their own ({@link GuardedRequest.onRefused}). */
  readonly onRefused?: (refusal: Refusal) => Promise<void>;
  /** PEM of an authority to trust instead of those of the system: a company's own, or a test's. */
  readonly ca?: string;
  /** Connections to keep between calls (guarded-kept.ts); one for each call if absent. */
  readonly kept?: KeptConnections;
}

const defaultTimeoutMs = 10_000;
const mostRedirects = 3;

/** For documents that describe a server: small, flat, soon, and wherever three redirects lead. */
export const metadataLimits = {
  redirects: mostRedirects,
  timeoutMs: 5_000,
  maxBytes: 64 * 1024,
  maxDepth: 10,
} as const;

/** Makes the guarded client. */
export function createGuardedFetch(deps: GuardedFetchDeps): GuardedClient {
  const open = (text: string, request: GuardedRequest): Promise<GuardedStream> => openGuarded(deps, text, request);
  const call = async (text: string, request: GuardedRequest): Promise<GuardedAnswer> => {
    const { status, headers, body, close } = await open(text, request);
    try {
      return { status, headers, body: isRead(status, request) ? await readAll(body) : Buffer.alloc(0) };
    } finally {
      await close();
    }
  };
  return Object.assign(call, { open });
}

async function openGuarded(deps: GuardedFetchDeps, text: string, request: GuardedRequest): Promise<GuardedStream> {
  const { redirects = 0, timeoutMs = defaultTimeoutMs, onRefused = deps.onRefused } = request;
  if (redirects > mostRedirects || (redirects > 0 && (request.method ?? 'GET') !== 'GET')) {
    throw new Error('only GET is redirected, and at most three times');
  }
  const deadline = createDeadline(timeoutMs, request.signal);
  // The hop that is on its way: a refusal names it.
  let at: URL | undefined;
  let failure: AppError | undefined;
  const fail = async (error: unknown): Promise<AppError> => {
    if (failure !== undefined) return failure;
    deadline.stop();
    failure = toAppError(error, { isLate: deadline.isLate(), timeoutMs });
    const reason = failure.extensions?.['reason'];
    if (typeof reason === 'string') await onRefused?.({ ...placeOf(at?.href ?? ''), reason });
    return failure;
  };
  try {
    at = readUrl(text);
    assertCallable(at, deps.ports);
    let headers = assertHeaders(request.headers ?? {});
    for (let left = redirects; ; left -= 1) {
      const answer = await callOnce(deps, at, { ...request, headers }, deadline.signal);
      if (answer.status < 300 || answer.status >= 400) {
        return await guardBody(answer, { request, fail, stop: deadline.stop });
      }
      await answer.close();
      const next = nextHop(at, answer, left);
      if (next.origin !== at.origin) headers = {};
      at = next;
      assertCallable(at, deps.ports);
    }
  } catch (error) {
    throw await fail(error);
  }
}

async function callOnce(
  { allow, ports, resolve = resolveBySystem, ...connecting }: GuardedFetchDeps,
  url: URL,
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedStream> {
  const { alsoAllow } = request;
  const all = alsoAllow === undefined ? allow : mergeAllow(allow, alsoAllow);
  const addresses = await findAddresses(url, { allow: all, ports, resolve, signal });
  return sendGuarded(url, addresses, { ...request, signal }, connecting);
}

interface Guarding {
  readonly request: GuardedRequest;
  readonly fail: (error: unknown) => Promise<AppError>;
  readonly stop: () => void;
}

/** What goes wrong while the body arrives is told as what went wrong before, and nothing of the call outlives it. */
async function guardBody(answer: GuardedStream, { request, fail, stop }: Guarding): Promise<GuardedStream> {
  const close = async (): Promise<void> => {
    stop();
    await answer.close();
  };
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* answer.body;
    } catch (error) {
      throw await fail(error);
    } finally {
      await close();
    }
  };
  try {
    return { ...(await withCheckedJson({ ...answer, body: pass(), close }, request)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
