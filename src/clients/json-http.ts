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

/** A call whose body and answer are text of another kind. */
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

export interface JsonHttp {
  /** Posts text and gives the answer as it is. @throws AppError `unavailable` when there is none, or one of 5xx. */
  post(call: TextCall): Promise<TextAnswer>;
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

  const send = async (
    { method, path }: JsonCall,
    body: string | undefined,
    types: Record<string, string>,
  ): Promise<TextAnswer> => {
    const headers = { ...types };
    const secret = token();
    if (secret !== undefined) headers['authorization'] = `Bearer ${secret}`;
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      const answer = await dispatcher.request({
        origin: base.origin,
        path: `${prefix}${path}`,
        method,
        headers,
        signal,
        body: body ?? null,
      });
      return {
        status: answer.statusCode,
        mediaType: String(answer.headers['content-type'] ?? ''),
        text: (await readBounded(answer.body, options.maxAnswerBytes)).toString('utf8'),
      };
    } catch (cause) {
      throw fail(path, signal.aborted ? `gave no answer within ${options.timeoutMs} ms` : 'cannot be reached', cause);
    }
  };

  return {
    async call(call, isAnswer) {
      const body = call.body === undefined ? undefined : JSON.stringify(call.body);
      const types = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await send(call, body, { accept: 'application/json', ...types });
      return readAnswer(answer, isAnswer, (what) => fail(call.path, what));
    },
    async post({ path, text, mediaType }) {
      const answer = await send({ method: 'POST', path }, text, { accept: '*/*', 'content-type': mediaType });
      if (answer.status >= 500) throw fail(path, `answered HTTP ${answer.status}`);
      return answer;
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
