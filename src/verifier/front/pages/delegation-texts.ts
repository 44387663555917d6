/** Words for delegations and approvals: kinds, risks, durations, states and reasons of an end. */
import type { ApprovalKind, ApprovalStatus, Risk } from '../../../contract/api/approvals/states.ts';
import type { RevokeReason } from '../../../contract/api/delegations/states.ts';

/** The kind of a request, as a heading. */
export const approvalKindTexts: Readonly<Record<ApprovalKind, string>> = {
  delegation: 'To act for somebody',
  agent_registration: 'To register an agent',
  app_install: 'To install an application',
  tool_call: 'To call a tool',
  policy_escalation: 'To let an exchange through',
  credential_share: 'To share a credential',
  workflow_deploy: 'To deploy a workflow',
  workflow_step: 'To go on with a workflow',
  model_promotion: 'To promote a model',
};

export const approvalStatusTexts: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'waits',
  approved: 'approved',
  denied: 'denied',
  expired: 'expired',
  cancelled: 'cancelled',
  failed: 'failed',
};

export const riskTexts: Readonly<Record<Risk, { readonly name: string; readonly note: string }>> = {
  low: { name: 'Low risk', note: 'read-only, for a short time' },
  medium: { name: 'Medium risk', note: 'check what it may do' },
  high: { name: 'High risk', note: 'it can change things, or lasts long: check carefully' },
};

/** Reasons why a delegation ended. */
export const endTexts: Readonly<Record<RevokeReason, string>> = {
  user: 'revoked',
  admin: 'ended by an admin or an owner of the agent',
  expired: 'it expired',
  max_uses: 'it reached its limit of uses',
  agent_decommissioned: 'the agent no longer exists',
  access_review: 'ended by an access review',
  narrowed: 'replaced by a newer one',
};

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Gives e.g. `8 hours` or `1 day and 2 hours`: two units at most, rounded down. */
export function toDurationText(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    if (count === 0 && parts.length === 0) continue;
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    if (parts.length === 2 || (parts.length === 1 && count === 0)) break;
  }
  return parts.length === 0 ? 'no time' : parts.join(' and ');
}

/** Durations to choose from, in seconds. */
const usualDurations = [900, 3_600, 28_800, 86_400, 604_800, 2_592_000, 7_776_000] as const;

/** Gives the usual durations below the maximum, and the maximum. */
export function durationsUpTo(maxS: number): number[] {
  return [...usualDurations.filter((each) => each < maxS), maxS];
}

/** Gives e.g. `3 times`. */
export function toTimesText(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
