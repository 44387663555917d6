/** One JSON call over HTTP with a deadline, a bounded answer and errors by code: what the clients of our own services share. */
import { Compile } from 'typebox/compile';
import { type Dispatcher, Pool } from 'undici';
import { ProblemSchema } from '../contract/problem.ts';
import { AppError, type ErrorCode, isErrorCode } from '../platform/errors.ts';
import { parseForeignJson, readBounded } from './bounded-body.ts';

export interface JsonHttpOptions {
  /** Base URL, e.g. `http://127.0.0.1:8400`; a path in it is a prefix. */
  readonly url: string;
  /** Sent as bearer token. */
  readonly token?: string | (() => string);
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Code of the error when the service cannot be reached, fails, or answers something else than it should. */
  readonly unavailable: ErrorCode;
  /** For mTLS or tests; a keep-alive pool of `connections` if absent. */
  readonly dispatcher?: Dispatcher;
  readonly connections?: number;
}

export interface JsonCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

export interface JsonHttp {
  /** @throws AppError with the service's own 4xx code, else `unavailable`. */
  call<T>(call: JsonCall, isAnswer: (value: unknown) => value is T): Promise<T>;
  close(): Promise<void>;
}

const defaultConnections = 8;
const problemShape = Compile(ProblemSchema);

/** Connects lazily; nothing is sent before the first call. */
export function createJsonHttp(options: JsonHttpOptions): JsonHttp {
  const base = new URL(options.url);
  const prefix = base.pathname.replace(/\/$/, '');
  const connections = options.connections ?? defaultConnections;
  const dispatcher = options.dispatcher ?? new Pool(base.origin, { connections, pipelining: 1, connectTimeout: 5_000 });
  const token = typeof options.token === 'function' ? options.token : () => options.token;
  const fail = (path: string, what: string, cause?: unknown): AppError =>
    new AppError(options.unavailable, `${base.origin}${prefix}${path} ${what}`, { cause });

  const send = async ({ method, path, body }: JsonCall): Promise<{ status: number; text: string }> => {
    const headers: Record<string, string> = { accept: 'application/json' };
    const secret = token();
    if (secret !== undefined) headers['authorization'] = `Bearer ${secret}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      const answer = await dispatcher.request({
        origin: base.origin,
        path: `${prefix}${path}`,
        method,
        headers,
        signal,
        body: body === undefined ? null : JSON.stringify(body),
      });
      return {
        status: answer.statusCode,
        text: (await readBounded(answer.body, options.maxAnswerBytes)).toString('utf8'),
      };
    } catch (cause) {
      throw fail(path, signal.aborted ? `gave no answer within ${options.timeoutMs} ms` : 'cannot be reached', cause);
    }
  };

  return {
    async call(call, isAnswer) {
      return readAnswer(await send(call), isAnswer, (what) => fail(call.path, what));
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
    throw fail('answered something else than it should');
  }
  throw toRefusal(status, value) ?? fail(`answered HTTP ${status}`);
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
