/** Limits on the answer of a guarded call: its type, its size, its nesting. Everything else is refused. */
import { AppError } from '../errors.ts';
import { isDeeperThan } from './body-depth.ts';

export interface GuardedAnswer {
  readonly status: number;
  /** Names in lower case. Of several values only the first is kept, except for `www-authenticate` and `link`. No cookies. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer whose body arrives in pieces. */
export interface GuardedStream {
  readonly status: number;
  readonly headers: GuardedAnswer['headers'];
  /** Can be read once; bounded by the request's limits. @throws AppError while it is read */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection and drops the unread rest. */
  close(): Promise<void>;
}

/** A request's limits on its answer. */
export interface Taking {
  readonly accept: readonly string[];
  readonly maxBytes?: number;
  readonly maxDepth?: number;
}

export const defaultMaxBytes = 1024 * 1024;
/** Nesting limit for documents of others. No server description nests deeper. */
const documentDepth = 10;

/** True if the body of an answer with this status is read. */
export function isRead(status: number, { accept }: Taking): boolean {
  return accept.length > 0 && status !== 204 && status !== 205;
}

/** Checks the head of an answer. @throws AppError `unprocessable` */
export function assertTaken({ status, headers }: Pick<GuardedAnswer, 'status' | 'headers'>, taking: Taking): void {
  const { accept, maxBytes = defaultMaxBytes } = taking;
  if (status < 200 || status > 599) throw refuseAnswer('outbound_status', `the target answers with HTTP ${status}`);
  if (!isRead(status, taking)) return;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw refuseAnswer('outbound_encoding', 'the answer is compressed, although that was not requested');
  }
  const isEmpty = headers['content-length'] === '0' || (status === 202 && headers['content-type'] === undefined);
  if (status < 300 && !isEmpty && !accept.includes(typeOf(headers))) {
    throw refuseAnswer('outbound_type', `the answer is not of type ${accept.join(' or ')}`);
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** Passes on a body up to a size. @throws AppError `unprocessable` beyond it */
export async function* bounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes = defaultMaxBytes,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

export async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Checks JSON before anybody else reads it, if the nesting is bounded; other bodies pass unchanged. @throws AppError */
export async function withCheckedJson(answer: GuardedStream, { accept, maxDepth }: Taking): Promise<GuardedStream> {
  if (maxDepth === undefined || !isJson(typeOf(answer.headers)) || !isRead(answer.status, { accept })) return answer;
  const whole = await readAll(answer.body);
  // The text of a failure need not be JSON, whatever its type says; nobody relies on it.
  if (whole.length > 0 && (answer.status < 300 || isParsed(whole))) readJson({ body: whole }, maxDepth);
  return { ...answer, body: oneOf(whole) };
}

/** Parses the JSON of an answer. @throws AppError `unprocessable` (`outbound_json`, `outbound_depth`) */
export function readJson({ body }: Pick<GuardedAnswer, 'body'>, maxDepth: number = documentDepth): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(body));
  } catch {
    // Without the cause, which quotes the text.
    throw refuseAnswer('outbound_json', 'the answer is not JSON');
  }
  if (isDeeperThan(value, maxDepth)) throw refuseAnswer('outbound_depth', `the answer nests deeper than ${maxDepth}`);
  return value;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @returns the error for a refused call or answer; `reason` is stable */
export function refuseAnswer(reason: string, detail: string): AppError {
  return new AppError('unprocessable', detail, { detail, extensions: { reason } });
}

export function tooLarge(maxBytes: number): AppError {
  return refuseAnswer('outbound_size', `the answer is larger than ${maxBytes} bytes`);
}

function isParsed(body: Buffer): boolean {
  try {
    JSON.parse(decoder.decode(body));
    return true;
  } catch {
    return false;
  }
}

async function* oneOf(whole: Buffer): AsyncGenerator<Uint8Array> {
  if (whole.length > 0) yield whole;
}

function typeOf(headers: GuardedAnswer['headers']): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}
