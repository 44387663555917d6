/**
 * Calls the server of a tool and describes the outcome in our own words. The server's words reach a client only as a
 * judged result.
 */
import type { ToolCallOutcome } from '../../contract/tool-calls.ts';
import type {
  CatalogTool,
  JsonObject,
  Principal,
  ToolRefusal,
  UpstreamOutcome,
  UpstreamRequest,
  Upstreams,
} from '../ports.ts';
import { toRpcHint } from './rpc-hint.ts';

/** The server's outcome. `answered`: still to be judged. The others are final and are recorded as `outcome` says. */
export type Served =
  | { readonly kind: 'answered'; readonly result: JsonObject; readonly credentialId: string | null }
  | {
      readonly kind: 'over';
      readonly outcome: Exclude<ToolCallOutcome, { kind: 'result' }>;
      readonly refusal: ToolRefusal;
    };

export interface ServerQuestion {
  readonly tool: CatalogTool;
  readonly principal: Principal;
  /** The arguments as they were judged. */
  readonly arguments: JsonObject;
  /** For the second try of a call for which the server wanted input. */
  readonly again: { readonly requestState?: string; readonly inputResponses?: JsonObject };
  readonly clientCapabilities: JsonObject | undefined;
  readonly traceparent: string;
  /** The client's signal, aborted when the client is gone. */
  readonly signal: AbortSignal;
  readonly onProgress: ((params: JsonObject) => void) | undefined;
  readonly onPart: UpstreamRequest['onPart'];
  readonly timeoutMs: number;
  /** Aborted when the gateway stops; the server is not waited for any longer. */
  readonly ending: AbortSignal;
}

const lateCode = 'upstream_timeout';
/** The time that a server has to react to a cancellation. */
const graceMs = 5_000;
/** The same while the gateway stops. */
const endingGraceMs = 1_000;

/** Never rejects, and ends soon after the timeout or the client's end, whatever the server does. */
export async function askServer(upstreams: Pick<Upstreams, 'request'>, question: ServerQuestion): Promise<Served> {
  const outcome = await boundedRequest(upstreams, question);
  return toServed(outcome, question);
}

async function boundedRequest(
  upstreams: Pick<Upstreams, 'request'>,
  question: ServerQuestion,
): Promise<UpstreamOutcome> {
  const ending = new AbortController();
  let graceTimer: NodeJS.Timeout | undefined;
  let giveUp: (outcome: UpstreamOutcome) => void = () => {};
  const gaveUp = new Promise<UpstreamOutcome>((resolve) => {
    giveUp = resolve;
  });
  const end = () => {
    ending.abort();
    graceTimer ??= setTimeout(() => giveUp({ kind: 'unknown', message: 'it did not stop' }), graceMs);
  };
  const stop = () => {
    ending.abort();
    clearTimeout(graceTimer);
    graceTimer = setTimeout(() => giveUp({ kind: 'unknown', message: 'it did not stop' }), endingGraceMs);
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, question.timeoutMs);
  question.signal.addEventListener('abort', end, { once: true });
  question.ending.addEventListener('abort', stop, { once: true });
  if (question.signal.aborted) end();
  if (question.ending.aborted) stop();
  try {
    const outcome = await Promise.race([request(upstreams, question, ending.signal), gaveUp]);
    return outcome.kind === 'unknown' && isLate ? { ...outcome, code: lateCode } : outcome;
  } finally {
    clearTimeout(timer);
    clearTimeout(graceTimer);
    question.signal.removeEventListener('abort', end);
    question.ending.removeEventListener('abort', stop);
  }
}

async function request(
  upstreams: Pick<Upstreams, 'request'>,
  question: ServerQuestion,
  signal: AbortSignal,
): Promise<UpstreamOutcome> {
  const { tool, principal, again, traceparent, timeoutMs, clientCapabilities } = question;
  try {
    return await upstreams.request(tool.server, principal, {
      method: 'tools/call',
      params: { name: tool.name, arguments: question.arguments, ...again },
      traceparent,
      signal,
      timeoutMs,
      clientCapabilities,
      onProgress: figuresOf(question),
      onPart: question.onPart,
    });
  } catch {
    // A fault on the way does not say how far the call came; its text may hold what the server wrote.
    return { kind: 'unknown', message: 'the way to the server failed' };
  }
}

/** Passes on the figures of progress only: the text is the server's and is not judged. */
function figuresOf({ onProgress }: ServerQuestion): ServerQuestion['onProgress'] {
  if (onProgress === undefined) return undefined;
  return ({ progress, total }) => {
    if (typeof progress !== 'number') return;
    onProgress({ progress, ...(typeof total === 'number' ? { total } : {}) });
  };
}

function toServed(outcome: UpstreamOutcome, { signal, timeoutMs }: ServerQuestion): Served {
  switch (outcome.kind) {
    case 'answered':
      return outcome;
    case 'rpc_error':
      return rpcError(outcome);
    case 'refused':
      return over('refused', outcome.code, {
        code: outcome.isRetryable ? 'tool_failed' : 'tool_refused',
        message: `The tool was not called: ${outcome.message}`.slice(0, 1_000),
        reasons: [outcome.code],
      });
    case 'not_ready':
      return over('refused', 'credential_not_ready', {
        code: 'credential_not_ready',
        message: `The tool was not called: its server needs a credential, which is ${outcome.status}.`,
        ...(outcome.connectUrl === null ? {} : { connectUrl: outcome.connectUrl }),
        ...(outcome.scopesMissing.length === 0 ? {} : { reasons: outcome.scopesMissing.slice(0, 20) }),
      });
    case 'unknown':
      return signal.aborted ? clientGone() : nobodyKnows(outcome.code, timeoutMs);
  }
}

function rpcError({ code, data, wasBegun }: UpstreamOutcome & { kind: 'rpc_error' }): Served {
  const rpc = toRpcHint(code, data);
  const said = code === -32602 ? 'does not take the arguments' : 'answered with an error';
  const done = wasBegun ? 'It may have done part of it.' : 'Nothing was done.';
  return over(wasBegun ? 'failed' : 'refused', `rpc_${code}`, {
    code: wasBegun ? 'tool_failed' : 'tool_refused',
    message: `The server of the tool ${said} (${code}). ${done}`,
    ...(rpc === undefined ? {} : { rpc }),
  });
}

/** The client left before the server answered. */
export function clientGone(): Served & { kind: 'over' } {
  const message = 'The call was cancelled by the client before the server answered. It may have been done.';
  return over('cancelled', 'client_gone', { code: 'outcome_unknown', message });
}

function nobodyKnows(code: string | undefined, timeoutMs: number): Served {
  const why =
    code === lateCode
      ? `The server did not answer within ${timeoutMs / 1_000} s.`
      : 'The server gave no answer that can be shown.';
  const message = `${why} The call may have been done: check before you repeat it, because a repeat would do it twice.`;
  const reasons = code === undefined ? {} : { reasons: [code] };
  return over('unknown', code ?? 'outcome_unknown', { code: 'outcome_unknown', message, ...reasons });
}

/** A final outcome without a result, recorded with the same words that the client gets. */
export function over(
  kind: Exclude<ToolCallOutcome, { kind: 'result' }>['kind'],
  code: string,
  refusal: ToolRefusal,
): Served & { kind: 'over' } {
  const outcome = { kind, code: code.slice(0, 100), message: refusal.message.slice(0, 1_000) };
  return { kind: 'over', outcome, refusal };
}
