/**
 * The two judgements of a tool call, before and after it: no tool is called without an allow, and no result is shown
 * without being judged and recorded.
 */
import { isRecord } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import type { ToolCallAnswer, ToolCallOutcome, ToolCallQuestion, ToolResultAnswer } from '../../contract/tool-calls.ts';
import { isAppError } from '../../platform/errors.ts';
import type { Recorder } from '../evidence/recorder.ts';
import type { Approvals } from '../exchange/approver-queues.ts';
import type { ToolCallObserver } from '../exchange/call-watch.ts';
import { markCapacity, overloaded } from '../exchange/capacity.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type Judge, overruling, type PhaseOutcome, settlePhase } from '../exchange/judge.ts';
import { askShadows } from '../exchange/proxy-flow.ts';
import type { JsonRecord } from '../proxy/json-tree.ts';
import {
  argumentsApproverQueue,
  dropKeptResult,
  findKeptResult,
  resultApproverQueue,
  takeKeptResult,
} from './approver-queues.ts';
import { type DeniedAnswer, toDenied } from './denied.ts';
import { hashJson, printJson } from './printed.ts';
import { inspectResult } from './result-parts.ts';
import { argumentsSubject, resultSubject } from './subjects.ts';
import { type ToolCall, toCalledTool } from './tool-call.ts';

export interface ToolFlowDeps {
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly monotonicMs: () => number;
  readonly approvals: Approvals;
  readonly pause: (ms: number) => Promise<void>;
  /** Observes calls; absent where nobody watches. */
  readonly observer?: ToolCallObserver | undefined;
}

/** `go`: the tool may be called with these. */
export type Begun =
  | { readonly kind: 'go'; readonly arguments: JsonRecord; readonly isRedacted: boolean }
  | { readonly kind: 'answer'; readonly answer: Exclude<ToolCallAnswer, { decision: 'allow' }> };

export type FailedOutcome = Exclude<ToolCallOutcome, { kind: 'result' }>;

export interface PrintedResult {
  readonly result: JsonRecord;
  readonly printed: string;
}

/** Judges the arguments. A denied call, or one answered by a kept result, is already recorded. */
export async function beginCall(
  deps: ToolFlowDeps,
  call: ToolCall,
  { question, printed }: { readonly question: ToolCallQuestion; readonly printed: string },
): Promise<Begun> {
  const { exchange, state } = call;
  call.kept = findKeptResult(deps.approvals, call);
  const subject = argumentsSubject(printed, toCalledTool(call));
  call.argumentsText = subject.data.input;
  const outcome = await settlePhase(deps.judge, state, exchange, subject, argumentsApproverQueue(deps.approvals, call));
  call.resultFrom = exchange.judged.length;
  if (!outcome.passed) return { kind: 'answer', answer: await deny(deps, call, 0) };
  const redacted = redactedArguments(call, outcome);
  const waiting = takeKeptResult(call);
  if (waiting !== undefined) return { kind: 'answer', answer: await answerKept(deps, call, waiting) };
  askShadows(exchange);
  deps.observer?.begun(call);
  return { kind: 'go', arguments: redacted ?? question.arguments, isRedacted: redacted !== undefined };
}

function redactedArguments({ exchange }: ToolCall, outcome: PhaseOutcome): JsonRecord | undefined {
  if (!outcome.passed || outcome.body === undefined) return undefined;
  const redacted: unknown = JSON.parse(String(outcome.body));
  if (!isRecord(redacted)) throw new Error('redacted arguments are an object');
  exchange.redactedRequestHash = hashJson(redacted);
  return redacted;
}

async function answerKept(deps: ToolFlowDeps, call: ToolCall, result: JsonRecord): Promise<Answered | DeniedAnswer> {
  const answer = await endWithResult(deps, call, { result, printed: printJson(result) });
  if (answer.decision === 'deny') return answer;
  const { evidence_id, redacted } = answer;
  return { decision: 'answered', evidence_id, result: { ...answer.result }, redacted };
}

type Answered = Extract<ToolCallAnswer, { decision: 'answered' }>;

/** Judges the result, and records both judgements. */
export async function endWithResult(
  deps: ToolFlowDeps,
  call: ToolCall,
  { result, printed }: PrintedResult,
): Promise<ToolResultAnswer> {
  const { exchange } = call;
  call.hasToolFailed = result['isError'] === true;
  const outcome = await settleResult(deps, call, result);
  dropKeptResult(deps.approvals, call);
  if (!outcome.passed) return deny(deps, call, call.resultFrom);
  const isRedacted = outcome.body !== undefined;
  const released = isRecord(outcome.body) ? outcome.body : result;
  exchange.responseHash = isRedacted ? hashJson(released) : sha256Hex(printed);
  if (isRedacted) exchange.redactedResponseHash = exchange.responseHash;
  call.resultHash = exchange.responseHash;
  await record(deps, call);
  return { decision: 'allow', evidence_id: exchange.evidenceId, result: { ...released }, redacted: isRedacted };
}

async function settleResult(deps: ToolFlowDeps, call: ToolCall, result: JsonRecord): Promise<PhaseOutcome> {
  const { exchange, state } = call;
  // The result for an agent that may no longer continue is not judged, and nobody is asked.
  if (overruleRefused(call)) return { passed: false };
  const inspected = inspectResult(result);
  exchange.uninspected.push(...inspected.uninspected);
  const subject = resultSubject(result, inspected, toCalledTool(call));
  const approverQueue = resultApproverQueue(deps.approvals, call, result);
  const outcome = await settlePhase(deps.judge, state, exchange, subject, approverQueue);
  return outcome.passed && overruleRefused(call) ? { passed: false } : outcome;
}

/** Observe mode blocks nothing. */
function overruleRefused({ exchange, refusal }: ToolCall): boolean {
  if (exchange.identity.mode === 'observe' || refusal() === undefined) return false;
  exchange.overruled = overruling.agentNotActive;
  return true;
}

/** Records a call without a result, with the reason. */
export async function endWithout(
  deps: ToolFlowDeps,
  call: ToolCall,
  { kind, code, message }: FailedOutcome,
): Promise<ToolResultAnswer> {
  const { exchange } = call;
  exchange.failure = { code, message };
  exchange.responseHash = hashJson({ kind, code, message });
  await record(deps, call);
  return { decision: 'allow', evidence_id: exchange.evidenceId, redacted: false };
}

/**
 * @throws AppError `overloaded` for arguments that overloaded auditors could not check: the call was not made, and may
 * be tried again.
 */
async function deny(deps: ToolFlowDeps, call: ToolCall, from: number): Promise<DeniedAnswer> {
  const isOverloaded = markCapacity(call.exchange);
  const answer = toDenied(call, from);
  call.exchange.responseHash = hashJson(answer);
  await record(deps, call);
  // For a result there is no such error: the asker would make the call again.
  if (isOverloaded && from === 0) throw overloaded(call.exchange);
  return answer;
}

/** Durable when it resolves; the observer is told in every case. */
async function record(deps: ToolFlowDeps, call: ToolCall): Promise<void> {
  try {
    await recordPatiently(deps, call.exchange);
  } catch (error) {
    deps.observer?.ended(call, error);
    throw error;
  }
  deps.observer?.ended(call);
}

const attestorPausesMs = [200, 400, 800, 1_600, 2_000];

/**
 * Retries while the attestor is away: it restarts within seconds, and a tool must not be called twice for its result.
 */
async function recordPatiently({ recorder, monotonicMs, pause }: ToolFlowDeps, exchange: Exchange): Promise<void> {
  for (const pauseMs of attestorPausesMs) {
    try {
      await recorder.record(exchange, monotonicMs() - exchange.startedMs);
      return;
    } catch (error) {
      if (!isAppError(error, 'attestor_unavailable')) throw error;
    }
    await pause(pauseMs);
  }
  await recorder.record(exchange, monotonicMs() - exchange.startedMs);
}
