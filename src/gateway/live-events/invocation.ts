/** Makes the events of a model call: `started`, then its end. Hashes and counts, never a text of the exchange. */
import type { ModelInvocation } from '../../contract/live-events.ts';
import { toAppError } from '../../platform/http/problem.ts';
import type { ObservedCall } from '../exchange/call-watch.ts';
import { decisionReasons, type Exchange, enforcedWord } from '../exchange/exchange.ts';

type Outcome = Pick<ModelInvocation, 'status' | 'error'>;

export function toStarted(call: ObservedCall, first: Exchange, provider: string): ModelInvocation {
  return {
    invocation_id: first.evidenceId,
    status: 'started',
    model_id: text(first.modelId ?? unknownModel, 512),
    provider: text(provider, 256),
    streaming: call.inspected.stream,
    stream_mode: first.streamMode,
    request_hash: first.requestHash,
  };
}

/** The end of a call, from its last recorded exchange; `error` is the reason for a missing answer. */
export function toEnded(
  call: ObservedCall,
  exchanges: { readonly first: Exchange; readonly last: Exchange },
  { provider, error, latencyMs }: { readonly provider: string; readonly error: unknown; readonly latencyMs: number },
): ModelInvocation {
  const { first, last } = exchanges;
  const { status, error: failure } = toOutcome(call, last, error);
  const ended = toStarted(call, first, provider);
  ended.status = status;
  ended.latency_ms = toLatency(latencyMs);
  const { answered, responseHash } = last;
  if (responseHash !== null) ended.response_hash = responseHash;
  if (answered?.inputTokens !== undefined) ended.input_tokens = answered.inputTokens;
  if (answered?.outputTokens !== undefined) ended.output_tokens = answered.outputTokens;
  if (answered?.finish !== undefined && answered.finish !== '') ended.finish_reason = text(answered.finish, 100);
  if (failure !== undefined) ended.error = failure;
  return ended;
}

const unknownModel = 'unknown';
function toOutcome({ signal }: ObservedCall, last: Exchange, error: unknown): Outcome {
  const isDenied = error === undefined && last.judged.length > 0 && enforcedWord(last) === 'deny';
  if (isDenied) return { status: 'denied', error: toFailure('policy_denied', decisionReasons(last).join(', ')) };
  if (signal.aborted)
    return { status: 'failed', error: toFailure('client_gone', 'the client was gone before the end') };
  if (error !== undefined) {
    const { code, publicText } = toAppError(error);
    return { status: 'failed', error: toFailure(code, publicText) };
  }
  if (last.failure !== undefined)
    return { status: 'failed', error: toFailure(last.failure.code, last.failure.message) };
  const { status = 200 } = last.answered ?? {};
  if (status < 400) return { status: 'succeeded' };
  return { status: 'failed', error: toFailure('upstream_status', `the model server answered ${status}`) };
}

export function toFailure(code: string, message: string): NonNullable<ModelInvocation['error']> {
  return { code: text(code, 100), message: text(message === '' ? code : message, 1_000) };
}

const maxLatencyMs = 86_400_000;

/** Milliseconds, rounded to the microsecond. */
export function toLatency(latencyMs: number): number {
  return Math.min(Math.max(0, Math.round(latencyMs * 1000) / 1000), maxLatencyMs);
}

/** Shortens a text to its bound without splitting a character. */
export function text(value: string, most: number): string {
  return value.slice(0, most).toWellFormed().replaceAll('\u0000', '\ufffd');
}
