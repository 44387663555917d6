/**
 * Makes events of tool calls after their answers left: hashes, and the start of the arguments with what auditors marked
 * in it replaced. The workspace's setting at the verifier decides whether anybody sees that preview.
 */
import type { DrawnEvidence } from '../../contract/evidence.ts';
import type { LiveEvent, ToolCall } from '../../contract/live-events.ts';
import { toAppError } from '../../platform/http/problem.ts';
import { previewOf } from '../escalation/preview.ts';
import type { ObservedToolCall, ToolCallObserver } from '../exchange/call-watch.ts';
import { decisionReasons, type Exchange, enforcedWord } from '../exchange/exchange.ts';
import { text, toFailure, toLatency } from './invocation.ts';
import type { ObserveDeps } from './observe.ts';

const previewChars = 500;

export function createToolCallObserver(deps: Omit<ObserveDeps, 'provider'>): ToolCallObserver {
  const { report, createEventId, now, monotonicMs } = deps;
  const tell = (call: ObservedToolCall, timeMs: number, data: ToolCall): void => {
    const { agentId, traceId, sessionId } = call.exchange.identity;
    call.argumentsText = undefined;
    report({
      id: createEventId(),
      type: 'tool.call',
      time: new Date(timeMs).toISOString(),
      agent_id: agentId,
      trace_id: traceId,
      session_id: sessionId,
      data,
    } satisfies LiveEvent);
  };
  const tellBegun = (call: ObservedToolCall, timeMs: number): void =>
    tell(call, timeMs, { ...about(call, 'started'), ...shown(preview(call)) });
  const tellEnded = (call: ObservedToolCall, error: unknown, timeMs: number, endedMs: number): void =>
    tell(call, timeMs, toEnded(call, error, endedMs - call.exchange.startedMs));
  const tellLeft = (evidence: DrawnEvidence, latencyMs: number): void => {
    const { agent_id, trace_id, session_id } = evidence;
    const event = { id: createEventId(), type: 'tool.call', time: new Date(now()).toISOString() } as const;
    report({ ...event, agent_id, trace_id, session_id, data: toLeft(evidence, latencyMs) });
  };
  return {
    begun: (call) => void setImmediate(tellBegun, call, now()),
    ended: (call, error) => void setImmediate(tellEnded, call, error, now(), monotonicMs()),
    left: (evidence, latencyMs) => tellLeft(evidence, latencyMs),
  };
}

/** Made from the received arguments, which are kept until they were reported. */
function preview({ exchange, argumentsText }: ObservedToolCall): string | undefined {
  const [first] = exchange.judged;
  if (first === undefined || argumentsText === undefined) return undefined;
  return previewOf(first, { input: argumentsText }, previewChars);
}

function shown(found: string | undefined): Pick<ToolCall, 'arguments_preview'> {
  return found === undefined ? {} : { arguments_preview: found };
}

function about({ exchange, server, tool }: ObservedToolCall, status: ToolCall['status']): ToolCall {
  const { evidenceId, identity, requestHash } = exchange;
  const { onBehalfOf, speaker } = identity;
  return {
    call_id: evidenceId,
    status,
    server: text(server, 256),
    tool: text(tool, 256),
    arguments_hash: requestHash,
    ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf.user, grant_id: onBehalfOf.grantId }),
    ...(speaker === undefined ? {} : { speaker }),
  };
}

/** The end of a call from its recorded exchange; `error` is the reason for a missing answer. */
function toEnded(call: ObservedToolCall, error: unknown, latencyMs: number): ToolCall {
  const { exchange, resultHash, credentialId } = call;
  const { status, error: failure } = toOutcome(call, error);
  const approvalId = exchange.approvals?.at(-1)?.id ?? null;
  return {
    ...about(call, status),
    // Present only if its start was never reported.
    latency_ms: toLatency(latencyMs),
    ...shown(preview(call)),
    ...(resultHash === undefined ? {} : { result_hash: resultHash }),
    ...(credentialId === undefined ? {} : { credential_id: text(credentialId, 200) }),
    ...(approvalId === null ? {} : { approval_id: approvalId }),
    ...(failure === undefined ? {} : { error: failure }),
  };
}

/** The end of a call of an earlier process, under the id of its start. */
function toLeft(evidence: DrawnEvidence, latencyMs: number): ToolCall {
  const { server = 'unknown', tool = 'unknown', on_behalf_of: person, speaker } = evidence;
  return {
    call_id: evidence.evidence_id,
    status: 'failed',
    server: text(server, 256),
    tool: text(tool, 256),
    arguments_hash: evidence.request_hash,
    latency_ms: toLatency(latencyMs),
    ...(person === undefined ? {} : { on_behalf_of: person.sub, grant_id: person.grant_id }),
    ...(speaker === undefined ? {} : { speaker }),
    error: toFailure('outcome_unknown', 'the gateway ended before the call: it may have been done'),
  };
}

function toOutcome(call: ObservedToolCall, error: unknown): Pick<ToolCall, 'status' | 'error'> {
  const { exchange, hasToolFailed } = call;
  if (error !== undefined) {
    const { code, publicText } = toAppError(error);
    return { status: 'failed', error: toFailure(code, publicText) };
  }
  if (enforcedWord(exchange) === 'deny') return toDenial(exchange);
  const { failure } = exchange;
  if (failure !== undefined) return { status: 'failed', error: toFailure(failure.code, failure.message) };
  if (!hasToolFailed) return { status: 'succeeded' };
  return { status: 'failed', error: toFailure('tool_failed', 'the tool answered that it failed') };
}

function toDenial(exchange: Exchange): Pick<ToolCall, 'status' | 'error'> {
  if (exchange.approvals?.at(-1)?.status === 'pending') return { status: 'awaiting_approval' };
  return { status: 'denied', error: toFailure('policy_denied', decisionReasons(exchange).join(', ')) };
}
