/**
 * The only way out to addresses that somebody else names. A name is resolved here, every address of the answer is
 * judged, and the connection is made to those very addresses: a name that resolves differently the second time (DNS
 * rebinding) is never asked a second time. Redirects are not followed: a target that moved is named anew by its owner.
 */
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, errors } from 'undici';
import { AppError } from '../errors.ts';
import { judgeAddress, type OutboundAllow } from './outbound-addresses.ts';

/** One call. */
export interface GuardedRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Media types that the answer may have; an empty list when its body is of no interest: then none is read. */
  readonly accept: readonly string[];
  /** Over everything, resolving included; 10 seconds if absent. */
  readonly timeoutMs?: number;
  /** Of the answer's body; 1 MiB if absent. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export interface GuardedAnswer {
  readonly status: number;
  /** Names in lower case; of several values the first. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * @throws AppError `unprocessable` with a `reason` (`outbound_…`) for a target that may not be called or an answer that
 * is not taken, `upstream_unavailable`, `upstream_timeout`.
 */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedAnswer>;

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface GuardedFetchDeps {
  readonly allow: OutboundAllow;
  /** The system's resolver if absent. */
  readonly resolve?: Resolve;
  /** PEM of an authority to trust instead of those of the system: a company's own, or a test's. */
  readonly ca?: string;
}

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 1024 * 1024;
const maxUrlLength = 2_048;
const maxAddresses = 64;

/** Makes the guarded client. */
export function createGuardedFetch({ allow, resolve = resolveBySystem, ca }: GuardedFetchDeps): GuardedFetch {
  return async (text, request) => {
    const url = parseTarget(text);
    const { timeoutMs = defaultTimeoutMs } = request;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
    try {
      const addresses = await findAddresses(url, { allow, resolve, signal });
      return await send(url, addresses, { ...request, signal }, ca);
    } catch (error) {
      throw toAppError(error, { isLate: deadline.aborted, timeoutMs });
    }
  };
}

async function resolveBySystem(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}

/** Ports of services that speak HTTP; below 1024 all others belong to something else (mail, databases' admin, …). */
const wellKnownPorts = new Set([80, 443]);
const firstFreePort = 1024;

function parseTarget(text: string): URL {
  if (text.length > maxUrlLength || !URL.canParse(text)) {
    throw refuse('outbound_url', 'this is no URL that can be called');
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(
      'outbound_url',
      'a URL to be called starts with https://, or with http:// for an allowed private host',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('outbound_url', 'a URL to be called holds no user and no password');
  }
  const port = portOf(url);
  if (port < firstFreePort && !wellKnownPorts.has(port)) {
    throw refuse('outbound_port', `port ${port} is not called: only 80, 443 and those from ${firstFreePort}`);
  }
  return url;
}

interface Finding {
  readonly allow: OutboundAllow;
  readonly resolve: Resolve;
  readonly signal: AbortSignal;
}

/** Every address must be one that may be called: which of them a connection takes is not ours to say. */
async function findAddresses(url: URL, { allow, resolve, signal }: Finding): Promise<readonly string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await orAborted(resolve(host), signal) : [host];
  if (addresses.length === 0 || addresses.length > maxAddresses) {
    throw new AppError('upstream_unavailable', 'the name has no address', { detail: 'the name has no address' });
  }
  const verdicts = addresses.map((address) => judgeAddress(address, host, allow));
  if (verdicts.includes('refused')) {
    throw refuse('outbound_address', 'this leads to an address that is not public and not allowed');
  }
  if (url.protocol === 'http:' && verdicts.includes('public')) {
    throw refuse('outbound_url', 'only https is called at public addresses');
  }
  return addresses;
}

/** A resolver takes no signal: it is left behind. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function send(
  url: URL,
  addresses: readonly string[],
  request: GuardedRequest & { readonly signal: AbortSignal },
  ca: string | undefined,
): Promise<GuardedAnswer> {
  const { method = 'GET', body, accept, signal, maxBytes = defaultMaxBytes } = request;
  // One connection for one call: nothing of it serves another caller.
  const agent = new Agent({
    connect: { lookup: answerWith(addresses), ...(ca === undefined ? {} : { ca }) },
    ...{ connections: 1, pipelining: 1, maxHeaderSize: 16 * 1024, headersTimeout: 0, bodyTimeout: 0 },
  });
  try {
    const answer = await agent.request({
      ...{ origin: url.origin, path: `${url.pathname}${url.search}`, method, signal },
      headers: {
        ...request.headers,
        accept: accept.length === 0 ? '*/*' : accept.join(', '),
        // Nothing is ever decompressed: an answer that is compressed all the same is refused.
        'accept-encoding': 'identity',
        'user-agent': 'assay',
      },
      ...(body === undefined ? {} : { body }),
    });
    const headers = toHeaders(answer.headers);
    assertTaken(answer.statusCode, headers, accept, maxBytes);
    const isRead = accept.length > 0 && answer.statusCode !== 204;
    return { status: answer.statusCode, headers, body: isRead ? await read(answer.body, maxBytes) : Buffer.alloc(0) };
  } finally {
    // An answer that is not read to its end is cut off here.
    await agent.destroy();
  }
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

function assertTaken(
  status: number,
  headers: GuardedAnswer['headers'],
  accept: readonly string[],
  maxBytes: number,
): void {
  if (status >= 300 && status < 400) {
    throw refuse('outbound_redirect', 'the target answers with a redirect, which is not followed: name where it leads');
  }
  if (accept.length === 0 || status === 204) return;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw refuse('outbound_encoding', 'the answer is compressed, although it was asked for as it is');
  }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (status < 300 && !accept.includes(type)) {
    throw refuse('outbound_type', `the answer is not of type ${accept.join(' or ')}`);
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

async function read(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name.toLowerCase(), first] as const];
  });
  return Object.fromEntries(entries);
}

function hostOf({ hostname }: URL): string {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return bare.toLowerCase().replace(/\.$/, '');
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function refuse(reason: string, detail: string): AppError {
  return new AppError('unprocessable', detail, { detail, extensions: { reason } });
}

function tooLarge(maxBytes: number): AppError {
  return refuse('outbound_size', `the answer is larger than ${maxBytes} bytes`);
}

function toAppError(error: unknown, { isLate, timeoutMs }: { isLate: boolean; timeoutMs: number }): AppError {
  if (error instanceof AppError) return error;
  if (isLate) {
    const detail = `the target did not answer within ${timeoutMs} ms`;
    return new AppError('upstream_timeout', detail, { cause: error, detail });
  }
  if (error instanceof errors.HeadersOverflowError)
    return refuse('outbound_size', 'the headers of the answer are too large');
  const detail = 'the target cannot be reached';
  return new AppError('upstream_unavailable', detail, { cause: error, detail });
}
