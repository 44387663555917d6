/**
 * Holds one conversation with an MCP server as a client of both protocol eras (2026-07-28 and before), over the guarded
 * outbound client and within bounds. Its answers are untrusted until they were checked.
 */
import { setMaxListeners } from 'node:events';
import type { Client, FetchLike, RequestOptions, StandardSchemaV1 } from '@modelcontextprotocol/client';
import { AppError, isAppError } from '../../../platform/errors.ts';
import { toFetch } from '../../../platform/http/guarded-as-fetch.ts';
import type { GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import { readChallenge } from '../foreign-oauth/challenge.ts';

/** A server to ask, with the headers that authenticate the call. */
export interface ToolSource {
  readonly type: 'streamable-http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface McpSessionDeps {
  readonly clientOf: (orgId: string) => Pick<GuardedClient, 'open'>;
  /** Of the whole conversation. */
  readonly timeoutMs: number;
  /** Of one answer. */
  readonly maxBytes: number;
  /** Maximum of HTTP calls, whatever the server makes a client do: an organisation's calls per minute are bounded. */
  readonly maxCalls: number;
  /** Messages for a timeout and for a refusal. */
  readonly words: { readonly late: string; readonly forbidden: string };
}

/** A connected client, and the options of each request. */
export interface McpSession {
  readonly client: Client;
  readonly options: RequestOptions;
}

export interface McpConversation {
  readonly orgId: string;
  readonly source: ToolSource;
  readonly signal: AbortSignal | undefined;
  /** Called with each message before it is sent. */
  readonly onSend?: (message: string) => void;
}

/**
 * Holds a conversation. @throws AppError `unprocessable` with `reason` `unauthorized`, `forbidden`, `insufficient_scope`
 * (with `scopes_missing`), `mcp_invalid`, `tools_invalid` or `outbound_…`; `upstream_unavailable`; `upstream_timeout`.
 */
export async function converse<T>(
  deps: McpSessionDeps,
  { orgId, source, signal, onSend }: McpConversation,
  run: (session: McpSession) => Promise<T>,
): Promise<T> {
  const { clientOf, timeoutMs, maxBytes } = deps;
  // Imported here because it loads slowly and most calls of the verifier do not use it.
  const mcp = await import('@modelcontextprotocol/client');
  const deadline = AbortSignal.timeout(timeoutMs);
  const failing = new AbortController();
  const all = AbortSignal.any([deadline, failing.signal, ...(signal === undefined ? [] : [signal])]);
  const seen: Seen = {
    status: undefined,
    challenge: undefined,
    error: undefined,
    calls: 0,
    maxCalls: deps.maxCalls,
    stop: (error) => failing.abort(error),
    onSend: onSend ?? (() => undefined),
  };
  const accept = ['application/json', 'text/event-stream'];
  const fetch = watch(toFetch(clientOf(orgId), { accept, timeoutMs, idleMs: timeoutMs, maxBytes }), source, seen);
  const client = new mcp.Client(
    { name: 'assay', version: '1.0.0' },
    { versionNegotiation: { mode: source.type === 'sse' ? 'legacy' : 'auto' }, capabilities: {} },
  );
  client.onerror = (error) => {
    if (isAppError(error)) seen.error ??= error;
  };
  const url = new URL(source.url);
  const transport =
    source.type === 'sse'
      ? new mcp.SSEClientTransport(url, { fetch })
      : new mcp.StreamableHTTPClientTransport(url, { fetch, reconnectionOptions: noReconnection });
  const options = { signal: all, timeout: 2 ** 30 };
  const work = async (): Promise<T> => {
    await client.connect(transport, options);
    return run({ client, options });
  };
  try {
    return await orAborted(work(), all);
  } catch (error) {
    throw toRefusal(error, seen, { isLate: deadline.aborted, timeoutMs, words: deps.words });
  } finally {
    // Open requests end with the deadline. An error here says no more than the error thrown above.
    await client.close().catch(() => undefined);
    // No further calls, whatever the library still has queued.
    seen.calls = Number.POSITIVE_INFINITY;
  }
}

const noReconnection = {
  maxRetries: 0,
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 1_000,
  reconnectionDelayGrowFactor: 1,
};

/** Keeps the server's own value: the hash must not cover a library's version of it. */
export const anything: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'assay', validate: (value) => ({ value }) },
};

interface Seen {
  status: number | undefined;
  /** `www-authenticate` header of the answer with this status. */
  challenge: string | undefined;
  error: AppError | undefined;
  calls: number;
  readonly maxCalls: number;
  readonly onSend: (message: string) => void;
  /** Ends the waiting when an answer breaks off: the rest of it never arrives. */
  readonly stop: (error: AppError) => void;
}

/** Adds the installation's headers, to its own origin only, and keeps errors that a library would turn into text. */
function watch(fetch: typeof globalThis.fetch, source: ToolSource, seen: Seen): FetchLike {
  const { origin } = new URL(source.url);
  return async (input, init) => {
    // A server of the older transport names the address for messages: it must be on the same origin.
    if (new URL(String(input)).origin !== origin)
      throw refuseServer('mcp_invalid', 'the server redirects to another origin');
    seen.calls += 1;
    if (seen.calls > seen.maxCalls) {
      const error = refuseServer('tools_invalid', 'the server requests more than the client allows');
      seen.stop(error);
      throw error;
    }
    // All calls of a conversation share one signal; their number is bounded above.
    if (init?.signal) setMaxListeners(seen.maxCalls, init.signal);
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(source.headers)) headers.set(name, value);
    if (init?.method === 'POST' && typeof init.body === 'string') seen.onSend(init.body);
    try {
      const answer = await fetch(input, { ...init, headers });
      // It is no failure if a server has no stream of its own, or does not end sessions.
      if (init?.method !== 'POST' && source.type !== 'sse') return answer;
      seen.status = answer.status;
      seen.challenge = answer.headers.get('www-authenticate') ?? undefined;
      return watchBody(answer, seen);
    } catch (error) {
      if (isAppError(error)) seen.error = error;
      throw error;
    }
  };
}

/** Gives the same answer, and reports a broken body, which libraries hide. */
function watchBody(answer: Response, { stop }: Seen): Response {
  const reader = answer.body?.getReader();
  if (reader === undefined) return answer;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (isAppError(error)) stop(error);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, answer);
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}

function toRefusal(
  error: unknown,
  seen: Seen,
  late: { readonly isLate: boolean; readonly timeoutMs: number; readonly words: McpSessionDeps['words'] },
): AppError {
  if (isAppError(error)) return error;
  if (late.isLate) {
    const detail = `${late.words.late} within ${late.timeoutMs} ms`;
    return new AppError('upstream_timeout', detail, { cause: error, detail });
  }
  const { status = 0 } = seen;
  if (status === 401) return refuseServer('unauthorized', 'the server refuses this credential', error);
  if (status === 403) return toForbidden(seen.challenge, late.words.forbidden, error);
  if (seen.error !== undefined) return seen.error;
  if (status >= 500) {
    const detail = `the server answers with status ${status}`;
    return new AppError('upstream_unavailable', detail, { cause: error, detail });
  }
  return refuseServer('mcp_invalid', 'the answer of the server does not follow MCP', error);
}

/** Names missing scopes, if the server states them (RFC 6750 section 3.1), for callers that can request more. */
function toForbidden(challenge: string | undefined, words: string, cause: unknown): AppError {
  const { error, scopes = [] } = readChallenge(challenge) ?? {};
  if (error !== 'insufficient_scope' || scopes.length === 0) return refuseServer('forbidden', words, cause);
  const detail = `${words} with the scopes of this credential: it requires ${scopes.join(' ').slice(0, 500)}`;
  const extensions = { reason: 'insufficient_scope', scopes_missing: scopes };
  return new AppError('unprocessable', detail, { cause, detail, extensions });
}

/** Gives the scopes that a server demands; undefined if it refused for another reason. */
export function scopesWantedBy(error: unknown): readonly string[] | undefined {
  const { reason, scopes_missing: scopes } = (isAppError(error) && error.extensions) || {};
  if (reason !== 'insufficient_scope' || !Array.isArray(scopes)) return undefined;
  return scopes.filter((scope) => typeof scope === 'string');
}

/** Refuses an answer of a server. */
export function refuseServer(reason: string, detail: string, cause?: unknown): AppError {
  return new AppError('unprocessable', detail, {
    ...(cause === undefined ? {} : { cause }),
    detail,
    extensions: { reason },
  });
}
