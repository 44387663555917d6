/**
 * The main job: a client's call is judged, forwarded, its answer judged, and the whole made durable as one Evidence
 * and one receipt before anything is answered.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { sha256Hex } from '@assay/sdk/crypto';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { KeptAnswer } from '../escalation/kept-answers.ts';
import { approvalHeaders, escalationInfo } from '../escalation/refusal.ts';
import type { RecordedExchange, Recorder } from '../evidence/recorder.ts';
import type { InspectedRequest, InspectedResponse, ProxyApi, RefusalInfo } from '../proxy/api.ts';
import type { ActingAgent } from '../state/acting-agent.ts';
import type { ActiveState } from '../state/active-state.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from '../upstream/upstream.ts';
import { toAnswerFacts } from './answer-facts.ts';
import { type Approvals, dropKept, findKept, requestDesk, responseDesk, takeKept } from './approval-desks.ts';
import type { CallObserver, WatchedCall } from './call-watch.ts';
import { capacityMessage, capacityRetryS, markCapacity } from './capacity.ts';
import { decidedWord, decidingPhase, decisionReasons, type Exchange, enforcedWord, type Identity } from './exchange.ts';
import type { Judge } from './judge.ts';
import { type ApprovalDesk, overruling, settlePhase } from './settle.ts';
import { plainSubject, requestSubject, responseSubject } from './subject.ts';

export interface FlowDeps {
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly upstream: Upstream;
  readonly monotonicMs: () => number;
  readonly createEvidenceId: () => string;
  readonly maxAnswerBytes: number;
  readonly approvals: Approvals;
  /** Is told how calls go on; absent where nobody watches. */
  readonly observer?: CallObserver | undefined;
}

/** A client's call, parsed and known. */
export interface ProxyCall {
  readonly api: ProxyApi;
  readonly path: string;
  readonly rawBody: Uint8Array;
  readonly body: unknown;
  readonly inspected: InspectedRequest;
  readonly upstreamHeaders: Record<string, string>;
  readonly clientHeaders: IncomingHttpHeaders;
  readonly identity: Identity;
  readonly caller: Caller;
  /** What it goes by until its end. */
  readonly acting: ActingAgent;
  /** Why its agent may not go on any longer. */
  readonly refusal: () => AppError | undefined;
  readonly signal: AbortSignal;
  readonly watched: WatchedCall;
}

/** An answer of a model server that was read to its end. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** What the client gets; `assayHeaders` are on answers and refusals alike. */
export interface FlowAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** An exchange under way with what its later steps need. */
export interface OpenFlow {
  readonly call: ProxyCall;
  readonly state: ActiveState;
  readonly exchange: Exchange;
  /** The request as the model gets it: redacted, where something was. */
  asked: InspectedRequest;
  /** The answer of the model to this very request, which waits for people. */
  kept: KeptAnswer | undefined;
}

export function openFlow(deps: FlowDeps, call: ProxyCall): OpenFlow {
  const exchange: Exchange = {
    identity: call.identity,
    evidenceId: deps.createEvidenceId(),
    startedMs: deps.monotonicMs(),
    requestHash: sha256Hex(call.rawBody),
    modelId: call.inspected.modelId,
    tool: null,
    config: call.acting.config,
    judged: [],
    uninspected: [...call.inspected.uninspected],
    responseHash: null,
    streamMode: 'none',
  };
  call.watched.first = exchange;
  call.watched.last = exchange;
  return { call, state: call.acting.state, exchange, asked: call.inspected, kept: undefined };
}

/** The request phase; `passed: false` when it must not reach the model, else the bytes to send. */
export async function settleRequest(
  deps: FlowDeps,
  flow: OpenFlow,
): Promise<{ passed: false } | { passed: true; bytes: Uint8Array }> {
  const { call, state, exchange } = flow;
  const subject = requestSubject(call.api, call.body, call.inspected, call.identity.sessionId);
  const desk = requestDesk(deps.approvals, flow);
  const outcome = await settlePhase(deps.judge, state, exchange, subject, desk);
  if (!outcome.passed) return outcome;
  deps.observer?.asked(call);
  askShadows(exchange);
  if (outcome.body === undefined) return { passed: true, bytes: call.rawBody };
  const parsed = call.api.parseRequest(outcome.body);
  if (!parsed.ok) throw new Error('a redacted request that was judged can be parsed');
  flow.asked = parsed.request;
  const bytes = Buffer.from(JSON.stringify(outcome.body), 'utf8');
  exchange.redactedRequestHash = sha256Hex(bytes);
  return { passed: true, bytes };
}

/** Shadow policies are asked while the model works, so that the answer does not wait for them. */
export function askShadows({ judged }: Exchange): void {
  for (const { shadow } of judged) if (shadow !== undefined) setImmediate(() => askEarly(shadow));
}

/** A failure belongs to the record of this exchange, which asks again and gets it then. */
function askEarly(shadow: () => unknown): void {
  try {
    shadow();
  } catch {
    return;
  }
}

/** Sends the call on, for an answer that is read as it comes. */
export function sendUpstream(deps: FlowDeps, flow: OpenFlow, body: Uint8Array): Promise<UpstreamAnswer> {
  return deps.upstream.send(toUpstreamCall(flow, body));
}

function toUpstreamCall({ call }: OpenFlow, body: Uint8Array): UpstreamCall {
  return { method: 'POST', path: call.path, headers: call.upstreamHeaders, body, signal: call.signal };
}

/** A call that is answered in one piece. */
export async function runWhole(deps: FlowDeps, call: ProxyCall): Promise<FlowAnswer> {
  const flow = openFlow(deps, call);
  flow.kept = findKept(deps.approvals, flow);
  const request = await settleRequest(deps, flow);
  if (!request.passed) return refuse(deps, flow);
  const kept = takeKept(flow);
  if (kept?.kind === 'whole') return settleAnswer(deps, flow, kept);
  try {
    const answer = await deps.upstream.sendWhole(toUpstreamCall(flow, request.bytes), deps.maxAnswerBytes);
    return await settleAnswer(deps, flow, answer);
  } catch (error) {
    return fail(deps, flow, error);
  }
}

/** The response phase of an answer that has been read whole, then the record and what the client gets. */
export async function settleAnswer(deps: FlowDeps, flow: OpenFlow, answer: WholeAnswer): Promise<FlowAnswer> {
  const { call, state, exchange } = flow;
  const subject = subjectOf(flow, answer);
  // Numbers alone: there is nothing to judge in an embedding.
  if (subject === undefined) return finish(deps, flow, answer);
  const outcome = await settlePhase(deps.judge, state, exchange, subject, wholeDesk(deps, flow, answer));
  dropKept(deps.approvals, flow);
  if (!outcome.passed) return refuse(deps, flow);
  if (outcome.body === undefined) return finish(deps, flow, answer);
  const bytes = Buffer.from(JSON.stringify(outcome.body), 'utf8');
  exchange.redactedResponseHash = sha256Hex(bytes);
  return finish(deps, flow, { ...answer, bytes });
}

/** Of what is sent on window by window nothing can be approved: it could not be held back for that. */
function wholeDesk(deps: FlowDeps, flow: OpenFlow, answer: WholeAnswer): ApprovalDesk | undefined {
  if (flow.exchange.streamMode === 'window' || flow.exchange.streamMode === 'pass') return undefined;
  return responseDesk(deps.approvals, flow, {
    release: (redacted) => (redacted === undefined ? answer.bytes : JSON.stringify(redacted)),
    keep: () => ({ kind: 'whole', ...answer }),
  });
}

/** Repairs broken sequences: what is no UTF-8 is judged as the reader of it would see it. */
const decoder = new TextDecoder();

function subjectOf(flow: OpenFlow, answer: { status: number; bytes: Uint8Array }) {
  const { call, exchange, asked } = flow;
  const text = decoder.decode(answer.bytes);
  const { sessionId } = call.identity;
  if (answer.status >= 400) {
    exchange.answered = { status: answer.status };
    return plainSubject(text, asked, sessionId);
  }
  const body = parseAnswer(text);
  const parsed = call.api.parseResponse(body);
  if (!parsed.ok) {
    throw new AppError('upstream_unavailable', `the model server's answer is not of this API: ${parsed.reason}`);
  }
  exchange.answered = toAnswerFacts(answer.status, body, parsed.response.finish);
  exchange.uninspected.push(...parsed.response.uninspected);
  if (call.api.stream === null && isEmpty(parsed.response)) return undefined;
  return responseSubject(call.api, body, { request: asked, response: parsed.response }, sessionId);
}

function isEmpty({ output, documents, uninspected }: InspectedResponse): boolean {
  return output === '' && documents.length === 0 && uninspected.length === 0;
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('upstream_unavailable', 'the model server answered something that is not JSON', { cause });
  }
}

async function finish(deps: FlowDeps, flow: OpenFlow, answer: WholeAnswer): Promise<FlowAnswer> {
  flow.exchange.responseHash = sha256Hex(answer.bytes);
  await recordFlow(deps, flow);
  return {
    status: answer.status,
    headers: Object.assign({}, answer.headers, assayHeaders(flow.exchange)),
    body: answer.bytes,
  };
}

/** Records the denial and makes the refusal in the shape of the API that was called. */
export async function refuse(deps: FlowDeps, flow: OpenFlow): Promise<FlowAnswer> {
  return answerProblem(deps, flow, denialInfo(flow.exchange));
}

/** What a refused client is told. */
export function denialInfo(exchange: Exchange): RefusalInfo {
  if (markCapacity(exchange)) return capacityInfo(exchange);
  const said = decidingPhase(exchange)?.decision.messages ?? [];
  const escalation = escalationInfo(exchange);
  const told = escalation === undefined ? said : [...said, escalation.message];
  const messages = exchange.overruled === overruling.agentNotActive ? ['The agent is not active any longer.'] : told;
  return {
    status: 403,
    code: 'policy_denied',
    message: messages.length === 0 ? 'This exchange was denied by policy.' : messages.join('; '),
    reasons: decisionReasons(exchange),
    evidenceId: exchange.evidenceId,
    traceId: exchange.identity.traceId,
    ...(escalation === undefined ? {} : { escalation }),
  };
}

function capacityInfo(exchange: Exchange): RefusalInfo {
  const { evidenceId, identity } = exchange;
  return {
    ...{ status: 503, code: 'overloaded', message: capacityMessage, retryAfterS: capacityRetryS },
    ...{ reasons: decisionReasons(exchange), evidenceId, traceId: identity.traceId },
  };
}

/** A failure of the model server, told to the client and recorded; what is no such failure is thrown on. */
export async function fail(deps: FlowDeps, flow: OpenFlow, error: unknown): Promise<FlowAnswer> {
  return answerProblem(deps, flow, failureInfo(flow.exchange, error));
}

export function failureInfo(exchange: Exchange, error: unknown): RefusalInfo {
  if (!isAppError(error, 'upstream_unavailable') && !isAppError(error, 'upstream_timeout')) throw error;
  const { evidenceId, identity } = exchange;
  exchange.failure = { code: error.code, message: error.publicText };
  return { status: error.status, code: error.code, message: error.publicText, evidenceId, traceId: identity.traceId };
}

async function answerProblem(deps: FlowDeps, flow: OpenFlow, info: RefusalInfo): Promise<FlowAnswer> {
  const refusal = flow.call.api.refusal(info);
  const body = JSON.stringify(refusal.body);
  flow.exchange.responseHash = sha256Hex(body);
  await recordFlow(deps, flow);
  const headers = { 'content-type': 'application/json', ...refusal.headers, ...assayHeaders(flow.exchange) };
  return { status: refusal.status, headers, body };
}

export function recordFlow(deps: FlowDeps, { exchange }: OpenFlow): Promise<RecordedExchange> {
  return deps.recorder.record(exchange, deps.monotonicMs() - exchange.startedMs);
}

/** On answers and refusals alike (DESIGN 5). */
export function assayHeaders(exchange: Exchange): Record<string, string> {
  const headers: Record<string, string> = {
    'x-assay-decision': enforcedWord(exchange),
    'x-assay-evidence-id': exchange.evidenceId,
    'x-assay-trace-id': exchange.identity.traceId,
    ...(exchange.identity.mode === 'observe' ? { 'x-assay-would-decide': decidedWord(exchange) } : {}),
  };
  return exchange.approvals === undefined ? headers : { ...headers, ...approvalHeaders(exchange) };
}
