/** The routes of the proxied APIs: completions, responses, messages, embeddings; each `ProxyApi` has the details. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { proxied } from '../../contract/api/gateway-api/operations.ts';
import type { Operation } from '../../contract/api/operation.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { mountRaw } from '../../platform/http/mount-raw.ts';
import { toAppError } from '../../platform/http/problem.ts';
import { createWatchedCall } from '../exchange/call-watch.ts';
import type { Identity } from '../exchange/exchange.ts';
import type { FlowAnswer, ProxyCall } from '../exchange/proxy-flow.ts';
import { runWhole } from '../exchange/proxy-flow.ts';
import { runBuffered, runPassed, type StreamDeps } from '../exchange/stream-flow.ts';
import { withHeaderTexts } from '../exchange/subject.ts';
import { runWindowed } from '../exchange/window-flow.ts';
import type { Admission } from '../http/admission.ts';
import { betaFeatures } from '../http/anthropic-betas.ts';
import { createEventSink } from '../http/event-sink.ts';
import { toUpstreamHeaders } from '../http/forwarded-headers.ts';
import { type IdentityOptions, identify } from '../http/identity.ts';
import { jsonBytesOf, parseForwardedBody, rawBodyOf } from '../http/json-body.ts';
import { assertName } from '../http/names.ts';
import { toUpstreamTarget } from '../http/upstream-target.ts';
import type { InspectedRequest, ProxyApi } from '../proxy/api.ts';
import { proxyApis, refusalForPath } from '../proxy/apis.ts';
import { type ModelUse, modelStatusHeader } from '../registry/model-use.ts';
import { callerKeyOf, type ResponseOwner } from '../responses/caller-key.ts';
import { type Continued, continueMade } from '../responses/continued.ts';
import type { MadeResponses } from '../responses/made-responses.ts';
import type { ActiveState } from '../state/active-state.ts';

export interface ProxyRouteDeps {
  readonly flow: StreamDeps;
  readonly admission: Admission;
  readonly identity: IdentityOptions;
  readonly models: ModelUse;
  readonly streamMode: 'buffer' | 'window' | 'pass';
  readonly upstreamKey: string | undefined;
  readonly isOurs: (credential: string) => boolean;
  /** Names of further client headers to forward. */
  readonly forwardedHeaders: readonly string[];
}

/** Adds a route for each API of the list. Bodies arrive as raw bytes: see `parseRawBody` in the app. */
export function addProxyRoutes(app: HttpApp, deps: ProxyRouteDeps): void {
  for (const api of proxyApis) {
    mountRaw(
      app,
      operationOf(api),
      ({ request, reply }) => deps.admission.run(() => handle(api, deps, request, reply)),
      { isForAgents: true },
      { errorHandler: sendRouteError },
    );
  }
}

/** @throws Error for an API that no operation declares. */
function operationOf({ path }: ProxyApi): Operation {
  const found = Object.values<Operation>(proxied).find((operation) => operation.path === path);
  if (found === undefined) throw new Error(`no operation declares ${path}`);
  return found;
}

async function handle(
  api: ProxyApi,
  deps: ProxyRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = await toCall(api, deps, request, reply);
  const answer = await observed(deps, call, () => runCall(api, deps, call, reply));
  if (answer === undefined) return reply;
  return reply.code(answer.status).headers(answer.headers).send(answer.body);
}

/** Reports the end of a call to the observer in every case. */
async function observed<Result>(
  { flow: { observer } }: ProxyRouteDeps,
  call: ProxyCall,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    observer?.ended(call);
    return result;
  } catch (error) {
    observer?.ended(call, error);
    throw error;
  }
}

/** Runs a call, streamed or whole. `undefined`: the reply was sent as a stream. */
export function runCall(
  api: ProxyApi,
  deps: ProxyRouteDeps,
  call: ProxyCall,
  reply: FastifyReply,
): Promise<FlowAnswer | undefined> {
  if (!call.inspected.stream || api.stream === null) return runWhole(deps.flow, call);
  const sink = createEventSink(reply);
  if (deps.streamMode === 'window') return runWindowed(deps.flow, call, api.stream, sink);
  // INVARIANT: an enforcing exchange is never passed through unjudged, whatever the stream mode says.
  const passes = deps.streamMode === 'pass' && call.identity.mode === 'observe' && api.stream.isAlwaysHeld !== true;
  return passes ? runPassed(deps.flow, call, api.stream, sink) : runBuffered(deps.flow, call, api.stream, sink);
}

/** @throws AppError `invalid_json`, `invalid_request`: reported as 400 before any auditor runs. */
async function toCall(
  api: ProxyApi,
  deps: ProxyRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProxyCall> {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const { stepQueue } = deps.flow;
  const size = rawBodyOf(request).byteLength;
  const rawBody = await stepQueue.take(size, () => jsonBytesOf(request));
  const body = await stepQueue.take(size, () => parseForwardedBody(rawBody));
  const parsed = await stepQueue.take(size, () => api.parseRequest(body));
  if (!parsed.ok) throw invalidRequest(parsed.error.message, parsed.error.param);
  assertName(parsed.request.modelId, 'model');
  const { identity, acting, refusal } = identify(request, deps.identity);
  const upstream = toUpstreamHeaders({
    headers: request.headers,
    traceparent: identity.traceparent,
    isStream: parsed.request.stream && api.stream !== null,
    upstreamKey: deps.upstreamKey,
    credentialStyle: api.name === 'anthropic-messages' ? 'x-api-key' : 'bearer',
    isOurs: deps.isOurs,
    moreNames: deps.forwardedHeaders,
  });
  // Checked before anything is judged, because a call that is not allowed needs no judging.
  assertCallable(deps.models, parsed.request.modelId, reply);
  const owner = { identity, caller: request.caller, upstreamHeaders: upstream.headers };
  return {
    api,
    method: 'POST',
    hasBody: true,
    continues: continuedBy(deps.flow.responses, parsed.request, owner, acting.state),
    path: toUpstreamTarget(api.path, request.url),
    rawBody,
    body,
    inspected: withHeaderTexts(parsed.request, upstream.texts),
    features: [...new Set([...parsed.request.features, ...betaFeatures(upstream.headers['anthropic-beta'])])].sort(),
    headerTexts: upstream.texts,
    identity,
    caller: request.caller,
    acting,
    refusal,
    signal: gone.signal,
    watched: createWatchedCall(),
    clientHeaders: request.headers,
    upstreamHeaders: upstream.headers,
  };
}

/** @throws AppError `not_found`, `invalid_request` for a response that this request may not continue. */
function continuedBy(
  responses: MadeResponses,
  { continues, modelId }: InspectedRequest,
  owner: ResponseOwner & { readonly identity: Identity },
  state: ActiveState,
): Continued | undefined {
  if (continues === undefined) return undefined;
  const made = responses.find(callerKeyOf(owner), continues);
  return continueMade({ made, modelId, state, mode: owner.identity.mode });
}

/** @throws AppError `model_revoked`, `model_not_registered`, `model_not_approved`. */
export function assertCallable(models: ModelUse, modelId: string | null, reply: FastifyReply): void {
  const refused = models.refuse(modelId);
  if (refused !== undefined) throw refused;
  const note = models.noteOf(modelId);
  if (note !== undefined) reply.header(modelStatusHeader, note);
}

function invalidRequest(detail: string, param?: string): AppError {
  return new AppError('invalid_request', detail, { detail, ...(param === undefined ? {} : { extensions: { param } }) });
}

/** Answers an error of a proxied route in the form of its API. */
export function sendRouteError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendApiError(toAppError(error), request, reply);
}

/** Sends an error in the form of the called API. */
export function sendApiError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.status >= 500) request.log.error({ err: error, code: error.code, reqId: request.id }, 'exchange failed');
  const param = error.extensions?.['param'];
  const refusal = refusalForPath(request.url.split('?', 1)[0] ?? '', {
    status: error.status,
    code: error.code,
    message: error.publicText,
    traceId: request.trace.traceId,
    ...(typeof param === 'string' ? { param } : {}),
  });
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(refusal.status).headers(refusal.headers).send(JSON.stringify(refusal.body));
}
