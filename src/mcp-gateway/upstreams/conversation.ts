/** What every kind of server is talked to with, and what comes of one request before anybody made sense of it. */
import { limits } from '../../contract/limits.ts';
import type { JsonObject } from '../seams.ts';

/** One request to a server. */
export interface Ask {
  readonly method: string;
  readonly params: JsonObject;
  /** What lets us in, with what the configuration of the app names; nothing of them is of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** Properties that the server wants in headers too (`Mcp-Param-*`). */
  readonly paramHeaders: Readonly<Record<string, string>>;
  readonly traceparent: string;
  readonly clientCapabilities: JsonObject | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onProgress: ((params: JsonObject) => void) | undefined;
}

/** What nobody asked in particular: of a handshake, or of a stream that is listened to. */
export const nothingAsked = {
  ...{ method: '', params: {}, paramHeaders: {}, traceparent: '' },
  ...{ clientCapabilities: undefined, onProgress: undefined },
};

export type Reply =
  | { readonly kind: 'result'; readonly result: JsonObject }
  /** By JSON-RPC. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: unknown }
  /** By HTTP, below 500: nothing was done. */
  | { readonly kind: 'status'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | Failed;

/** There is no answer. `isSent` false: the request never left. */
export interface Failed {
  readonly kind: 'failed';
  readonly isSent: boolean;
  /** Stable. */
  readonly code: string;
  /** In our own words. */
  readonly message: string;
  /** Whether it speaks against the server as a whole. */
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

/** A server, as one caller with one credential talks to it. */
export interface Conversation {
  /** Never rejects for what the server does. */
  request(ask: Ask): Promise<Reply>;
  /** Until the stream ends; `none` where the server offers none. */
  listen(listening: Listening): Promise<{ readonly kind: 'ended' | 'none' } | Reply>;
  close(): Promise<void>;
}

export function failed(code: string, message: string, more: Partial<Omit<Failed, 'kind' | 'code' | 'message'>> = {}) {
  const nothingSent = { isSent: false, isFault: false, isRetryable: false };
  return { kind: 'failed', code, message, ...nothingSent, ...more } satisfies Failed;
}

/** The request was cut off by whoever made it. */
export function cancelled(isSent: boolean): Failed {
  return failed('cancelled', 'the call was cut off before its answer', { isSent });
}

export const maxMessageChars = limits.mcpMessageBytes;
