/** Tells a client about the approval that its exchange needs, in the body and in headers. */
import { decidingPhase, type Exchange } from '../exchange/exchange.ts';
import type { AskedInPhase, AskedStatus, EscalationReason, NextAction } from './asked.ts';

/** Members of a refusal besides its code, which stays `policy_denied`. */
export interface EscalationInfo {
  /** Absent where nobody was asked. */
  readonly approval?: {
    readonly id: string | null;
    readonly status: AskedStatus;
    readonly expires_at: string | null;
    readonly url: string | null;
  };
  readonly reason: EscalationReason;
  readonly next_action: NextAction;
  readonly message: string;
}

/** `undefined` for a denial that no approval can lift. */
export function escalationInfo(exchange: Exchange): EscalationInfo | undefined {
  const deciding = decidingPhase(exchange);
  if (deciding === undefined || deciding.decision.decision === 'allow') return undefined;
  const asked = askedFor(exchange);
  if (asked !== undefined) return toInfo(asked, deciding.decision.escalation !== undefined);
  if (deciding.decision.escalation === undefined) return undefined;
  const message = 'It needs the approval of a person, which is not possible for this kind of call.';
  return { reason: 'policy_denied', next_action: 'none', message };
}

/** The approval of the deciding phase. */
function askedFor(exchange: Exchange): AskedInPhase | undefined {
  const asked = exchange.approvals?.at(-1);
  if (asked === undefined || exchange.judged[asked.phaseIndex]?.phase !== decidingPhase(exchange)?.phase)
    return undefined;
  return asked;
}

function toInfo(asked: AskedInPhase, stillEscalates: boolean): EscalationInfo {
  const { id, status, expiresAt, url, reason, nextAction, problem } = asked;
  const outOfScope = status === 'approved' && stillEscalates;
  return {
    approval: { id, status, expires_at: expiresAt, url },
    reason: outOfScope ? 'out_of_scope' : reason,
    next_action: nextAction,
    message: problem === undefined ? messages[status](id, url) : `${messages[status](id, url)} ${problem}`,
  };
}

const messages: Readonly<Record<AskedStatus, (id: string | null, url: string | null) => string>> = {
  // Names the page and the command: on a machine without accounts the reader may be the approver.
  pending: (id, url) => {
    const ways = [...(url === null ? [] : [url]), ...(id === null ? [] : [`assay approval approve ${id}`])];
    return `A person has been asked (${ways.join(', or ')}); send the same request again once it is approved.`;
  },
  approved: () => 'A person approved it, but the policies still deny it.',
  denied: () => 'A person has denied it.',
  refused: () => 'Too many requests of this agent wait for approval; send it again later.',
  unverifiable: () => 'It needs the approval of a person, which cannot be verified at present.',
};

/** The members that are added to a refusal's known ones. */
export function escalationMembers(info: EscalationInfo | undefined): Readonly<Record<string, unknown>> {
  if (info === undefined) return {};
  const { message: _message, ...members } = info;
  return members;
}

/** Headers of answers and refusals; empty where nobody was asked. */
export function approvalHeaders({ approvals }: Exchange): Record<string, string> {
  const asked = approvals?.at(-1);
  if (asked === undefined) return {};
  const headers: Record<string, string> = { 'x-assay-approval-status': asked.status };
  if (asked.id !== null) headers['x-assay-approval-id'] = asked.id;
  return headers;
}
