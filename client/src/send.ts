/** One call: builds the request, sends it, tries again where that is safe, and turns refusals into errors. */
import type { BytesCallOptions, CallOptions, ClientOptions } from './create-client.ts';
import { ApiError, ConnectionError } from './errors.ts';
import type { ClientOperation } from './operation.ts';

export interface SendOptions {
  readonly options: ClientOptions;
  readonly call: CallOptions | BytesCallOptions;
}

type Input = Readonly<Record<string, unknown>>;
type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

const mediaTypes = {
  json: 'application/json',
  none: 'application/json',
  events: 'text/event-stream',
  bytes: 'application/octet-stream, */*',
  text: '*/*',
} as const;
const defaultRetries = 2;
const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** Gives the good answer. @throws ApiError for a refusal, ConnectionError where nobody answered. */
export async function send(
  operation: ClientOperation,
  input: Input,
  { options, call }: SendOptions,
): Promise<Response> {
  const { fetch: ask = fetch, sleep = wait, retries = defaultRetries } = options;
  const url = `${options.baseUrl.replace(/\/+$/, '')}${toTarget(operation, input)}`;
  // The same key for every try: the service does it once.
  const key = operation.idempotent === true ? (readText(input, 'idempotencyKey') ?? crypto.randomUUID()) : undefined;
  const mayRepeat = key !== undefined || (operation.method !== 'POST' && operation.method !== 'PATCH');
  for (let tried = 0; ; tried += 1) {
    const isLast = !mayRepeat || tried >= retries;
    const headers = await toHeaders(operation, input, { options, call, key });
    const body = toBody(operation, input);
    const answer = await ask(url, {
      method: operation.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    }).catch((cause: unknown) => {
      if (isLast || call.signal?.aborted === true) throw new ConnectionError(`no answer from ${url}`, { cause });
      return undefined;
    });
    if (answer?.ok === true) return answer;
    if (answer !== undefined && (isLast || !isPassing(answer.status))) throw await toError(answer);
    await answer?.body?.cancel();
    await sleep(pauseAfter(answer, tried), call.signal);
  }
}

/** The body of a good answer. @throws ConnectionError for one that is no JSON object. */
export async function readJson(answer: Response): Promise<unknown> {
  const value: unknown = await answer.json().catch((cause: unknown) => {
    throw new ConnectionError(`the answer of ${answer.url} is no JSON`, { cause });
  });
  if (typeof value === 'object' && value !== null) return value;
  throw new ConnectionError(`the answer of ${answer.url} is no JSON object`);
}

function toTarget({ path, query }: ClientOperation, input: Input): string {
  const filled = path.replace(/\{(\+?)(\w+)\}/g, (_all, plus: string, name: string) => {
    const value = input[name];
    if (value === undefined || value === '') throw new TypeError(`${name} is missing: ${path} needs it`);
    // `{+name}` is the rest of the path, with its slashes.
    return plus === '' ? encodeURIComponent(String(value)) : String(value).split('/').map(encodeURIComponent).join('/');
  });
  // In the order in which the caller names them.
  const pairs = Object.entries(input).flatMap(([name, value]): [string, string][] =>
    value === undefined || !query.includes(name) ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

async function toHeaders(
  operation: ClientOperation,
  input: Input,
  { options, call, key }: SendOptions & { readonly key: string | undefined },
): Promise<Headers> {
  const { credential, organization } = options;
  const headers = new Headers(options.headers);
  const shown = typeof credential === 'function' ? await credential() : credential;
  if (shown !== undefined) headers.set('authorization', `Bearer ${shown}`);
  if (organization !== undefined) headers.set('x-assay-organization', organization);
  if (key !== undefined) headers.set('idempotency-key', key);
  const revision = input['ifMatch'];
  if (operation.ifMatch === true && revision !== undefined) headers.set('if-match', `"${String(revision)}"`);
  if (operation.body !== undefined && input['body'] !== undefined) headers.set('content-type', operation.body);
  headers.set('accept', call.accept ?? mediaTypes[operation.answer]);
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
  return headers;
}

function toBody({ body: mediaType }: ClientOperation, input: Input): Body | undefined {
  const body = input['body'];
  if (mediaType === undefined || body === undefined) return undefined;
  if (mediaType === 'application/json') return JSON.stringify(body);
  if (typeof body === 'string' || body instanceof ReadableStream) return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError(`the body is ${mediaType}: give it as text, bytes or a stream`);
}

function readText(input: Input, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' ? value : undefined;
}

/** Answers after which the same call may go through. */
function isPassing(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

function pauseAfter(answer: Response | undefined, tried: number): number {
  const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN);
  const pause = Number.isFinite(asked) && asked >= 0 ? asked * 1000 : firstPauseMs * 2 ** tried;
  return Math.min(pause, longestPauseMs);
}

async function toError(answer: Response): Promise<ApiError> {
  const text = await answer.text();
  return new ApiError(answer.status, parseObject(text) ?? { detail: `HTTP ${answer.status}` });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // What is no JSON is no problem document; the status says what there is to say.
    return undefined;
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', over);
      resolve();
    }, ms);
    signal?.addEventListener('abort', over, { once: true });
  });
}
