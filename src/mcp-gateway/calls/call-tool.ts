/**
 * One governed call of a tool. The arguments are judged before a server is called, and the answer is judged and
 * recorded before it is shown. When no judge is available, nothing is called and nothing is shown.
 */
import { isRecord } from '@assay/sdk/contract';
import type { JudgeOptions, ToolJudge } from '../../clients/tool-judge/client.ts';
import type { ToolCallAnswer, ToolCallOutcome, ToolCallQuestion, ToolResultAnswer } from '../../contract/tool-calls.ts';
import type { Logger } from '../../platform/log.ts';
import { readAnswers } from '../input-requests.ts';
import type { JsonObject, Principal, Reading, ToolCallEnd, ToolCallRequest, ToolRefusal, Upstreams } from '../ports.ts';
import { responsesMember } from './arguments.ts';
import { askServer, clientGone, over, type Served } from './ask-server.ts';
import { deniedEnd, judgeFailed, refused, resultLost, stateInvalid } from './call-outcomes.ts';
import type { BoundTo, CallState, CallStates } from './call-state.ts';
import { toCaller } from './caller.ts';
import type { KnownDefinition } from './definition.ts';
import { endTimeoutMs, maxInputRounds } from './limits.ts';
import type { CallMetrics } from './metrics.ts';
import { readResult, withoutBroken } from './read-result.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';
import { watchParts } from './watch-parts.ts';

export interface CallDeps {
  readonly judge: ToolJudge;
  readonly upstreams: Pick<Upstreams, 'request'>;
  /** Judges parts of an answer before its end. */
  readonly judgeTexts: Reading['judgeTexts'];
  readonly states: CallStates;
  readonly metrics: CallMetrics;
  readonly log: Logger;
  readonly callTimeoutMs: number;
  /** Aborted when the gateway no longer waits for servers. */
  readonly ending: AbortSignal;
}

/** A call that was admitted by the concurrency limits. */
export interface GovernedCall {
  readonly principal: Principal;
  readonly request: ToolCallRequest;
  readonly known: KnownDefinition;
  readonly bound: BoundTo;
}

/** The knowledge of a second try from the first. */
interface Again {
  readonly state: CallState | undefined;
  /**
   * On a second try: the answers to the server's questions only. On a first try: answers that a client gives unasked.
   */
  readonly responses: JsonObject | undefined;
  /** Makes the state usable again. */
  readonly giveBack: () => void;
}

const firstTry: Again = { state: undefined, responses: undefined, giveBack: () => {} };

export async function callGovernedTool(deps: CallDeps, call: GovernedCall): Promise<ToolCallEnd> {
  const again = openState(deps, call);
  if ('kind' in again) return again;
  const startedMs = deps.metrics.nowMs();
  let answer: ToolCallAnswer;
  try {
    answer = await deps.judge.begin(toQuestion(deps, call, again), options(call, call.request.signal));
  } catch (error) {
    // Nothing was called, so the same state may be used for another try.
    again.giveBack();
    return judgeFailed(error, call.request.signal.aborted, deps.log);
  } finally {
    deps.metrics.took('begin', startedMs);
  }
  switch (answer.decision) {
    case 'answered':
      return { kind: 'result', result: answer.result, evidenceId: answer.evidence_id };
    case 'deny':
      return deniedEnd(answer, (expiresAt) => sealApproval(deps, call, again, expiresAt), 'before');
    case 'allow':
      return makeCall(deps, call, { again, answer });
  }
}

interface Allowed {
  readonly again: Again;
  readonly answer: Extract<ToolCallAnswer, { decision: 'allow' }>;
}

async function makeCall(deps: CallDeps, call: GovernedCall, allowed: Allowed): Promise<ToolCallEnd> {
  const { request, principal } = call;
  const { signal, traceparent, onProgress, clientCapabilities, tool } = request;
  const startedMs = deps.metrics.nowMs();
  const watch = watchParts(deps, call);
  const onPart = watch?.onPart;
  const question = { tool, principal, signal, traceparent, onProgress, onPart, clientCapabilities };
  const served = signal.aborted
    ? clientGone()
    : await askServer(deps.upstreams, { ...question, ...toSent(allowed), ...timesOf(deps) });
  deps.metrics.took('server', startedMs);
  return served.kind === 'over'
    ? endWithout(deps, call, allowed, served)
    : endWith(deps, call, allowed, { ...served, refusal: watch?.refusal() });
}

function timesOf({ callTimeoutMs: timeoutMs, ending }: CallDeps) {
  return { timeoutMs, ending };
}

/** The judged arguments, without the answers that were judged with them. */
function toSent({ again, answer }: Allowed) {
  const { [responsesMember]: responses, ...args } = answer.arguments;
  const serverState = again.state?.server_state;
  return {
    arguments: args,
    again: {
      ...(serverState === undefined ? {} : { requestState: serverState }),
      ...(again.responses !== undefined && isRecord(responses) ? { inputResponses: responses } : {}),
    },
  };
}

async function endWith(
  deps: CallDeps,
  call: GovernedCall,
  allowed: Allowed,
  { result, credentialId, refusal }: Served & { kind: 'answered' } & { readonly refusal: ToolRefusal | undefined },
): Promise<ToolCallEnd> {
  const read = readResult(result, call.known, call.request.clientCapabilities);
  if (read.kind === 'unusable') return endWithout(deps, call, allowed, over('failed', read.code, read.refusal));
  const round = (allowed.again.state?.round ?? 0) + 1;
  if (read.kind === 'input_required' && round > maxInputRounds) {
    const message = `The server asked for input ${maxInputRounds} times, so the call did not continue.`;
    return endWithout(deps, call, allowed, over('failed', 'too_many_rounds', { code: 'tool_failed', message }));
  }
  if (read.kind === 'complete' && read.isMismatch) deps.metrics.outputMismatch();
  const shown = read.kind === 'complete' ? read.result : { resultType: 'input_required', inputRequests: read.requests };
  const outcome: ToolCallOutcome = {
    kind: 'result',
    result: shown,
    ...(credentialId === null ? {} : { credential_id: credentialId }),
  };
  const ended = await end(deps, call, allowed, outcome);
  if (ended === undefined) return resultLost(allowed.answer.evidence_id);
  if (ended.decision === 'deny') {
    return deniedEnd(ended, (expiresAt) => sealApproval(deps, call, allowed.again, expiresAt), 'after');
  }
  // A part was refused, so the whole is, whatever is found in it.
  if (refusal !== undefined) return refused({ ...refusal, evidenceId: ended.evidence_id });
  if (ended.result === undefined) return resultLost(ended.evidence_id);
  if (read.kind === 'complete') {
    const mayBreak = ended.redacted && !read.isMismatch;
    const released = mayBreak ? withoutBroken(ended.result, call.known) : ended.result;
    return { kind: 'result', result: released, evidenceId: ended.evidence_id };
  }
  return toInput(deps, call, ended.result, { round, serverState: read.serverState, evidenceId: ended.evidence_id });
}

/**
 * Seals a state that allows the same call again after the approval, with its answers, which a client gives only once.
 */
function sealApproval(
  { states }: CallDeps,
  { bound }: GovernedCall,
  { state, responses }: Again,
  expiresAt: string | null,
): string | undefined {
  const { round = 0, server_state: serverState } = state ?? {};
  return states.make(bound, { kind: 'approval', round, asked: [], serverState, responses, expiresAt });
}

/** The judged question of the server, with the server's state sealed into ours. */
function toInput(
  { states }: CallDeps,
  { bound }: GovernedCall,
  result: JsonObject,
  { round, serverState, evidenceId }: { round: number; serverState: string | undefined; evidenceId: string },
): ToolCallEnd {
  const { inputRequests } = result;
  const asked = isRecord(inputRequests) ? Object.keys(inputRequests) : [];
  const requestState = states.make(bound, { kind: 'input', round, asked, serverState });
  if (requestState !== undefined) return { kind: 'input_required', result: { ...result, requestState } };
  const message = 'The server asks the client to keep too much state, so the call did not continue.';
  return refused({ code: 'tool_failed', message, evidenceId });
}

async function endWithout(
  deps: CallDeps,
  call: GovernedCall,
  allowed: Allowed,
  { outcome, refusal }: Served & { kind: 'over' },
): Promise<ToolCallEnd> {
  const ended = await end(deps, call, allowed, outcome);
  return refused({ ...refusal, evidenceId: ended?.evidence_id ?? allowed.answer.evidence_id });
}

/** Ends the call at the judge; undefined where no judge answered. The record is made even when the client is gone. */
async function end(
  deps: CallDeps,
  call: GovernedCall,
  { answer }: Allowed,
  outcome: ToolCallOutcome,
): Promise<ToolResultAnswer | undefined> {
  const startedMs = deps.metrics.nowMs();
  try {
    const asked = options(call, AbortSignal.timeout(endTimeoutMs));
    return await retryUntilAnswered(() => deps.judge.end(answer.call_id, outcome, asked), deps.ending);
  } catch (error) {
    deps.log.error({ err: error, evidence_id: answer.evidence_id }, 'the end of a tool call could not be reported');
    return undefined;
  } finally {
    deps.metrics.took('end', startedMs);
  }
}

function openState({ states }: CallDeps, { request, bound }: GovernedCall): Again | ToolCallEnd {
  if (request.requestState === undefined) return { ...firstTry, responses: unaskedAnswers(request) };
  const opened = states.open(bound, request.requestState);
  if (opened.kind === 'full') {
    return refused({
      code: 'busy',
      message: 'Too many request states are in use. Try again in a minute.',
      retryAfterS: 60,
    });
  }
  if (opened.kind !== 'opened') return stateInvalid();
  const { state, giveBack } = opened;
  return {
    state,
    giveBack,
    responses: state.kind === 'input' ? answersTo(state.asked, request.inputResponses) : state.responses,
  };
}

/** Keeps the client's answers to the questions that were asked. */
function answersTo(asked: readonly string[], responses: JsonObject = {}): JsonObject {
  return Object.fromEntries(asked.filter((id) => Object.hasOwn(responses, id)).map((id) => [id, responses[id]]));
}

/**
 * Takes answers that a client gives on the first try because it knows what the server would ask (MCP 2026-07-28 allows
 * a question without state). They are judged like all answers and are sent without a state, so a server that gave one
 * asks again.
 */
function unaskedAnswers({ inputResponses, clientCapabilities }: ToolCallRequest): JsonObject | undefined {
  if (inputResponses === undefined || clientCapabilities === undefined) return undefined;
  const answers = readAnswers(inputResponses);
  return Object.keys(answers).length === 0 ? undefined : answers;
}

/** Puts the answers to the server's questions into one object with the arguments, under a name that no argument has. */
function toQuestion(
  { callTimeoutMs }: CallDeps,
  { principal, request, bound }: GovernedCall,
  again: Again,
): ToolCallQuestion {
  const { responses } = again;
  return {
    caller: toCaller(principal, request.sessionId),
    server: bound.server,
    tool: bound.tool,
    arguments: responses === undefined ? request.arguments : { ...request.arguments, [responsesMember]: responses },
    timeout_ms: Math.min(3_600_000, callTimeoutMs + endTimeoutMs),
  };
}

function options({ request }: GovernedCall, signal: AbortSignal): JudgeOptions {
  return { traceparent: request.traceparent, signal };
}
