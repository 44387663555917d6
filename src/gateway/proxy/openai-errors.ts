/** Errors and refusals in the form of the OpenAI API, shared by its proxied paths. */
import { escalationMembers } from '../escalation/refusal.ts';
import type { Refusal, RefusalInfo } from './api.ts';
import { refusalHeaders } from './refusal-headers.ts';

const types: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'invalid_request_error'],
  [405, 'invalid_request_error'],
  [413, 'invalid_request_error'],
  [415, 'invalid_request_error'],
  [429, 'rate_limit_error'],
]);

/** The `error` member of an OpenAI error; reasons and evidence id are added to the members that clients know. */
export function openAiError(info: RefusalInfo): Readonly<Record<string, unknown>> {
  return {
    message: info.message,
    type: types.get(info.status) ?? (info.status < 500 ? 'invalid_request_error' : 'server_error'),
    param: info.param ?? null,
    code: info.code,
    ...(info.reasons === undefined ? {} : { reasons: info.reasons }),
    ...(info.evidenceId === undefined ? {} : { evidence_id: info.evidenceId }),
    ...(info.traceId === undefined ? {} : { trace_id: info.traceId }),
    ...escalationMembers(info.escalation),
  };
}

export function openAiRefusal(info: RefusalInfo): Refusal {
  return { status: info.status, headers: refusalHeaders(info), body: { error: openAiError(info) } };
}
