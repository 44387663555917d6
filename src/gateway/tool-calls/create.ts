/** Wires the judging of tool calls, for code in this process and for the routes. */
import { sha256Hex } from '@assay/sdk/crypto';
import type { Registry } from 'prom-client';
import type { ToolCallsHandle } from '../../clients/tool-judge/local.ts';
import type { ToolCallAnswer, ToolResultAnswer, ToolTextsAnswer } from '../../contract/tool-calls.ts';
import { AppError } from '../../platform/errors.ts';
import { continueTrace, type TraceContext } from '../../platform/http/trace-context.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Admission } from '../http/admission.ts';
import type { IdentityOptions } from '../http/identity.ts';
import { assertToolGranted } from '../http/tool-grant.ts';
import { type Asker, identifyAgent, localAsker } from './asker.ts';
import type { CallsInProgress } from './calls-in-progress.ts';
import { checkOutcome, checkQuestion, checkTexts } from './checked.ts';
import { beginCall, endWithout, endWithResult, type FailedOutcome, type ToolFlowDeps } from './flow.ts';
import { createHeldCalls } from './held-calls.ts';
import { type CountedDecision, createToolCallMetrics, type Step } from './metrics.ts';
import { printJson } from './printed.ts';
import { judgeTexts } from './texts.ts';
import { openToolCall, type ToolCall } from './tool-call.ts';

export interface ToolCallsOptions extends Omit<ToolFlowDeps, 'pause'> {
  readonly createEvidenceId: () => string;
  readonly admission: Admission;
  readonly identity: IdentityOptions;
  readonly registry: Registry;
  /** For unguessable call ids. */
  readonly randomBytes: RandomBytes;
  readonly after: (ms: number, call: () => void) => () => void;
  readonly inProgress: CallsInProgress;
  readonly log: Logger;
  /** Most bytes of arguments and of results. */
  readonly maxBytes: number;
  readonly maxHeld?: number;
}

export interface Ask {
  readonly asker: Asker;
  readonly trace: TraceContext;
  /** Aborted once the asker is gone. */
  readonly signal: AbortSignal;
}

/** Each rejects with AppError. */
export interface ToolCalls {
  begin(question: unknown, ask: Ask): Promise<ToolCallAnswer>;
  end(callId: string, outcome: unknown, ask: Pick<Ask, 'asker'>): Promise<ToolResultAnswer>;
  texts(question: unknown, ask: Ask): Promise<ToolTextsAnswer>;
  /** For code in this process, which may name any agent. */
  readonly local: ToolCallsHandle;
  /** Records held calls as without a result. */
  close(): Promise<void>;
}

const defaultTimeoutMs = 300_000;
/** Extra time for a caller that reports its own timeout. */
const graceMs = 5_000;

const late: FailedOutcome = { kind: 'unknown', code: 'no_result', message: 'no result was given in time' };
const closing: FailedOutcome = {
  kind: 'unknown',
  code: 'gateway_closed',
  message: 'the gateway ended before the call',
};
const gone: FailedOutcome = { kind: 'cancelled', code: 'caller_gone', message: 'the caller had disconnected' };

export function createToolCalls(options: ToolCallsOptions): ToolCalls {
  const { admission, identity, registry, randomBytes, after, inProgress, log, maxBytes, maxHeld, monotonicMs } =
    options;
  const flow: ToolFlowDeps = { ...options, pause: (ms) => new Promise((resolve) => void after(ms, resolve)) };
  const ending = new Set<Promise<unknown>>();
  const held = createHeldCalls({
    randomBytes,
    after,
    ...(maxHeld === undefined ? {} : { maxCalls: maxHeld }),
    onLate: (call) => giveUp(call, late),
  });
  const metrics = createToolCallMetrics(registry, held.size);
  /** Ends an allowed call. If it cannot be recorded now, it will be, with an unknown outcome. */
  const recorded = async ({ exchange }: ToolCall, end: () => Promise<ToolResultAnswer>): Promise<ToolResultAnswer> => {
    try {
      const answer = await end();
      inProgress.recorded(exchange.evidenceId);
      return answer;
    } catch (error) {
      inProgress.lost(exchange.evidenceId);
      throw error;
    }
  };
  /** Nobody waits for its answer. */
  const giveUp = (call: ToolCall, outcome: FailedOutcome): void => {
    metrics.count('end', 'late');
    const done = recorded(call, () => endWithout(flow, call, outcome)).catch((error: unknown) => {
      log.error({ err: error, evidence_id: call.exchange.evidenceId }, 'a tool call without a result is not recorded');
    });
    ending.add(done);
    void done.finally(() => ending.delete(done));
  };

  const measured = async <Answer>(
    step: Step,
    decisionOf: (answer: Answer) => CountedDecision,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const startedMs = monotonicMs();
    try {
      const answer = await admission.run(work);
      metrics.count(step, decisionOf(answer));
      metrics.took(step, (monotonicMs() - startedMs) / 1000);
      return answer;
    } catch (error) {
      metrics.count(step, 'error');
      throw error;
    }
  };

  const begin = async (value: unknown, { asker, trace, signal }: Ask): Promise<ToolCallAnswer> => {
    const question = checkQuestion(value);
    const agent = identifyAgent(asker, question.caller, trace, identity);
    assertToolGranted(agent.identity.onBehalfOf, question.tool);
    held.assertRoom(agent.identity.agentId);
    const printed = printBounded(question.arguments);
    const opened = { evidenceId: options.createEvidenceId(), startedMs: monotonicMs() };
    const call = openToolCall(question, { agent, askerKey: asker.key, printed, ...opened });
    const begun = await beginCall(flow, call, { question, printed });
    if (begun.kind === 'answer') return begun.answer;
    if (signal.aborted) {
      await endWithout(flow, call, gone);
      throw new AppError('unavailable', 'the caller has disconnected');
    }
    try {
      held.assertRoom(agent.identity.agentId);
      inProgress.begin(call.exchange);
    } catch (error) {
      // Its start was already reported.
      options.observer?.ended(call, error);
      throw error;
    }
    const callId = held.hold(call, (question.timeout_ms ?? defaultTimeoutMs) + graceMs);
    return {
      decision: 'allow',
      call_id: callId,
      evidence_id: call.exchange.evidenceId,
      arguments: begun.arguments,
      redacted: begun.isRedacted,
    };
  };

  /**
   * INVARIANT: a call is taken only once its outcome can be judged, so that the asker can correct a refused question.
   */
  const end = async (callId: string, value: unknown, { key }: Asker): Promise<ToolResultAnswer> => {
    const outcome = checkOutcome(value);
    if (outcome.kind !== 'result') {
      const failed = held.take(callId, key);
      return recorded(failed, () => endWithout(flow, failed, outcome));
    }
    const { result, credential_id: credentialId } = outcome;
    const printed = printBounded(result);
    const call = held.take(callId, key);
    call.credentialId = credentialId;
    return recorded(call, () => endWithResult(flow, call, { result, printed }));
  };

  const printBounded = (value: object): string => {
    const printed = printJson(value);
    // A quick check by the number of characters, each of which takes at least a byte.
    if (printed.length <= maxBytes) return printed;
    const detail = `Arguments and results may have at most ${maxBytes} bytes of JSON.`;
    throw new AppError('payload_too_large', 'too large to be judged', { detail });
  };

  const texts = (value: unknown, { asker, trace }: Ask): Promise<ToolTextsAnswer> => {
    const question = checkTexts(value);
    return judgeTexts(options, identifyAgent(asker, question.caller, trace, identity), question);
  };

  const calls: Omit<ToolCalls, 'local'> = {
    begin: (value, ask) =>
      measured(
        'begin',
        ({ decision }) => decision,
        () => begin(value, ask),
      ),
    end: (callId, value, { asker }) => measured('end', endDecision, () => end(callId, value, asker)),
    texts: (value, ask) => measured('texts', textsDecision, () => texts(value, ask)),
    async close() {
      for (const call of held.takeAll()) giveUp(call, closing);
      await Promise.all(ending);
      await inProgress.close();
    },
  };
  const spanOf = () => Buffer.from(randomBytes(8)).toString('hex');
  const traceOf = (traceparent: string) =>
    continueTrace(traceparent, { spanId: spanOf(), newTraceId: () => sha256Hex(randomBytes(16)).slice(0, 32) });
  return {
    ...calls,
    local: {
      begin: (value, { traceparent, signal }) =>
        calls.begin(value, { asker: localAsker, trace: traceOf(traceparent), signal }),
      end: (callId, value) => calls.end(callId, value, { asker: localAsker }),
      texts: (value, { traceparent, signal }) =>
        calls.texts(value, { asker: localAsker, trace: traceOf(traceparent), signal }),
    },
  };
}

function endDecision(answer: ToolResultAnswer): CountedDecision {
  if (answer.decision === 'deny') return 'deny';
  return answer.result === undefined ? 'without_result' : 'allow';
}

function textsDecision({ results }: ToolTextsAnswer): CountedDecision {
  return results.some(({ decision }) => decision === 'deny') ? 'deny' : 'allow';
}
