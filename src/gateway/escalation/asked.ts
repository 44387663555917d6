/** What became of asking people about one phase of an exchange, in the words that clients and Evidence get. */

import type { EscalationAnswer, escalationReasons, nextActions } from '../../contract/escalation.ts';
import { parseUrl } from '../../platform/url.ts';
import type { ApprovalFact } from '../../policy/decision.ts';

export type EscalationReason = (typeof escalationReasons)[number];
export type NextAction = (typeof nextActions)[number];

/** `unverifiable`: nobody could be asked, or what was answered does not hold. */
export type AskedStatus = EscalationAnswer['status'] | 'unverifiable';

export interface Asked {
  readonly status: AskedStatus;
  readonly id: string | null;
  readonly expiresAt: string | null;
  /** Where a person decides. */
  readonly url: string | null;
  readonly reason: EscalationReason;
  readonly nextAction: NextAction;
  /** Why nobody could be asked, where whoever calls can do something about it. */
  readonly problem?: string;
  /** What the policies are asked again with; only with `approved`. */
  readonly fact?: ApprovalFact;
}

/** One that was asked for in this exchange. */
export interface AskedInPhase extends Asked {
  /** Judgement from which on it counts, to the end of its phase. */
  readonly phaseIndex: number;
}

/** Nobody was asked, and asking again helps only where something else changes first. */
export function unverifiable(nextAction: NextAction, problem?: string): Asked {
  const nothing = { id: null, expiresAt: null, url: null };
  const asked: Asked = { status: 'unverifiable', ...nothing, reason: 'approval_unverifiable', nextAction };
  return problem === undefined ? asked : { ...asked, problem };
}

/**
 * An id that may stand in a header, in Evidence and in a command that somebody copies; nobody vouches for it but the answer
 * that it came in, which is not signed.
 */
export function toId(id: string | null): string | null {
  return id !== null && /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : null;
}

/** The same for an address that a person is to open. */
export function toPageUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\/[\x21-\x7e]{1,1000}$/.test(url) && parseUrl(url) !== undefined ? url : null;
}

/** The verifier's word where it is no approval. */
export function notApproved(answer: EscalationAnswer): Asked {
  const { status, expires_at: end } = answer;
  const expiresAt = Number.isFinite(Date.parse(end ?? '')) ? end : null;
  const told = { status, id: toId(answer.approval_id), expiresAt, url: toPageUrl(answer.url) };
  if (status === 'pending') return { ...told, reason: 'grant_pending', nextAction: 'retry' };
  return { ...told, reason: 'policy_denied', nextAction: status === 'refused' ? 'retry' : 'none' };
}
