/** What of a call is told to whoever watches it: filled in as the call goes on, and looked at when it is over. */
import type { DrawnEvidence } from '../../contract/evidence.ts';
import type { Exchange } from './exchange.ts';

/** What the model server said of its answer, besides the answer itself. */
export interface AnswerFacts {
  readonly status: number;
  finish?: string | undefined;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
}

/** One call. A stream that is sent as it comes has two exchanges: a first and a final one. */
export interface WatchedCall {
  first: Exchange | undefined;
  last: Exchange | undefined;
}

/** Is told of calls: holds nothing up and never fails. */
export interface CallObserver {
  /** The request phase let it pass: the model is asked now. */
  asked(call: ObservedCall): void;
  /** It was answered, or failed with this error. */
  ended(call: ObservedCall, error?: unknown): void;
}

/** What an observer sees of a call. */
export interface ObservedCall {
  readonly watched: WatchedCall;
  readonly inspected: { readonly stream: boolean };
  /** Aborted once the client is gone. */
  readonly signal: AbortSignal;
}

/** Is told of calls of tools: holds nothing up and never fails. */
export interface ToolCallObserver {
  /** Its arguments passed: the tool is called now. */
  begun(call: ObservedToolCall): void;
  /** It was answered or denied, or failed with this error. */
  ended(call: ObservedToolCall, error?: unknown): void;
  /** It began in a process that is gone, and was recorded now as a call of which nobody knows what became. */
  left(evidence: DrawnEvidence, latencyMs: number): void;
}

/** What an observer sees of a call of a tool. */
export interface ObservedToolCall {
  readonly exchange: Exchange;
  readonly server: string;
  readonly tool: string;
  /** Arguments as auditors read them, until they were told of. */
  argumentsText: string | undefined;
  /** Hex SHA-256 of the result as it was shown. */
  resultHash: string | undefined;
  /** What the server was asked with. */
  credentialId: string | undefined;
  /** The tool answered, and says that it failed. */
  hasToolFailed: boolean;
}

export function createWatchedCall(): WatchedCall {
  return { first: undefined, last: undefined };
}
