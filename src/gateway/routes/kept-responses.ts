/**
 * Routes of the responses that the provider keeps: retrieve (whole or streamed), delete, cancel, and the items of the input. Only the caller
 * who made a response here reaches it, and each answer is judged again and recorded like any other.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keptResponses } from '../../contract/api/gateway-api/operations.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { mountRaw } from '../../platform/http/mount-raw.ts';
import { invalidRequest } from '../../platform/refusals.ts';
import { createWatchedCall } from '../exchange/call-watch.ts';
import type { ProxyCall } from '../exchange/proxy-flow.ts';
import { withHeaderTexts } from '../exchange/subject.ts';
import { toUpstreamHeaders } from '../http/forwarded-headers.ts';
import { identify } from '../http/identity.ts';
import { type OwnParameters, toUpstreamTarget } from '../http/upstream-target.ts';
import type { ProxyApi } from '../proxy/api.ts';
import { isResponseId } from '../proxy/openai-responses/refused.ts';
import { keptDeletion, keptItems, keptResponse, replayedResponse } from '../proxy/openai-responses/stored.ts';
import { callerKeyOf } from '../responses/caller-key.ts';
import { assertCallable, type ProxyRouteDeps, runCall, sendRouteError } from './proxy.ts';

const includable =
  /^(?:file_search_call\.results|web_search_call\.(?:results|action\.sources)|message\.(?:input_image\.image_url|output_text\.logprobs)|computer_call_output\.output\.image_url|code_interpreter_call\.outputs|reasoning\.encrypted_content)$/;
/** Number of the last event of a stream that the caller has. */
const startingAfter = 'starting_after';
const reading: OwnParameters = new Map([
  ['include', includable],
  ['include[]', includable],
  ['include_obfuscation', /^(?:true|false)$/],
]);
const retrieving: OwnParameters = new Map([...reading, ['stream', /^(?:true|false)$/], [startingAfter, /^\d{1,9}$/]]);
const listing: OwnParameters = new Map([
  ...reading,
  ['stream', /^false$/],
  ['order', /^(?:asc|desc)$/],
  // The id of an item; auditors read it.
  ['after', /^[A-Za-z0-9_-]{1,256}$/],
]);

interface Kept {
  readonly operation: (typeof keptResponses)[keyof typeof keptResponses];
  readonly api: ProxyApi;
  readonly suffix: string;
  readonly parameters: OwnParameters;
}

const routes: readonly Kept[] = [
  { operation: keptResponses.get, api: keptResponse, suffix: '', parameters: retrieving },
  { operation: keptResponses.delete, api: keptDeletion, suffix: '', parameters: new Map() },
  { operation: keptResponses.cancel, api: keptResponse, suffix: '/cancel', parameters: new Map() },
  { operation: keptResponses.listInputItems, api: keptItems, suffix: '/input_items', parameters: listing },
];

export function addKeptResponseRoutes(app: HttpApp, deps: ProxyRouteDeps): void {
  for (const kept of routes) {
    mountRaw(
      app,
      kept.operation,
      ({ params, request, reply }) =>
        deps.admission.run(() => answer(kept, deps, { id: params.response_id, request, reply })),
      { isForAgents: true },
      { errorHandler: sendRouteError, exposeHeadRoute: false },
    );
  }
}

interface Asked {
  readonly id: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(kept: Kept, deps: ProxyRouteDeps, asked: Asked): Promise<FastifyReply> {
  const { call, forget } = toCall(kept, deps, asked);
  // No model is asked, so that nobody is told of a call of one.
  const answered = await runCall(call.api, { ...deps, flow: { ...deps.flow, observer: undefined } }, call, asked.reply);
  if (answered === undefined) return asked.reply;
  const { status, headers, body } = answered;
  if (kept.operation === keptResponses.delete && status === 200) forget();
  return asked.reply.code(status).headers(headers).send(body);
}

/** @throws AppError `not_found` for a response that this caller did not make here, and as `identify`. */
function toCall(
  { operation, api: whole, suffix, parameters }: Kept,
  deps: ProxyRouteDeps,
  { id, request, reply }: Asked,
) {
  const { identity, acting, refusal } = identify(request, deps.identity);
  if (!isResponseId(id)) throw notMade();
  const target = toUpstreamTarget(`/v1/responses/${id}${suffix}`, request.url, parameters);
  const { api, path } = readReplay(target, whole);
  const { headers, texts } = toUpstreamHeaders({
    headers: request.headers,
    traceparent: identity.traceparent,
    isStream: api.stream !== null,
    upstreamKey: deps.upstreamKey,
    credentialStyle: 'bearer',
    isOurs: deps.isOurs,
    moreNames: deps.forwardedHeaders,
  });
  const { 'content-type': _type, ...upstreamHeaders } = headers;
  const owner = { identity, caller: request.caller, upstreamHeaders };
  const callerKey = callerKeyOf(owner);
  const made = deps.flow.responses.find(callerKey, id);
  if (made === undefined) throw notMade();
  assertCallable(deps.models, made.modelId, reply);
  const parsed = api.parseRequest(undefined);
  if (!parsed.ok) throw new Error('a call without a body has no problem');
  const after = new URLSearchParams(path.split('?')[1]).get('after');
  const headerTexts = after === null ? texts : [...texts, after];
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const call: ProxyCall = {
    api,
    method: operation.method,
    path,
    hasBody: false,
    rawBody: Buffer.from(`${operation.method} ${target}`, 'utf8'),
    body: null,
    inspected: { ...withHeaderTexts(parsed.request, headerTexts), modelId: made.modelId },
    features: [],
    headerTexts,
    identity,
    caller: request.caller,
    acting,
    refusal,
    signal: gone.signal,
    watched: createWatchedCall(),
    clientHeaders: request.headers,
    upstreamHeaders,
  };
  return { call, forget: () => deps.flow.responses.drop(callerKey, id) };
}

function notMade(): AppError {
  const detail = 'This caller made no such response at this gateway within a day.';
  return new AppError('not_found', detail, { detail, extensions: { param: 'response_id' } });
}

/**
 * How a response is retrieved, and what the model server is asked. It is always asked for all events, because events are
 * numbered anew here and an answer is judged as a whole.
 *
 * @throws AppError `invalid_request` for `starting_after` without a stream.
 */
function readReplay(target: string, whole: ProxyApi): { readonly api: ProxyApi; readonly path: string } {
  const [path = '', text] = target.split('?');
  const query = new URLSearchParams(text);
  const after = query.get(startingAfter);
  query.delete(startingAfter);
  if (query.get('stream') !== 'true') {
    if (after === null) return { api: whole, path: target };
    throw invalidRequest(`The query parameter ${startingAfter} goes with stream=true only.`);
  }
  return { api: replayedResponse(after === null ? -1 : Number(after)), path: `${path}?${query}` };
}
