/** Outcomes of a call without a result, with texts that say what was done and what to do next. */
import type { ToolResultAnswer } from '../../contract/tool-calls.ts';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { ToolCallEnd, ToolRefusal } from '../ports.ts';

type Denied = Extract<ToolResultAnswer, { decision: 'deny' }>;

export const refused = (refusal: ToolRefusal): ToolCallEnd & { kind: 'refused' } => ({ kind: 'refused', refusal });

/** One sentence for every reason why a state is invalid. */
export const stateSentence =
  'The requestState is not one of this call, was used, or has expired. Make the call again without it.';

export const stateInvalid = () => refused({ code: 'state_invalid', message: stateSentence });

/**
 * Arguments or a result that were denied. Where people are asked to approve, the client gets a state for another try.
 */
export function deniedEnd(
  denied: Denied,
  seal: (expiresAt: string | null) => string | undefined,
  when: 'before' | 'after',
): ToolCallEnd {
  const { approval, evidence_id: evidenceId, reasons, messages } = denied;
  const done = when === 'before' ? 'The tool was not called.' : 'The tool was called; its result is withheld.';
  const message = [done, ...messages.map(toSentence)].join(' ').slice(0, 4_000);
  if (approval?.status !== 'pending') return refused({ code: 'policy_denied', message, evidenceId, reasons });
  const { id, url, expires_at: expiresAt } = approval;
  const requestState = seal(expiresAt);
  if (requestState === undefined) {
    const tooLong = `${message} People were asked, and the answers to the server are too long to be kept until then.`;
    return refused({ code: 'policy_denied', message: tooLong, evidenceId, reasons });
  }
  return { kind: 'approval_required', requestState, approval: { id, url, expiresAt }, message, evidenceId };
}

const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The call was not judged, or the judge says that this agent may not call; no server was called. */
export function judgeFailed(error: unknown, isClientGone: boolean, log: Logger): ToolCallEnd {
  if (isClientGone) {
    return refused({ code: 'outcome_unknown', message: 'The call was cancelled by the client before it was made.' });
  }
  if (isAppError(error) && error.status < 500) {
    const isArguments = error.code === 'invalid_request' || error.code === 'payload_too_large';
    const message = `The tool was not called. ${error.publicText}`;
    return refused({ code: isArguments ? 'tool_refused' : 'policy_denied', message, reasons: [error.code] });
  }
  log.warn({ err: error }, 'a call of a tool could not be judged, so it was not made');
  const retryAfterS = isAppError(error) ? (error.retryAfterS ?? 1) : 1;
  const message = 'The call could not be judged, so the tool was not called. Try again shortly.';
  return refused({ code: 'judge_unavailable', message, retryAfterS });
}

/** The server answered, and the answer could not be judged. */
export function resultLost(evidenceId: string): ToolCallEnd {
  const message =
    'The tool was called, but its result could not be judged, so it is not shown. The call may have been done: check before you repeat it.';
  return refused({ code: 'outcome_unknown', message, evidenceId });
}
