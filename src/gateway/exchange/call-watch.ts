/** Data of a call for observers, filled in during the call and read at its end. */
import type { DrawnEvidence } from '../../contract/evidence.ts';
import type { Exchange } from './exchange.ts';

/** The model server's metadata about its answer. */
export interface AnswerFacts {
  readonly status: number;
  finish?: string | undefined;
  /** The id of the answer, where the model server gives one. */
  id?: string | undefined;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
}

/** One call. A stream that is relayed immediately has two exchanges: a first and a final one. */
export interface WatchedCall {
  first: Exchange | undefined;
  last: Exchange | undefined;
}

/** Observes calls; never blocks and never fails. */
export interface CallObserver {
  /** The request phase passed; the model is asked now. */
  asked(call: ObservedCall): void;
  /** The call was answered, or failed with this error. */
  ended(call: ObservedCall, error?: unknown): void;
}

export interface ObservedCall {
  readonly watched: WatchedCall;
  readonly inspected: { readonly stream: boolean };
  /** Aborted once the client is gone. */
  readonly signal: AbortSignal;
}

/** Observes tool calls; never blocks and never fails. */
export interface ToolCallObserver {
  /** The arguments passed; the tool is called now. */
  begun(call: ObservedToolCall): void;
  /** The call was answered or denied, or failed with this error. */
  ended(call: ObservedToolCall, error?: unknown): void;
  /** A call of an earlier process was now recorded with an unknown outcome. */
  left(evidence: DrawnEvidence, latencyMs: number): void;
}

export interface ObservedToolCall {
  readonly exchange: Exchange;
  readonly server: string;
  readonly tool: string;
  /** The arguments as auditors read them, until they were reported. */
  argumentsText: string | undefined;
  /** Hex SHA-256 of the result as it was shown. */
  resultHash: string | undefined;
  /** The credential of the call to the server. */
  credentialId: string | undefined;
  /** True if the tool's answer reports a failure. */
  hasToolFailed: boolean;
}

export function createWatchedCall(): WatchedCall {
  return { first: undefined, last: undefined };
}
