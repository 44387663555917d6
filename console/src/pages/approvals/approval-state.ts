/** What an approval needs to be decided, and whether this person may. */
import type { Approval, ConsoleSession } from '@assay/client';

export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'failed'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const approvalKinds = [
  'policy_escalation',
  'tool_call',
  'delegation',
  'workflow_step',
  'agent_registration',
  'app_install',
  'credential_share',
  'workflow_deploy',
  'model_promotion',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** Approvals that it has so far. */
export function approvalsOf({ decisions }: Pick<Approval, 'decisions'>): number {
  return decisions.filter(({ verdict }) => verdict === 'approve').length;
}

/** How many more it needs at least. */
export function missingApprovals(approval: Pick<Approval, 'decisions' | 'policy'>): number {
  return Math.max(0, approval.policy.quorum - approvalsOf(approval));
}

/** A waiting request whose time is over counts as expired: the list shows it as waiting for up to an hour more. */
export function statusNow(
  { status, expires_at: expiresAt }: Pick<Approval, 'status' | 'expires_at'>,
  now: number,
): string {
  return status === 'pending' && Date.parse(expiresAt) <= now ? 'expired' : status;
}

/** Waiting ones first, those with the least time left on top; the rest as it came, newest first. */
export function inboxOrder<T extends Pick<Approval, 'status' | 'expires_at'>>(rows: readonly T[], now: number): T[] {
  const waits = (row: T) => statusNow(row, now) === 'pending';
  return [
    ...rows.filter(waits).sort((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at)),
    ...rows.filter((row) => !waits(row)),
  ];
}

export type Standing = 'may' | 'unlock' | 'own' | 'not_named' | 'role' | 'decided';

type Caller = Pick<ConsoleSession, 'authentication' | 'unlocked' | 'user' | 'operations' | 'owner_operations'>;

/** Whether this person may decide, as far as the page knows; the verifier decides all the same. */
export function standingOf(
  { requester, policy, approvers, decisions }: Pick<Approval, 'requester' | 'policy' | 'approvers' | 'decisions'>,
  session: Caller,
): Standing {
  const id = session.user?.id ?? '';
  const may = [...session.operations, ...session.owner_operations].includes('approvals.approve');
  if (!may) return session.authentication === 'loopback' && !session.unlocked ? 'unlock' : 'role';
  if (decisions.some(({ approver }) => approver === id)) return 'decided';
  if (policy.separation_of_duties && requester.id === id) return 'own';
  return approvers.length > 0 && !approvers.includes(id) && !session.unlocked ? 'not_named' : 'may';
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Such as "2 h 05 min", "4:09" or "0:07"; undefined when the time is over. */
export function toCountdown(leftMs: number): string | undefined {
  if (leftMs <= 0) return undefined;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(leftMs / minuteMs);
  if (leftMs >= hourMs) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  return `${minutes}:${two(Math.floor((leftMs % minuteMs) / secondMs))}`;
}

/** Ids that are new since the last look; none at the first look. */
export function newSince(before: ReadonlySet<string> | undefined, ids: readonly string[]): string[] {
  return before === undefined ? [] : ids.filter((id) => !before.has(id));
}
