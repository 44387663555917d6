/** Messages to the client in place of a result: text for the model, codes for programs. */
import { isRecord } from '@assay/sdk/contract';
import type { ToolCallAnswer, ToolResultAnswer } from '../../../contract/tool-calls.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { JsonObject } from './json-lines.ts';

/** A tool call request, as far as its answer needs it. */
export interface CallQuestion {
  readonly id: unknown;
  /** Results of 2026-07-28 state that they are complete. */
  readonly isModern: boolean;
}

type Denied = Extract<ToolCallAnswer | ToolResultAnswer, { decision: 'deny' }>;

const metaCode = 'io.assay/code';
const metaEvidence = 'io.assay/evidence_id';
const maxText = 4_000;
/** The codes of the MCP gateway. */
export const rpcCodes = { invalidRequest: -32600, invalidParams: -32602, parse: -32700, busy: -32011, away: -32013 };

export function toError(id: unknown, code: number, message: string, data?: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** Gives a judged result with its Evidence. */
export function toResult({ id }: CallQuestion, result: JsonObject, evidenceId: string): JsonObject {
  const meta = isRecord(result['_meta']) ? result['_meta'] : {};
  return { jsonrpc: '2.0', id, result: { ...result, _meta: { ...meta, [metaEvidence]: evidenceId } } };
}

/** Gives the denial of arguments or a result, with the place of an approval if possible. */
export function toDenied(asked: CallQuestion, denied: Denied, when: 'before' | 'after'): JsonObject {
  const { approval, evidence_id, reasons, messages } = denied;
  const done = when === 'before' ? 'The tool was not called.' : 'The tool was called; its result is withheld.';
  if (approval?.status !== 'pending') {
    const because = reasons.length === 0 ? '' : ` Reasons: ${reasons.join(', ')}.`;
    return toFailureResult(asked, `${[done, ...messages].join(' ')}${because}`, {
      code: 'policy_denied',
      evidence_id,
      reasons,
    });
  }
  const where = approval.url === null ? '' : ` The decision is made at ${approval.url}.`;
  const until = approval.expires_at === null ? '' : ` The request for approval expires at ${approval.expires_at}.`;
  const text = `${[done, ...messages].join(' ')} It needs the approval of a person.${where} After the approval, repeat the same call with the same arguments.${until}`;
  const details = { evidence_id, approval: approval.id, approval_url: approval.url, expires_at: approval.expires_at };
  return toFailureResult(asked, text, { code: 'approval_required', ...details });
}

/** Nothing was called, because it could not be judged, or this agent may call nothing. */
export function toUnjudged({ id, ...asked }: CallQuestion, error: unknown): JsonObject {
  if (isAppError(error) && error.status < 500) {
    const hint = error.code === 'forbidden' ? ' Name the agent of the credential with --agent.' : '';
    const said = error.publicText.replace(/[^.!?]$/, '$&.');
    return toFailureResult({ id, ...asked }, `The tool was not called. ${said}${hint}`, { code: error.code });
  }
  const message = 'The call could not be judged, so the tool was not called. Is the gateway running?';
  return toError(id, rpcCodes.away, message, { code: 'judge_unavailable' });
}

export function toLostResult(asked: CallQuestion, evidenceId: string): JsonObject {
  const text =
    'The tool was called, but its result could not be judged, so it is not shown. The call may have been done: check before you repeat it.';
  return toFailureResult(asked, text, { code: 'outcome_unknown', evidence_id: evidenceId });
}

/** Gives a failure of the call in our own words. */
export function toFailureResult(
  { id, isModern }: CallQuestion,
  text: string,
  details: JsonObject & { code: string },
): JsonObject {
  const evidence = details['evidence_id'] === undefined ? {} : { [metaEvidence]: details['evidence_id'] };
  const result = {
    ...(isModern ? { resultType: 'complete' } : {}),
    content: [{ type: 'text', text: text.slice(0, maxText) }],
    isError: true,
    structuredContent: { error: details },
    _meta: { [metaCode]: details.code, ...evidence },
  };
  return { jsonrpc: '2.0', id, result };
}
