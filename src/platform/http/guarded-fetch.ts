/**
 * The only way to call addresses that somebody else names (docs/outbound.md). It resolves the name once, judges every
 * address of the answer, and connects to those very addresses, so that a name cannot resolve differently the second
 * time (DNS rebinding). Proxies of the environment are ignored, since they would resolve again.
 *
 * `client(url, request)` gives a whole answer, `client.open(url, request)` one whose body arrives in pieces, and
 * `toFetch(client, options)` (guarded-as-fetch.ts) a `fetch` for libraries. {@link metadataLimits} are for documents
 * that describe others (RFC 8414, 9728, 7591, key sets); `readJson` (guarded-answer.ts) reads them.
 */
import type { AppError } from '../errors.ts';
import type { PeerTls } from '../tls/mtls-dispatcher.ts';
import { type GuardedAnswer, type GuardedStream, isRead, readAll, withCheckedJson } from './guarded-answer.ts';
import { sendGuarded, toAppError } from './guarded-connection.ts';
import { createDeadline } from './guarded-deadline.ts';
import { assertHeaders, nextHop } from './guarded-hop.ts';
import type { KeptConnections } from './guarded-kept.ts';
import { assertCallable, findAddresses, hostAndPortOf, readUrl } from './guarded-target.ts';
import { mergeAllow, type OutboundAllow } from './outbound-addresses.ts';
import { type Resolve, resolveBySystem } from './system-resolver.ts';

export type { GuardedAnswer, GuardedStream } from './guarded-answer.ts';
export type { Resolve } from './system-resolver.ts';

/** One call. */
export interface GuardedRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Accepted media types of the answer. With an empty list no body is read. */
  readonly accept: readonly string[];
  /** Limit for the whole call, with resolving and body; 10 seconds if absent. */
  readonly timeoutMs?: number;
  /** Limit between two pieces of the body; only {@link GuardedRequest.timeoutMs} if absent. */
  readonly idleMs?: number;
  /** Limit of the answer's body; 1 MiB if absent. */
  readonly maxBytes?: number;
  /** Nesting limit of the answer's JSON; unchecked if absent. */
  readonly maxDepth?: number;
  /**
   * Redirects to follow, at most 3 and by GET only; none if absent. Each hop is judged like the first, https never
   * leads to http, and another origin gets no header of this request.
   */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
  /** Allowed for this call in addition to the deployment's rules: rules of an organisation. */
  readonly alsoAllow?: OutboundAllow;
  /** Called with a refusal before the caller sees it. */
  readonly onRefused?: (refusal: Refusal) => Promise<void>;
}

/** The refused target and the reason; never a path or a query. */
export interface Refusal {
  /** Empty if the address could not be read. */
  readonly host: string;
  readonly port: number;
  /** `outbound_…`. */
  readonly reason: string;
}

/**
 * @throws AppError `unprocessable` with a `reason` (`outbound_…`) for a refused target or answer,
 * `upstream_unavailable`, `upstream_timeout`
 */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedAnswer>;

/** The whole client: it can be called, and it can open answers whose body streams. */
export interface GuardedClient {
  (url: string, request: GuardedRequest): Promise<GuardedAnswer>;
  /** Read the body to its end or close it; it is cut off at the time limit. @throws AppError as {@link GuardedFetch} */
  open(url: string, request: GuardedRequest): Promise<GuardedStream>;
}

export interface GuardedFetchDeps {
  readonly allow: OutboundAllow;
  /** Allowed ports at public addresses besides 443 and 8443. */
  readonly ports?: ReadonlySet<number>;
  /** The system's resolver if absent. */
  readonly resolve?: Resolve;
  /** Time limit to connect, within the whole time limit; 3 seconds if absent. */
  readonly connectTimeoutMs?: number;
  /** Called with refusals of calls without a {@link GuardedRequest.onRefused}. */
  readonly onRefused?: (refusal: Refusal) => Promise<void>;
  /** PEM of an authority to trust instead of the system's: a company's own, or a test's. */
  readonly ca?: string;
  /** TLS of a service that shows an X.509-SVID, made for each connection; not with {@link GuardedFetchDeps.kept}. */
  readonly tls?: () => PeerTls;
  /** Connections to keep between calls (guarded-kept.ts); one for each call if absent. */
  readonly kept?: KeptConnections;
}

const defaultTimeoutMs = 10_000;
const maxRedirects = 3;

/** Limits for documents that describe a server: small, flat, quick, with at most three redirects. */
export const metadataLimits = {
  redirects: maxRedirects,
  timeoutMs: 5_000,
  maxBytes: 64 * 1024,
  maxDepth: 10,
} as const;

/** Creates the guarded client. */
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
  if (redirects > maxRedirects || (redirects > 0 && (request.method ?? 'GET') !== 'GET')) {
    throw new Error('only GET is redirected, and at most three times');
  }
  const deadline = createDeadline(timeoutMs, request.signal);
  // The current hop, named by a refusal.
  let at: URL | undefined;
  let failure: AppError | undefined;
  const fail = async (error: unknown): Promise<AppError> => {
    if (failure !== undefined) return failure;
    deadline.stop();
    failure = toAppError(error, { isLate: deadline.isLate(), timeoutMs });
    const reason = failure.extensions?.['reason'];
    if (typeof reason === 'string') await onRefused?.({ ...hostAndPortOf(at?.href ?? ''), reason });
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

/** Reports errors of the body as earlier errors are reported, and ends everything of the call. */
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
