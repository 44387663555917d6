/** The outcome of asking people about one phase of an exchange, in the terms of clients and Evidence. */

import type { EscalationAnswer, escalationReasons, nextActions } from '../../contract/escalation.ts';
import { parseUrl } from '../../platform/url.ts';
import type { ApprovalFact } from '../../policy/decision.ts';

export type EscalationReason = (typeof escalationReasons)[number];
export type NextAction = (typeof nextActions)[number];

/** `unverifiable`: nobody could be asked, or the answer is invalid. */
export type AskedStatus = EscalationAnswer['status'] | 'unverifiable';

export interface Asked {
  readonly status: AskedStatus;
  readonly id: string | null;
  readonly expiresAt: string | null;
  /** The page where a person decides. */
  readonly url: string | null;
  readonly reason: EscalationReason;
  readonly nextAction: NextAction;
  /** The reason why nobody could be asked, if the caller can do something about it. */
  readonly problem?: string;
  /** The fact for a second decision of the policies; only with `approved`. */
  readonly fact?: ApprovalFact;
}

/** An approval that was requested in this exchange. */
export interface AskedInPhase extends Asked {
  /** Index of the first judgement that it counts for, up to the end of its phase. */
  readonly phaseIndex: number;
}

/** The outcome when nobody was asked; another try helps only after something else has changed. */
export function unverifiable(nextAction: NextAction, problem?: string): Asked {
  const nothing = { id: null, expiresAt: null, url: null };
  const asked: Asked = { status: 'unverifiable', ...nothing, reason: 'approval_unverifiable', nextAction };
  return problem === undefined ? asked : { ...asked, problem };
}

/** Accepts an id that may stand in a header, in Evidence and in a command to copy. It comes from an unsigned answer. */
export function toId(id: string | null): string | null {
  return id !== null && /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : null;
}

/** The same for the address of a page. */
export function toPageUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\/[\x21-\x7e]{1,1000}$/.test(url) && parseUrl(url) !== undefined ? url : null;
}

/** Converts an answer of the verifier that is no approval. */
export function notApproved(answer: EscalationAnswer): Asked {
  const { status, expires_at: end } = answer;
  const expiresAt = Number.isFinite(Date.parse(end ?? '')) ? end : null;
  const told = { status, id: toId(answer.approval_id), expiresAt, url: toPageUrl(answer.url) };
  if (status === 'pending') return { ...told, reason: 'grant_pending', nextAction: 'retry' };
  return { ...told, reason: 'policy_denied', nextAction: status === 'refused' ? 'retry' : 'none' };
}
