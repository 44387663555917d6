/** Converts a reply into an outcome. It never guesses whether the server may have done something. */
import { isAppError } from '../../platform/errors.ts';
import { isUnreached } from '../../platform/http/guarded-kept.ts';
import type { UpstreamOutcome } from '../ports.ts';
import { type Failed, failed, type Reply } from './conversation.ts';

/** JSON-RPC errors for requests that were not begun, including those of 2026-07-28. */
const unbegun = new Set([-32700, -32600, -32601, -32602, -32020, -32021, -32022]);

export function toOutcome(method: string, reply: Reply, credentialId: string | null): UpstreamOutcome {
  switch (reply.kind) {
    case 'result':
      return { kind: 'answered', result: reply.result, credentialId };
    case 'error': {
      const { code, message, data } = reply;
      return { kind: 'rpc_error', code, message, data, wasBegun: !unbegun.has(code) };
    }
    case 'status':
      return ofStatus(reply.status);
    case 'failed': {
      const { code, message, isRetryable } = reply;
      // Only tool calls have effects that must not happen twice.
      if (reply.isSent && method === 'tools/call')
        return { kind: 'unknown', message: `the call was sent, and ${message}`, code };
      return { kind: 'refused', code, message, isRetryable };
    }
    default:
      return reply satisfies never;
  }
}

function ofStatus(status: number): UpstreamOutcome {
  const say = (code: string, message: string, isRetryable = false) =>
    ({ kind: 'refused', code, message, isRetryable }) as const;
  if (status === 401) return say('unauthorized', 'the server refuses this credential');
  if (status === 403) return say('forbidden', 'the server does not allow this call');
  if (status === 429) return say('too_many_requests', 'the server takes no more calls at present', true);
  return say('upstream_refused', `the server refuses the call with HTTP ${status}`);
}

/** Converts an error of the guarded client. @throws errors that are no failure of the request. */
export function ofGuarded(error: unknown, signal: AbortSignal): Failed {
  if (signal.aborted) return failed('cancelled', 'the call ended before its answer', { isSent: true });
  if (!isAppError(error)) throw error;
  const reason = error.extensions?.['reason'];
  // Only the guarded client resolves names, before it connects.
  const isUnresolved = Reflect.get(Object(error.cause), 'syscall') === 'getaddrinfo';
  const isUnsent = isUnreached(error) || isUnresolved || (typeof reason === 'string' && undone.has(reason));
  const isLate = error.code === 'upstream_timeout';
  // One of our own rules refused the request, so it is no fault of the server.
  const isFault = !(typeof reason === 'string' && isUnsent);
  const code = typeof reason === 'string' ? reason : error.code;
  return failed(code, error.publicText, {
    isSent: !isUnsent,
    isFault,
    isRetryable: isLate || error.code === 'upstream_unavailable',
  });
}

/** Refusals of the guarded client before anything leaves, and a redirect, which it does not follow. */
const undone = new Set(['outbound_url', 'outbound_address', 'outbound_port', 'outbound_header', 'outbound_redirect']);

/** A failure for an unusable answer to a request that was sent. */
export function notTaken(code: string, message: string): Failed {
  return failed(code, message, { isSent: true, isFault: true, isRetryable: true });
}
