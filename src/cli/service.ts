/** How a command calls the gateway or the verifier: deadlines, bounded answers, and errors with the next step. */
import { Compile } from 'typebox/compile';
import { type Problem, ProblemSchema } from '../contract/problem.ts';
import type { Environment } from '../platform/config.ts';
import { AppError, isErrorCode } from '../platform/errors.ts';
import { createSecret, type Secret } from '../platform/secret.ts';
import type { CommandIo } from './command.ts';
import { adviseSource, type CredentialSource, nameSource } from './credential-source.ts';
import { type ParsedArguments, UsageError } from './options.ts';
import { readAhead } from './read-ahead.ts';
import {
  apiKeyVariable,
  defaultUrls,
  organisationVariable,
  parseServiceUrl,
  type ServiceName,
  tokenVariable,
  urlVariables,
} from './service-address.ts';

export interface ServiceCall {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** A body that is sent as it comes, in this media type. */
  readonly upload?: { readonly chunks: AsyncIterable<Uint8Array>; readonly type: string };
  readonly accept?: string;
  /** Time limit of the whole answer (of its headers for a download); 30 s if absent. */
  readonly timeoutMs?: number;
}

export interface Service {
  readonly name: ServiceName;
  readonly url: string;
  /** @throws AppError `unavailable`, or with the service's own code when it refused. */
  json<T>(call: ServiceCall, isAnswer: (value: unknown) => value is T): Promise<T>;
  /** The bytes of an answer as they come. */
  download(call: ServiceCall): Promise<AsyncIterable<Uint8Array>>;
}

const defaultTimeoutMs = 30_000;
const maxJsonBytes = 32 * 1024 * 1024;
/** Refusals of policies name every broken place. */
const maxProblemBytes = 1024 * 1024;
const problemShape = Compile(ProblemSchema);

/** Connects a command to a service by option, environment or default. Nothing is sent yet. @throws UsageError. */
export function connectService(name: ServiceName, io: CommandIo, args: ParsedArguments): Service {
  return toService(targetOf(name, io, args));
}

/** Gives the address and the credential of a service. @throws UsageError. */
export function targetOf(name: ServiceName, io: CommandIo, args: ParsedArguments): Target {
  const { env, signal } = io;
  const url = serviceUrl(name, env, args);
  const given = givenCredential(io);
  const organisation = fromEnvironment(env, organisationVariable);
  const findCredential = async () => {
    if (given !== undefined || name !== 'verifier') return given;
    const { findLoginToken } = await import('./login/login-token.ts');
    const { findCredentialsPath } = await import('./login/credentials-file.ts');
    const secret = await findLoginToken({ io, service: connectOpenly(name, url) });
    const path = findCredentialsPath(env) ?? 'the credentials file';
    return secret === undefined ? undefined : { secret, source: { kind: 'login', path } as const };
  };
  // Who names an address means it.
  const runsAt = async () => (args.text(name) === undefined ? findRunning(name, env, url) : undefined);
  return { name, url, findCredential, organisation, signal, runsAt };
}

/** Gives the credential of the environment, or of the data folder. @throws UsageError for an invalid one */
export function givenCredential({ env, tokenFile }: Pick<CommandIo, 'env' | 'tokenFile'>): Credential | undefined {
  for (const name of [tokenVariable, apiKeyVariable]) {
    const secret = readToken(env, name);
    if (secret === undefined) continue;
    const isFromFile = name === tokenVariable && tokenFile !== undefined;
    return { secret, source: isFromFile ? { kind: 'file', path: tokenFile } : { kind: 'variable', name } };
  }
  return undefined;
}

/** Reads the credential of the environment. @throws UsageError for an invalid one */
export function serviceToken(env: Environment): Secret | undefined {
  return readToken(env, tokenVariable) ?? readToken(env, apiKeyVariable);
}

/** A service without any credential. */
export function connectOpenly(name: ServiceName, url: string, signal?: AbortSignal): Service {
  return toService({ name, url, findCredential: async () => undefined, organisation: undefined, signal });
}

/** Where a command finds a service. @throws UsageError. */
export function serviceUrl(name: ServiceName, env: Environment, args: ParsedArguments): string {
  return parseServiceUrl(name, args.text(name) ?? fromEnvironment(env, urlVariables[name]) ?? defaultUrls[name]);
}

function toService(target: Target): Service {
  const { name, url } = target;
  return {
    name,
    url,
    async json(call, isAnswer) {
      const { response, timeout } = await send(target, call);
      const text = await readText(target, response, maxJsonBytes, timeout);
      const value = parseJson(text);
      if (isAnswer(value)) return value;
      throw isOther(target);
    },
    async download(call) {
      const { response } = await send(target, call, { isDownload: true });
      requireEnd(target, response);
      return readAhead(readChunks(target, response));
    },
  };
}

/** An answer that ends only with its connection looks complete wherever it breaks off (RFC 9112 section 8). */
function requireEnd(target: Target, { headers, body }: Response): void {
  if (body === null || headers.has('content-length')) return;
  if (/(?:^|,)\s*chunked\s*$/i.test(headers.get('transfer-encoding') ?? '')) return;
  throw unavailable(target, 'sends an answer of unknown length, which could be truncated without notice');
}

export interface Credential {
  readonly secret: Secret;
  readonly source: CredentialSource;
}

export interface Target {
  readonly name: ServiceName;
  readonly url: string;
  /** Called for each call: a login may be renewed between two of them. */
  readonly findCredential: () => Promise<Credential | undefined>;
  readonly organisation: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Another address, at which the product of the data folder runs. */
  readonly runsAt?: () => Promise<string | undefined>;
}

async function send(target: Target, call: ServiceCall, { isDownload = false } = {}) {
  const init = {
    method: call.method ?? 'GET',
    headers: toHeaders(call),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.upload === undefined ? {} : { body: ReadableStream.from(call.upload.chunks), duplex: 'half' as const }),
  };
  return exchange(target, toUrl(target.url, call), { init, isStream: isDownload, timeoutMs: call.timeoutMs });
}

/** Streams of events and files last as long as they last; other answers are whole within the time and in bounds. */
const wholeAnswers = ['application/json', '*/*'];

interface FetchOptions {
  readonly timeoutMs?: number | undefined;
  readonly isDownload?: boolean | undefined;
}

/** `fetch` as the typed client takes it. It rejects with AppErrors only, for refusals too. */
export function toFetch(target: Target, { timeoutMs, isDownload = false }: FetchOptions = {}): typeof fetch {
  return async (input, init = {}) => {
    const isStream = isDownload || !wholeAnswers.includes(new Headers(init.headers).get('accept') ?? '*/*');
    const { response, timeout } = await exchange(target, String(input), { init, isStream, timeoutMs });
    const { status, headers, body } = response;
    if (body === null) return response;
    if (isStream) requireEnd(target, response);
    const chunks = isStream
      ? readChunks(target, response)
      : readBounded(target, response, { maxBytes: maxJsonBytes, timeout });
    return new Response(ReadableStream.from(chunks), { status, headers });
  };
}

interface Exchange {
  readonly init: RequestInit;
  /** The time limit ends with the headers. */
  readonly isStream: boolean;
  readonly timeoutMs: number | undefined;
}

/** Gives a good answer. @throws AppError for a refusal, or `unavailable`. */
async function exchange(target: Target, url: string, { init, isStream, timeoutMs = defaultTimeoutMs }: Exchange) {
  const credential = await target.findCredential();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  timer.unref();
  const signals = [deadline.signal, target.signal, init.signal].filter((signal) => signal instanceof AbortSignal);
  try {
    const response = await fetch(url, {
      ...init,
      headers: withCaller(target, init, credential?.secret),
      // A redirect would give the token to another party.
      redirect: 'error',
      signal: AbortSignal.any(signals),
    });
    if (isStream) clearTimeout(timer);
    if (!response.ok) throw await toRefusal(target, response, credential?.source);
    return { response, timeout: { timeoutMs, signal: deadline.signal } };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (target.signal?.aborted === true) throw cause;
    const what = deadline.signal.aborted ? `did not answer within ${timeoutMs / 1000} s` : 'does not answer';
    throw unavailable(target, `${what}. ${howToReach(target.name, await target.runsAt?.())}`, cause);
  }
}

function withCaller({ organisation }: Target, init: RequestInit, token: Secret | undefined): Headers {
  const headers = new Headers(init.headers);
  // Not Authorization: at the gateway that one may be meant for the model server.
  if (token !== undefined) headers.set('x-assay-key', token.reveal());
  if (organisation !== undefined) headers.set('x-assay-organization', organisation);
  return headers;
}

function toHeaders(call: ServiceCall): Record<string, string> {
  return {
    accept: call.accept ?? 'application/json',
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.upload === undefined ? {} : { 'content-type': call.upload.type }),
  };
}

function toUrl(base: string, { path, query = {} }: ServiceCall): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return `${base}${path}${parameters.size === 0 ? '' : `?${parameters}`}`;
}

async function toRefusal(target: Target, response: Response, source: CredentialSource | undefined): Promise<AppError> {
  const body = parseJson(await readText(target, response, maxProblemBytes));
  const problem = problemShape.Check(body) ? body : undefined;
  // With other codes of 403 the service refused the request, not the caller: an agent or a model that must not run.
  if (response.status === 401 || (response.status === 403 && (problem === undefined || problem.code === 'forbidden'))) {
    const detail = toNoEntry(target, response, problem, source);
    return new AppError(response.status === 401 ? 'unauthorized' : 'forbidden', 'refused', { detail });
  }
  if (response.status >= 500 || !problemShape.Check(body)) {
    const title = problemShape.Check(body) ? `: ${body.detail ?? body.title}` : '';
    return unavailable(target, `answers with HTTP ${response.status}${title}`);
  }
  const wrong = (body.errors ?? [])
    // The one place is mostly what the detail says already.
    .filter(({ pointer, message }) => !isSaid(body.detail ?? '', pointer, message))
    .map(({ pointer, message }) => `${pointer} ${message}`)
    .join('; ');
  const detail = `${body.detail ?? body.title}${wrong === '' ? '' : ` (${wrong})`}`;
  const errors = body.errors === undefined ? {} : { errors: body.errors };
  // What a refusal says besides, such as `reason` and the problems of a policy.
  const { type: _type, title: _title, status: _status, code, detail: _detail, errors: _errors, ...extensions } = body;
  return new AppError(isErrorCode(code) ? code : 'invalid_request', detail, { detail, ...errors, extensions });
}

/** True if the detail equals the message, or adds only the field of the pointer. */
function isSaid(detail: string, pointer: string, message: string): boolean {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  return detail === message || (detail.includes(message) && detail.toLowerCase().includes(field.toLowerCase()));
}

interface Timeout {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

async function readText(target: Target, response: Response, maxBytes: number, timeout?: Timeout): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBounded(target, response, { maxBytes, timeout })) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function* readBounded(
  target: Target,
  response: Response,
  { maxBytes, timeout }: { readonly maxBytes: number; readonly timeout: Timeout | undefined },
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of readChunks(target, response, timeout)) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw unavailable(target, `sends more than ${maxBytes} bytes, which is too large for an answer`);
    yield chunk;
  }
}

async function* readChunks(target: Target, response: Response, timeout?: Timeout): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  try {
    yield* response.body;
  } catch (cause) {
    if (target.signal?.aborted === true) throw cause;
    const late = timeout?.signal.aborted === true;
    const what = late
      ? `did not answer completely within ${timeout.timeoutMs / 1000} s`
      : 'stopped in the middle of its answer';
    throw unavailable(target, what, cause);
  }
}

/** The answer of something else than this service. */
export function isOther(target: Target, cause?: unknown): AppError {
  return unavailable(target, `gives an unexpected answer: is it really the ${target.name} of Assay?`, cause);
}

function unavailable({ name, url }: Target, what: string, cause?: unknown): AppError {
  return new AppError('unavailable', what, { cause, detail: `The ${name} at ${url} ${what}` });
}

/** Gives the service's message, with sign-in advice only if the credential was missing or has no rights. */
function toNoEntry(
  target: Target,
  response: Response,
  problem: Problem | undefined,
  source: CredentialSource | undefined,
): string {
  const why = problem === undefined ? 'no reason given' : (problem.detail ?? problem.title);
  const service = `The ${target.name} at ${target.url}`;
  if (response.status === 401 && source !== undefined)
    return `${service} refuses ${nameSource(source)} (${why}). ${adviseSource(source, target.name)}`;
  if (source === undefined) return `${service} refuses the credential (${why}). ${howToEnter(target, response)}`;
  const isOwn = problem !== undefined && 'reason' in problem && problem.reason === 'own_request';
  return `${service} refuses the request: ${why}${isOwn ? '. Somebody else has to do it' : ''}`;
}

function howToEnter({ name }: Target, { status }: Response): string {
  const named = `et ${tokenVariable} to its access token, or ${apiKeyVariable} to a key of yours.`;
  return name === 'verifier' && status === 401 ? `Run assay login, or s${named}` : `S${named}`;
}

/** Gives the address that the data folder knows, where it is another one than the command asked. */
async function findRunning(name: ServiceName, env: Environment, url: string): Promise<string | undefined> {
  const { listProcesses } = await import('../platform/process-record.ts');
  const urls = (await listProcesses(env['ASSAY_DATA_DIR'] || '.assay')).map((one) => one.urls[name]);
  return urls.find((one) => one !== undefined && one !== url);
}

function howToReach(name: ServiceName, runsAt: string | undefined): string {
  if (runsAt !== undefined) return `It runs at ${runsAt}: set ${urlVariables[name]}=${runsAt}, or use --${name} URL.`;
  return `Start it with \`npm start\`, or name another with --${name} URL.`;
}

function readToken(env: Environment, variable: string): Secret | undefined {
  const text = fromEnvironment(env, variable);
  if (text === undefined) return undefined;
  // fetch would quote the token in its own complaint.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new UsageError(`${variable} contains characters that are not allowed in a token.`);
  return createSecret(text);
}

function fromEnvironment(env: Environment, name: string): string | undefined {
  const text = env[name];
  return text === '' ? undefined : text;
}

/** Text that is no JSON becomes `undefined`, which no answer is. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
