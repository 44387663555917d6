/**
 * One JSON call over HTTP with a deadline, a bounded answer and errors by code, shared by the clients of our own
 * services.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compile } from 'typebox/compile';
import { type Dispatcher, Pool } from 'undici';
import { ProblemSchema } from '../contract/problem.ts';
import { AppError, type ErrorCode, isErrorCode } from '../platform/errors.ts';
import { parseForeignJson, readBounded } from './bounded-body.ts';

export interface JsonHttpOptions {
  /** Base URL, e.g. `http://127.0.0.1:8400`; a path in it is a prefix. */
  readonly url: string;
  /** Sent as bearer token. */
  readonly token?: string | (() => string | undefined);
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Error code when the service cannot be reached, fails, or gives an unexpected answer. */
  readonly unavailable: ErrorCode;
  /** For mTLS or tests; a keep-alive pool of `connections` if absent. */
  readonly dispatcher?: Dispatcher;
  readonly connections?: number;
}

export interface JsonCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Shorter than the default of every call. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal;
}

/** A call whose body and answer are text of another media type. */
export interface TextCall {
  readonly path: string;
  readonly text: string;
  readonly mediaType: string;
}

export interface TextAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

/** A conditional read with bounds of its own. */
export interface TextRead {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The time for which the service may wait on purpose, on top of the normal timeout. */
  readonly waitMs: number;
  readonly maxAnswerBytes: number;
  /** Ends the call; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReadAnswer extends TextAnswer {
  readonly etag: string | undefined;
}

export interface JsonHttp {
  /**
   * Reads text, compressed where the service supports it. @throws AppError with the service's own 4xx code, else
   * `unavailable`.
   */
  read(call: TextRead): Promise<ReadAnswer>;
  /** Posts text and gives the answer unchanged. @throws AppError `unavailable` when there is none, or a 5xx. */
  post(call: TextCall): Promise<TextAnswer>;
  /** @throws AppError with the service's own 4xx code, else `unavailable`. */
  call<T>(call: JsonCall, isAnswer: (value: unknown) => value is T): Promise<T>;
  close(): Promise<void>;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

const defaultConnections = 8;
const problemShape = Compile(ProblemSchema);
const gunzipBytes = promisify(gunzip);

/** Connects lazily; nothing is sent before the first call. */
export function createJsonHttp(options: JsonHttpOptions): JsonHttp {
  const base = new URL(options.url);
  const prefix = base.pathname.replace(/\/$/, '');
  const connections = options.connections ?? defaultConnections;
  const dispatcher = options.dispatcher ?? new Pool(base.origin, { connections, pipelining: 1, connectTimeout: 5_000 });
  const token = typeof options.token === 'function' ? options.token : () => options.token;
  const fail = (path: string, what: string, cause?: unknown): AppError =>
    new AppError(options.unavailable, `${base.origin}${prefix}${path} ${what}`, { cause });

  const send = async (request: Request): Promise<ReadAnswer> => {
    const { method, path, body, timeoutMs = options.timeoutMs, maxAnswerBytes = options.maxAnswerBytes } = request;
    const headers = { ...request.headers };
    const secret = token();
    if (secret !== undefined) headers['authorization'] = `Bearer ${secret}`;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
    try {
      const sent = { origin: base.origin, path: `${prefix}${path}`, method, headers, signal, body: body ?? null };
      const answer = await dispatcher.request(sent);
      const bytes = await readBounded(answer.body, maxAnswerBytes);
      const { 'content-type': mediaType = '', 'content-encoding': encoding, etag } = answer.headers;
      return {
        status: answer.statusCode,
        mediaType: String(mediaType),
        etag: etag === undefined ? undefined : String(etag),
        text: await unpack(bytes, encoding === undefined ? undefined : String(encoding), maxAnswerBytes),
      };
    } catch (cause) {
      request.signal?.throwIfAborted();
      throw fail(path, deadline.aborted ? `gave no answer within ${timeoutMs} ms` : 'cannot be reached', cause);
    }
  };

  return {
    async call(call, isAnswer) {
      const body = call.body === undefined ? undefined : JSON.stringify(call.body);
      const types = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { accept: 'application/json', ...types, ...call.headers };
      const timeoutMs = Math.min(call.timeoutMs ?? options.timeoutMs, options.timeoutMs);
      const { method, path, signal } = call;
      const answer = await send({ method, path, body, headers, timeoutMs, signal });
      return readAnswer(answer, isAnswer, (what) => fail(call.path, what));
    },
    async post({ path, text, mediaType }) {
      const headers = { accept: '*/*', 'content-type': mediaType };
      const answer = await send({ method: 'POST', path, body: text, headers });
      if (answer.status >= 500) throw fail(path, `answered HTTP ${answer.status}`);
      return answer;
    },
    async read({ path, headers, waitMs, maxAnswerBytes, signal }) {
      const answer = await send({
        method: 'GET',
        path,
        body: undefined,
        maxAnswerBytes,
        signal,
        headers: { 'accept-encoding': 'gzip', ...headers },
        timeoutMs: waitMs + options.timeoutMs,
      });
      return assertRead(answer, (what) => fail(path, what));
    },
    close: () => (options.dispatcher === undefined ? dispatcher.destroy() : Promise.resolve()),
  };
}

/** Reads an answer of the expected shape. @throws AppError with the service's own 4xx code, else what `fail` makes. */
export function readAnswer<T>(
  { status, text }: { status: number; text: string },
  isAnswer: (value: unknown) => value is T,
  fail: (what: string) => AppError,
): T {
  const value = parseForeignJson(text);
  if (status >= 200 && status < 300) {
    if (isAnswer(value)) return value;
    throw fail('gave an answer that does not match the contract');
  }
  throw toRefusal(status, value) ?? fail(`answered HTTP ${status}`);
}

/** Accepts a readable answer: 2xx, or 304. @throws AppError as {@link readAnswer}. */
export function assertRead(answer: ReadAnswer, fail: (what: string) => AppError): ReadAnswer {
  const { status, text } = answer;
  if ((status >= 200 && status < 300) || status === 304) return answer;
  throw toRefusal(status, parseForeignJson(text)) ?? fail(`answered HTTP ${status}`);
}

/** INVARIANT: the decompressed body never exceeds the bound for the bytes on the wire. */
async function unpack(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<string> {
  if (encoding === undefined || encoding === 'identity') return bytes.toString('utf8');
  if (encoding !== 'gzip') throw new RangeError(`the answer is compressed as ${encoding.slice(0, 40)}`);
  return (await gunzipBytes(bytes, { maxOutputLength: maxBytes })).toString('utf8');
}

/** The error of a 4xx problem document, under its own code; `undefined` for anything else. */
function toRefusal(status: number, body: unknown): AppError | undefined {
  if (status < 400 || status >= 500 || !problemShape.Check(body) || !isErrorCode(body.code)) return undefined;
  const text = body.detail ?? body.title;
  const reason: unknown = Reflect.get(body, 'reason');
  return new AppError(body.code, text, {
    ...(body.detail === undefined ? {} : { detail: body.detail }),
    ...(typeof reason === 'string' ? { extensions: { reason } } : {}),
  });
}
