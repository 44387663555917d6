/**
 * The main flow: a client's call is judged and forwarded, its answer judged, and the whole made durable as one Evidence
 * and one receipt before anything is answered.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { sha256Hex } from '@assay/sdk/crypto';
import { AppError, isAppError } from '../../platform/errors.ts';
import { writeExactJson } from '../../platform/exact-json.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { StepQueue } from '../../platform/step-queue.ts';
import type { KeptAnswer } from '../escalation/kept-answers.ts';
import { approvalHeaders, escalationInfo } from '../escalation/refusal.ts';
import type { RecordedExchange, Recorder } from '../evidence/recorder.ts';
import { toClientHeaders } from '../http/forwarded-headers.ts';
import type { InspectedRequest, InspectedResponse, ProxyApi, RefusalInfo } from '../proxy/api.ts';
import type { Continued } from '../responses/continued.ts';
import type { MadeResponses } from '../responses/made-responses.ts';
import { noteMade } from '../responses/note-made.ts';
import type { ActingAgent } from '../state/acting-agent.ts';
import type { ActiveState } from '../state/active-state.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall, WholeAnswer } from '../upstream/upstream.ts';
import { toAnswerFacts } from './answer-facts.ts';
import {
  type Approvals,
  dropKept,
  findKept,
  requestApproverQueue,
  responseApproverQueue,
  takeKept,
} from './approver-queues.ts';
import type { CallObserver, WatchedCall } from './call-watch.ts';
import { capacityMessage, capacityRetryS, markCapacity } from './capacity.ts';
import { decidedWord, decidingPhase, decisionReasons, type Exchange, enforcedWord, type Identity } from './exchange.ts';
import { type ApproverQueue, type Judge, overruling, type PhaseSubject, settlePhase } from './judge.ts';
import { readErrorAnswer, readJsonAnswer, type SentAnswer } from './model-answer.ts';
import { plainSubject, queueSteps, requestSubject, responseSubject, withHeaderTexts } from './subject.ts';

export interface FlowDeps {
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly upstream: Upstream;
  readonly monotonicMs: () => number;
  /** Queue for work on large bodies. */
  readonly stepQueue: StepQueue;
  readonly createEvidenceId: () => string;
  readonly maxAnswerBytes: number;
  readonly approvals: Approvals;
  readonly responses: MadeResponses;
  /** Observes calls; absent where nobody watches. */
  readonly observer?: CallObserver | undefined;
}

/** A client's call, parsed and authenticated. */
export interface ProxyCall {
  readonly api: ProxyApi;
  readonly method: UpstreamCall['method'];
  readonly path: string;
  /** False for a call that consists of its method and path. */
  readonly hasBody: boolean;
  /** The received bytes, or the method and path of a call without a body: they are hashed and not forwarded. */
  readonly rawBody: Uint8Array;
  /** The parsed body; the forwarded body is written from it. */
  readonly body: unknown;
  readonly inspected: InspectedRequest;
  /** Features that the provider is asked to run by itself, by body and headers. */
  readonly features: readonly string[];
  /** The response that the provider is asked to continue. */
  readonly continues?: Continued | undefined;
  readonly upstreamHeaders: Record<string, string>;
  /** Header values that the client chose; auditors read them with the body. */
  readonly headerTexts: readonly string[];
  readonly clientHeaders: IncomingHttpHeaders;
  readonly identity: Identity;
  readonly caller: Caller;
  /** The agent's state, fixed until the end of the call. */
  readonly acting: ActingAgent;
  /** The reason why its agent may not continue. */
  readonly refusal: () => AppError | undefined;
  readonly signal: AbortSignal;
  readonly watched: WatchedCall;
}

/** The client's answer; `assayHeaders` are on answers and refusals alike. */
export interface FlowAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** A running exchange with the data of its later steps. */
export interface OpenFlow {
  readonly call: ProxyCall;
  readonly state: ActiveState;
  readonly exchange: Exchange;
  /** The request as the model gets it: redacted, where something was. */
  asked: InspectedRequest;
  /** The model's answer to this request that waits for people. */
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
    features: call.features,
    continues: call.continues,
    responseHash: null,
    streamMode: 'none',
  };
  call.watched.first = exchange;
  call.watched.last = exchange;
  return { call, state: call.acting.state, exchange, asked: call.inspected, kept: undefined };
}

/**
 * The request phase; `passed: false` when the request must not reach the model, else the text to send, written from the
 * judged value.
 */
export async function settleRequest(
  deps: FlowDeps,
  flow: OpenFlow,
): Promise<{ passed: false } | { passed: true; text: string }> {
  const { call, state, exchange } = flow;
  const size = call.rawBody.byteLength;
  const subject = queueSteps(requestSubject(call, call.identity.sessionId), deps.stepQueue, size);
  const approverQueue = requestApproverQueue(deps.approvals, flow);
  const outcome = await settlePhase(deps.judge, state, exchange, subject, approverQueue);
  if (!outcome.passed) return outcome;
  deps.observer?.asked(call);
  askShadows(exchange);
  const text = await deps.stepQueue.take(size, () => writeExactJson(outcome.body ?? call.body));
  if (outcome.body === undefined) return { passed: true, text };
  const parsed = await deps.stepQueue.take(size, () => call.api.parseRequest(outcome.body));
  if (!parsed.ok) throw new Error('a redacted request that was judged can be parsed');
  flow.asked = withHeaderTexts(parsed.request, call.headerTexts);
  exchange.redactedRequestHash = sha256Hex(text);
  return { passed: true, text };
}

/** Evaluates shadow policies while the model works, so that the answer does not wait for them. */
export function askShadows({ judged }: Exchange): void {
  for (const { shadow } of judged) if (shadow !== undefined) setImmediate(() => askEarly(shadow));
}

/** Ignores a failure: the record of this exchange asks again and reports it. */
function askEarly(shadow: () => unknown): void {
  try {
    shadow();
  } catch {
    return;
  }
}

/** Forwards the call, for an answer that is read as a stream. */
export function sendUpstream(deps: FlowDeps, flow: OpenFlow, body: string): Promise<UpstreamAnswer> {
  return deps.upstream.send(toUpstreamCall(flow, body));
}

function toUpstreamCall({ call }: OpenFlow, body: string): UpstreamCall {
  const { method, path, upstreamHeaders: headers, signal } = call;
  return { method, path, headers, signal, ...(call.hasBody ? { body } : {}) };
}

/** Runs a call whose answer comes in one piece. */
export async function runWhole(deps: FlowDeps, call: ProxyCall): Promise<FlowAnswer> {
  const flow = openFlow(deps, call);
  flow.kept = findKept(deps.approvals, flow);
  const request = await settleRequest(deps, flow);
  if (!request.passed) return refuseCall(deps, flow);
  const kept = takeKept(flow);
  if (kept?.kind === 'whole') return settleAnswer(deps, flow, kept);
  try {
    const answer = await deps.upstream.sendWhole(toUpstreamCall(flow, request.text), deps.maxAnswerBytes);
    return await settleAnswer(deps, flow, answer);
  } catch (error) {
    return fail(deps, flow, error);
  }
}

/** The response phase of an answer that was read whole, then the record and the client's answer. */
export async function settleAnswer(deps: FlowDeps, flow: OpenFlow, answer: WholeAnswer): Promise<FlowAnswer> {
  const { state, exchange } = flow;
  const { sent, subject } = answer.status >= 400 ? readError(flow, answer) : await readAnswer(deps, flow, answer);
  if (subject === undefined) return finish(deps, flow, answer, sent);
  const approverQueue = wholeApproverQueue(deps, flow, answer, sent);
  const outcome = await settlePhase(deps.judge, state, exchange, subject, approverQueue);
  dropKept(deps.approvals, flow);
  if (!outcome.passed) return refuseCall(deps, flow);
  if (outcome.body === undefined) return finish(deps, flow, answer, sent);
  const text = await deps.stepQueue.take(answer.bytes.byteLength, () => writeExactJson(outcome.body));
  const redacted = { ...sent, text };
  exchange.redactedResponseHash = sha256Hex(redacted.text);
  return finish(deps, flow, answer, redacted);
}

/** The client's answer and its judged subject; no subject where the API answers with numbers only. */
interface ReadAnswer {
  readonly sent: SentAnswer;
  readonly subject: PhaseSubject | undefined;
}

function readError({ call, exchange, asked }: OpenFlow, answer: WholeAnswer): ReadAnswer {
  const sent = readErrorAnswer(answer);
  exchange.answered = { status: answer.status };
  return { sent, subject: plainSubject(sent.judged, asked, call.identity.sessionId) };
}

async function readAnswer(
  { stepQueue }: FlowDeps,
  { call, exchange, asked }: OpenFlow,
  answer: WholeAnswer,
): Promise<ReadAnswer> {
  const size = answer.bytes.byteLength;
  const sent = await stepQueue.take(size, () => readJsonAnswer(answer));
  const parsed = await stepQueue.take(size, () => call.api.parseResponse(sent.value));
  if (!parsed.ok) {
    throw new AppError('upstream_unavailable', `the model server's answer does not match this API: ${parsed.reason}`);
  }
  exchange.uninspected.push(...parsed.response.uninspected);
  exchange.answered = toAnswerFacts(answer.status, sent.value, parsed.response.finish);
  // An embedding has only numbers, so there is nothing to judge.
  if (call.api.stream === null && isEmpty(parsed.response)) return { sent, subject: undefined };
  const inspected = { request: asked, response: parsed.response };
  const subject = responseSubject(call.api, sent.value, inspected, call.identity.sessionId);
  return { sent, subject: queueSteps(subject, stepQueue, size) };
}

/** No approvals for an answer that is sent window by window: it could not be held back. */
function wholeApproverQueue(
  deps: FlowDeps,
  flow: OpenFlow,
  answer: WholeAnswer,
  sent: SentAnswer,
): ApproverQueue | undefined {
  if (flow.exchange.streamMode === 'window' || flow.exchange.streamMode === 'pass') return undefined;
  return responseApproverQueue(deps.approvals, flow, {
    release: (redacted) => (redacted === undefined ? sent.text : writeExactJson(redacted)),
    keep: () => ({ kind: 'whole', ...answer }),
  });
}

function isEmpty({ output, documents, uninspected }: InspectedResponse): boolean {
  return output === '' && documents.length === 0 && uninspected.length === 0;
}

async function finish(
  deps: FlowDeps,
  flow: OpenFlow,
  answer: WholeAnswer,
  { text, contentType }: SentAnswer,
): Promise<FlowAnswer> {
  flow.exchange.responseHash = sha256Hex(text);
  await recordFlow(deps, flow);
  const headers = {
    ...toClientHeaders(answer.headers),
    'content-type': contentType,
    // A browser must not treat the text as a page.
    'x-content-type-options': 'nosniff',
    ...assayHeaders(flow.exchange),
  };
  return { status: answer.status, headers, body: text };
}

/** Records the denial and makes the refusal in the form of the called API. */
export async function refuseCall(deps: FlowDeps, flow: OpenFlow): Promise<FlowAnswer> {
  return answerProblem(deps, flow, denialInfo(flow.exchange));
}

export function denialInfo(exchange: Exchange): RefusalInfo {
  if (markCapacity(exchange)) return capacityInfo(exchange);
  const said = decidingPhase(exchange)?.decision.messages ?? [];
  const escalation = escalationInfo(exchange);
  const told = escalation === undefined ? said : [...said, escalation.message];
  const messages = exchange.overruled === overruling.agentNotActive ? ['The agent is no longer active.'] : told;
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
    status: 503,
    code: 'overloaded',
    message: capacityMessage,
    retryAfterS: capacityRetryS,
    reasons: decisionReasons(exchange),
    evidenceId,
    traceId: identity.traceId,
  };
}

/** Reports and records a failure of the model server; other errors are thrown on. */
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

export async function recordFlow(deps: FlowDeps, flow: OpenFlow): Promise<RecordedExchange> {
  const { exchange } = flow;
  const recorded = await deps.recorder.record(exchange, deps.monotonicMs() - exchange.startedMs);
  noteMade(deps.responses, flow);
  return recorded;
}

/** Headers on answers and refusals alike. */
export function assayHeaders(exchange: Exchange): Record<string, string> {
  const headers: Record<string, string> = {
    'x-assay-decision': enforcedWord(exchange),
    'x-assay-evidence-id': exchange.evidenceId,
    'x-assay-trace-id': exchange.identity.traceId,
    ...(exchange.identity.mode === 'observe' ? { 'x-assay-would-decide': decidedWord(exchange) } : {}),
  };
  return exchange.approvals === undefined ? headers : { ...headers, ...approvalHeaders(exchange) };
}
