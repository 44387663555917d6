/**
 * One download from a vendor or a mirror: bounded in size and time, retried once if that may help, and never
 * redirected to another origin. The answer is not trusted here: the caller checks its signature.
 */

import { readBounded } from '../../clients/bounded-body.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { parseUrl } from '../../platform/url.ts';

/** Options of a request. */
export interface FetchInit {
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
  readonly headers: Record<string, string>;
}

/** The used part of an answer. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/** The part of `fetch` that is used. */
export type Fetch = (url: URL, init: FetchInit) => Promise<FetchResponse>;

/** Dependencies of a downloader: the network, the clock and the pause. */
export interface DownloadOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Resolves after a time; the pause before the second try. */
  readonly wait: (durationMs: number) => Promise<void>;
  /** Time limit of the whole answer, per try. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The whole body, and access to its headers. */
export interface Answer {
  readonly bytes: Uint8Array;
  header(name: string): string | undefined;
}

/** @throws AppError `not_found` for 404, `unavailable` for every other failure */
export type Download = (url: URL) => Promise<Answer>;

/** Tells a missing file from a failing server. */
interface Failure {
  readonly error: AppError;
  /** Absent: a second try would have the same result. */
  readonly retryAfterMs?: number;
}

/** The verifier's folder accepts no larger file. Revocation lists and TCB Info are far smaller. */
const maxAnswerBytes = 2 * 1024 * 1024;
const maxRedirects = 3;
const backoffMs = 1_000;
const maxRetryAfterMs = 60_000;
const transientStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504];
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** Creates a downloader. */
export function createDownload(options: DownloadOptions): Download {
  return async (url) => {
    const first = await attempt(url, options);
    if (!('error' in first)) return first;
    if (first.retryAfterMs === undefined) throw first.error;
    await options.wait(first.retryAfterMs);
    const second = await attempt(url, options);
    if ('error' in second) throw second.error;
    return second;
  };
}

async function attempt(url: URL, options: DownloadOptions): Promise<Answer | Failure> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  try {
    const response = await follow(url, { fetch: options.fetch, signal });
    if (response instanceof AppError) return { error: response };
    if (response.status !== 200) return await toFailure(url, response, options.clock);
    const { headers } = response;
    const bytes = response.body === null ? new Uint8Array() : await readBounded(response.body, maxAnswerBytes);
    return { bytes: new Uint8Array(bytes), header: (name) => headers.get(name) ?? undefined };
  } catch (cause) {
    // Ctrl-C is no failure of the server.
    if (options.signal?.aborted === true) throw cause;
    if (cause instanceof RangeError) {
      return {
        error: unavailable(url, `sends more than ${maxAnswerBytes} bytes, which is too large for collateral`, cause),
      };
    }
    const what = deadline.aborted ? `did not answer completely within ${options.timeoutMs / 1000} s` : describe(cause);
    return { error: unavailable(url, what, cause), retryAfterMs: backoffMs };
  }
}

/** Follows redirects within one origin. Another origin would be another party than the requested one. */
async function follow(
  url: URL,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal },
): Promise<FetchResponse | AppError> {
  let target = url;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const response = await fetch(target, { redirect: 'manual', signal, headers: { accept: '*/*' } });
    if (!redirectStatuses.includes(response.status)) return response;
    const location = response.headers.get('location');
    await response.body?.cancel();
    const next = location === null ? undefined : parseUrl(location, target.href);
    if (next === undefined) return unavailable(url, 'redirects to no address');
    if (next.origin !== url.origin) {
      return unavailable(url, `redirects to ${next.protocol}//${next.host}, which is not followed`);
    }
    target = next;
  }
  return unavailable(url, `redirects more than ${maxRedirects} times`);
}

async function toFailure(url: URL, response: FetchResponse, clock: Clock): Promise<Failure> {
  const { status, headers } = response;
  await response.body?.cancel();
  if (status === 404) {
    return { error: new AppError('not_found', 'HTTP 404', { detail: `${url.href} is not there (HTTP 404)` }) };
  }
  if (!transientStatuses.includes(status)) return { error: unavailable(url, `answers with HTTP ${status}`) };
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), clock) ?? backoffMs;
  if (retryAfterMs > maxRetryAfterMs) {
    const seconds = Math.ceil(retryAfterMs / 1000);
    return { error: unavailable(url, `answers with HTTP ${status} and asks to come back in ${seconds} s`) };
  }
  return { error: unavailable(url, `answers with HTTP ${status}, twice`), retryAfterMs };
}

/** Reads seconds or a date (RFC 9110 section 10.2.3); undefined for anything else. */
function readRetryAfter(text: string | null, { now }: Clock): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now());
}

/** Describes the network error, such as `ENOTFOUND`, which `fetch` hides in the cause. */
function describe(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  const why = typeof code === 'string' ? ` (${code})` : '';
  if (typeof code === 'string' && /CERT|SIGNATURE/.test(code)) {
    return `has a TLS certificate that is not trusted${why}. Name a file of further issuers in NODE_EXTRA_CA_CERTS`;
  }
  return `cannot be reached${why}. Without a network, download it on another machine or name a mirror with --mirror URL`;
}

function unavailable(url: URL, what: string, cause?: unknown): AppError {
  const detail = `${url.href} ${what}`;
  return new AppError('unavailable', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
