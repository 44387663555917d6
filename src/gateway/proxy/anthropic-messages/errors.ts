/** Errors and refusals in the form of the Anthropic API. */
import { escalationMembers } from '../../escalation/refusal.ts';
import type { Refusal, RefusalInfo } from '../api.ts';
import { refusalHeaders } from '../refusal-headers.ts';

const types: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
]);

/** The body of an Anthropic error; code, reasons and evidence id are added to the members that clients know. */
export function anthropicError(info: RefusalInfo): Readonly<Record<string, unknown>> {
  return {
    type: 'error',
    error: {
      type: types.get(info.status) ?? (info.status < 500 ? 'invalid_request_error' : 'api_error'),
      message: info.message,
      code: info.code,
      ...(info.param === undefined ? {} : { param: info.param }),
      ...(info.reasons === undefined ? {} : { reasons: info.reasons }),
      ...(info.evidenceId === undefined ? {} : { evidence_id: info.evidenceId }),
      ...(info.traceId === undefined ? {} : { trace_id: info.traceId }),
      ...escalationMembers(info.escalation),
    },
  };
}

export function anthropicRefusal(info: RefusalInfo): Refusal {
  return { status: info.status, headers: refusalHeaders(info), body: anthropicError(info) };
}
