/** The requests to a server of any kind, and their replies before interpretation. */
import { limits } from '../../contract/limits.ts';
import type { AnswerPart, JsonObject } from '../ports.ts';

export interface Ask {
  readonly method: string;
  readonly params: JsonObject;
  /** Credentials and the headers of the app's configuration; none of them belong to the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** Arguments that the server wants in headers too (`Mcp-Param-*`). */
  readonly paramHeaders: Readonly<Record<string, string>>;
  readonly traceparent: string;
  readonly clientCapabilities: JsonObject | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onProgress: ((params: JsonObject) => void) | undefined;
  /** Takes complete parts of an answer before its end. False: nothing more is wanted, and the task is to be cancelled. */
  readonly onPart?: ((part: AnswerPart) => Promise<boolean>) | undefined;
}

/** Defaults for requests without a caller's question: a handshake, or a stream to listen to. */
export const nothingAsked = {
  method: '',
  params: {},
  paramHeaders: {},
  traceparent: '',
  clientCapabilities: undefined,
  onProgress: undefined,
};

export type Reply =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: unknown }
  /** An HTTP status below 500: nothing was done. */
  | { readonly kind: 'status'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | Failed;

/** There is no answer. `isSent` false: the request never left. */
export interface Failed {
  readonly kind: 'failed';
  readonly isSent: boolean;
  /** A stable code. */
  readonly code: string;
  /** A text in our own words. */
  readonly message: string;
  /** True if it counts against the server as a whole. */
  readonly isFault: boolean;
  readonly isRetryable: boolean;
}

export interface Listening {
  readonly uris: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/** A server for one caller with one credential. */
export interface Conversation {
  /** Never rejects for what the server does. */
  request(ask: Ask): Promise<Reply>;
  /** Runs until the stream ends; `none` where the server offers none. */
  listen(listening: Listening): Promise<{ readonly kind: 'ended' | 'none' } | Reply>;
  close(): Promise<void>;
}

export function failed(code: string, message: string, more: Partial<Omit<Failed, 'kind' | 'code' | 'message'>> = {}) {
  const nothingSent = { isSent: false, isFault: false, isRetryable: false };
  return { kind: 'failed', code, message, ...nothingSent, ...more } satisfies Failed;
}

export function cancelled(isSent: boolean): Failed {
  return failed('cancelled', 'the call ended before its answer', { isSent });
}

export const maxMessageChars = limits.mcpMessageBytes;
