/** Converts the end of a call into an answer of A2A: a message or a task, or an error in our own or judged words. */
import { isRecord } from '@assay/sdk/contract';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { A2aVersion } from '../../platform/tools/agent-interface.ts';
import type { JsonObject, ToolCallEnd, ToolRefusal } from '../ports.ts';
import { codes, type McpAnswer, type McpError, McpFailure, metaKeys } from '../protocol/wire.ts';
import { readSaid, type Said, writeSaid } from './wire.ts';

/** `said` of a result: the same in the form that streams need. */
export type A2aEnd = (McpAnswer & { kind: 'result' } & { readonly said: Said }) | (McpAnswer & { kind: 'error' });

export interface AnswerForm {
  readonly version: A2aVersion;
  /** Methods of tasks answer in 1.0 with the bare task. */
  readonly isBareTask: boolean;
}

export function toA2aEnd(end: ToolCallEnd, form: AnswerForm): A2aEnd {
  switch (end.kind) {
    case 'result':
      return toResult(end.result, end.evidenceId, form);
    case 'approval_required': {
      const data = { code: 'approval_required', evidence_id: end.evidenceId, approval_url: end.approval.url };
      const message = `${end.message} Once they approved, send the very same message again, with its messageId.`;
      return { kind: 'error', error: { code: codes.approvalOrInput, message, data } };
    }
    case 'input_required':
      return {
        kind: 'error',
        error: { code: codes.serverFailed, message: 'The agent asked for input in a form that A2A does not have.' },
      };
    case 'refused':
      return { kind: 'error', error: toRefusal(end.refusal) };
  }
}

function toResult({ structuredContent, isError }: JsonObject, evidenceId: string, form: AnswerForm): A2aEnd {
  const data = { evidence_id: evidenceId };
  const whole = isRecord(structuredContent) ? structuredContent : {};
  const said = isError === true ? undefined : readSaid(form.version, whole, form.isBareTask);
  if (said !== undefined) {
    const named = withEvidence(said, evidenceId);
    return { kind: 'result', said: named, json: JSON.stringify(writeSaid(form.version, named, form.isBareTask)) };
  }
  const { code, message } = isRecord(whole['error']) ? whole['error'] : {};
  if (typeof code === 'number' && typeof message === 'string') return { kind: 'error', error: { code, message, data } };
  return { kind: 'error', error: { code: codes.serverFailed, message: 'The agent answered with an error.', data } };
}

/** `metadata` is for extensions; ours names the record. */
function withEvidence({ kind, body }: Said, evidenceId: string): Said {
  const metadata = { ...(isRecord(body['metadata']) ? body['metadata'] : {}), [metaKeys.evidenceId]: evidenceId };
  return { kind, body: { ...body, metadata } };
}

const codeOf: Readonly<Partial<Record<ToolRefusal['code'], number>>> = {
  policy_denied: codes.withheld,
  consent_not_for_tool: codes.forbidden,
  busy: codes.busy,
  rate_limited: codes.rateLimited,
  judge_unavailable: codes.unavailable,
  credential_not_ready: codes.unavailable,
};
const statusOf: Readonly<Partial<Record<ToolRefusal['code'], number>>> = {
  busy: 503,
  rate_limited: 429,
  judge_unavailable: 503,
};

function toRefusal({ code, message, reasons, evidenceId, connectUrl, retryAfterS }: ToolRefusal): McpError {
  const data = {
    code,
    ...(reasons === undefined ? {} : { reasons }),
    ...(evidenceId === undefined ? {} : { evidence_id: evidenceId }),
    ...(connectUrl === undefined ? {} : { connect_url: connectUrl }),
  };
  return { code: codeOf[code] ?? codes.serverFailed, message, data, status: statusOf[code], retryAfterS };
}

/** Our own errors keep their words; every other fault is written to the log. */
export function toA2aError(error: unknown, log: Logger, signal: AbortSignal): McpAnswer & { kind: 'error' } {
  if (error instanceof McpFailure) return { kind: 'error', error: error.error };
  if (isAppError(error)) {
    const { code, status, publicText: message, retryAfterS } = error;
    const rpc = status === 429 ? codes.rateLimited : status < 500 ? codes.forbidden : codes.unavailable;
    return { kind: 'error', error: { code: rpc, message, data: { code }, status, retryAfterS } };
  }
  if (!signal.aborted) log.error({ err: error }, 'an A2A request failed');
  return { kind: 'error', error: { code: codes.internal, message: 'Internal error', status: 500 } };
}
