/**
 * Calls a tool of an MCP server (mcp-session.ts), and distinguishes whether anything was done: a call that may have arrived
 * and has no answer is never reported as not done.
 */
import { isRecord } from '@assay/sdk/contract';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import { anything, converse, scopesWantedBy, type ToolSource } from './mcp-session.ts';

export interface ToolCallRequest {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type ToolOutcome =
  /** The server's own result; `isError`: the tool ran and reports a failure. */
  | { readonly kind: 'answered'; readonly result: Readonly<Record<string, unknown>>; readonly isError: boolean }
  /** Nothing was done. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly isRetryable: boolean;
      /** With `insufficient_scope`: the scopes that the server demands. */
      readonly scopesMissing?: readonly string[];
    }
  /** Nothing was done: the credential was refused. */
  | { readonly kind: 'unauthorized' }
  /** Whether anything was done is unknown. */
  | { readonly kind: 'unknown'; readonly message: string };

/** Never rejects because of the server; rejects with the signal's reason if it aborts before the call is sent. */
export type CallTool = (
  orgId: string,
  source: ToolSource,
  call: ToolCallRequest,
  signal: AbortSignal,
) => Promise<ToolOutcome>;

export interface ToolCallingDeps {
  readonly clientOf: (orgId: string) => Pick<GuardedClient, 'open'>;
  /** Of the whole call. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 120_000;
const maxBytes = 1024 * 1024;
/** The handshake, the call, and pings of an older server that a client answers meanwhile. */
const maxCalls = 50;

export function createVerifierToolCalling({ clientOf, timeoutMs = defaultTimeoutMs }: ToolCallingDeps): CallTool {
  const words = { late: 'the server did not answer the call', forbidden: 'the server does not allow this call' };
  const deps = { clientOf, timeoutMs, maxBytes, maxCalls, words };
  return async (orgId, source, { name, arguments: args }, signal) => {
    let isSent = false;
    const onSend = (message: string): void => {
      isSent ||= isToolCall(message);
    };
    try {
      return await converse(deps, { orgId, source, signal, onSend }, async ({ client, options }) => {
        const params = { name, arguments: args };
        return readResult(await client.request({ method: 'tools/call', params }, anything, options));
      });
    } catch (error) {
      if (signal.aborted && !isSent) throw signal.reason;
      if (signal.aborted) return { kind: 'unknown', message: 'the call ended before its answer' };
      return isSent ? afterSending(error) : beforeSending(error);
    }
  };
}

/** Checks only the method: arguments may contain any text. */
function isToolCall(message: string): boolean {
  const parsed: unknown = JSON.parse(message);
  const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return all.some((one) => Reflect.get(Object(one), 'method') === 'tools/call');
}

function readResult(result: unknown): ToolOutcome {
  if (!isRecord(result)) return { kind: 'unknown', message: 'the server answered without a result' };
  // The server asks for input first (2026-07-28), which nobody can give here.
  if (result['resultType'] !== undefined && result['resultType'] !== 'complete') {
    const message = 'the tool asks for more input, which a workflow cannot give';
    return { kind: 'refused', code: 'tool_asks', message, isRetryable: false };
  }
  return { kind: 'answered', result, isError: result['isError'] === true };
}

function beforeSending(error: unknown): ToolOutcome {
  if (!isAppError(error)) throw error;
  const reason = error.extensions?.['reason'];
  if (reason === 'unauthorized') return { kind: 'unauthorized' };
  const code = typeof reason === 'string' ? reason : error.code;
  const scopesMissing = scopesWantedBy(error);
  return {
    kind: 'refused',
    code,
    message: error.publicText,
    isRetryable: error.status >= 500 || error.status === 429,
    ...(scopesMissing === undefined ? {} : { scopesMissing }),
  };
}

/** JSON-RPC errors with which a server refuses a call that it has not begun. */
const unbegun = new Set([-32700, -32600, -32601, -32602]);

function afterSending(error: unknown): ToolOutcome {
  if (!(error instanceof AppError)) return { kind: 'unknown', message: 'the call was sent, and its answer is unknown' };
  const reason = error.extensions?.['reason'];
  if (reason === 'unauthorized') return { kind: 'unauthorized' };
  if (reason === 'forbidden') return refused('forbidden', error.publicText);
  const scopesMissing = scopesWantedBy(error);
  if (scopesMissing !== undefined) return { ...refused('insufficient_scope', error.publicText), scopesMissing };
  const code: unknown = Reflect.get(Object(error.cause), 'code');
  if (typeof code === 'number' && unbegun.has(code)) {
    return refused('tool_refused', `the server refuses the call (JSON-RPC error ${code})`);
  }
  // Stopped on this side: a rule of the organisation on outbound calls refused it, or could not be read.
  if (error.code === 'forbidden') return refused(error.code, error.publicText);
  if (error.code === 'too_many_requests' || error.code === 'unavailable') {
    return { ...refused(error.code, error.publicText), isRetryable: true };
  }
  return { kind: 'unknown', message: `the call was sent, and ${error.publicText}` };
}

function refused(code: string, message: string) {
  return { kind: 'refused', code, message, isRetryable: false } as const;
}
